// Direction vectors of Sobol sequences. Dimension d belongs to the d-th primitive polynomial over
// bits (the first dimension to none); what a polynomial leaves open are its first odd numbers.
#include "murand/sobol_vectors.h"

#include <mutex>
#include <vector>

#include "musasim/random/seeds.h"

namespace musasim::rand {
namespace {

using random::SeedStream;

// The numbers that Joe and Kuo ("Constructing Sobol sequences with better two-dimensional
// projections", 2008) recommend for the dimensions up to degree 7. Those above get random ones.
constexpr std::uint8_t kFirst[36][7] = {
    {1},
    {1, 3},
    {1, 3, 1},
    {1, 1, 1},
    {1, 1, 3, 3},
    {1, 3, 5, 13},
    {1, 1, 5, 5, 17},
    {1, 1, 5, 5, 5},
    {1, 1, 7, 11, 19},
    {1, 1, 5, 1, 1},
    {1, 1, 1, 3, 11},
    {1, 3, 5, 5, 31},
    {1, 3, 3, 9, 7, 49},
    {1, 1, 1, 15, 21, 21},
    {1, 3, 1, 13, 27, 49},
    {1, 1, 1, 15, 7, 5},
    {1, 3, 1, 15, 13, 25},
    {1, 1, 5, 5, 19, 61},
    {1, 3, 7, 11, 23, 15, 103},
    {1, 3, 7, 13, 13, 15, 69},
    {1, 1, 3, 13, 7, 35, 63},
    {1, 3, 5, 9, 1, 25, 53},
    {1, 3, 1, 13, 9, 35, 107},
    {1, 3, 1, 5, 27, 61, 31},
    {1, 1, 5, 11, 19, 41, 61},
    {1, 3, 5, 3, 3, 13, 69},
    {1, 1, 7, 13, 1, 19, 1},
    {1, 3, 7, 5, 13, 19, 59},
    {1, 1, 3, 9, 25, 29, 41},
    {1, 3, 5, 13, 23, 1, 55},
    {1, 3, 7, 3, 13, 59, 17},
    {1, 3, 1, 3, 5, 53, 69},
    {1, 1, 5, 5, 23, 33, 13},
    {1, 1, 7, 7, 1, 61, 123},
    {1, 1, 7, 9, 13, 61, 49},
    {1, 3, 3, 5, 3, 55, 33},
};

int degree_of(std::uint32_t polynomial) { return 31 - __builtin_clz(polynomial); }

std::uint32_t multiply(std::uint32_t a, std::uint32_t b, std::uint32_t modulus, int degree) {
  std::uint32_t product = 0;
  for (; b != 0; b >>= 1) {
    if ((b & 1u) != 0) product ^= a;
    a <<= 1;
    if (((a >> degree) & 1u) != 0) a ^= modulus;
  }
  return product;
}

std::uint32_t power_of_x(std::uint32_t exponent, std::uint32_t modulus, int degree) {
  std::uint32_t result = 1;
  std::uint32_t square = degree == 1 ? 1 : 2;  // x, and x mod (x + 1)
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1u) != 0) result = multiply(result, square, modulus, degree);
    square = multiply(square, square, modulus, degree);
  }
  return result;
}

// x generates every nonzero remainder: its order is 2^degree - 1 and no divisor of that.
bool primitive(std::uint32_t polynomial) {
  const int degree = degree_of(polynomial);
  const std::uint32_t order = (std::uint32_t{1} << degree) - 1;
  if (__builtin_popcount(polynomial) % 2 == 0 && degree > 1) return false;  // x + 1 divides it
  if (power_of_x(order, polynomial, degree) != 1) return false;
  std::uint32_t rest = order;
  for (std::uint32_t prime = 3; rest > 1; prime += 2) {
    if (prime * prime > rest) prime = rest;
    if (rest % prime != 0) continue;
    while (rest % prime == 0) rest /= prime;
    if (order / prime > 1 && power_of_x(order / prime, polynomial, degree) == 1) return false;
  }
  return true;
}

// The polynomial of a dimension from 1 on; found in order and kept.
std::uint32_t polynomial_of(unsigned dimension) {
  static std::mutex* const mutex = new std::mutex;
  static std::vector<std::uint32_t>* const found = new std::vector<std::uint32_t>{3};  // x + 1
  const std::lock_guard<std::mutex> lock(*mutex);
  for (std::uint32_t next = found->back() + 2; found->size() < dimension; next += 2) {
    if (primitive(next)) found->push_back(next);
  }
  return (*found)[dimension - 1];
}

template <class Word>
constexpr int bits() {
  return 8 * static_cast<int>(sizeof(Word));
}

template <class Word>
Word reversed_to_top(std::uint64_t number, int used) {
  return static_cast<Word>(number) << (bits<Word>() - used);
}

std::uint64_t first_number(unsigned dimension, int index, SeedStream* seeds) {
  const std::uint64_t random = seeds->next();
  if (dimension <= 36) return kFirst[dimension - 1][index];
  return (random & ((std::uint64_t{1} << (index + 1)) - 1)) | 1u;
}

template <class Word>
SeedStream scramble_seeds(unsigned dimension) {
  return SeedStream(std::uint64_t{dimension} * 2 + (sizeof(Word) == 8 ? 1 : 0) + (1ULL << 40));
}

}  // namespace

template <class Word>
Vectors<Word> direction_vectors(unsigned dimension) {
  Vectors<Word> vectors;
  if (dimension == 0) {
    for (int i = 0; i < bits<Word>(); ++i) vectors[i] = reversed_to_top<Word>(1, i + 1);
    return vectors;
  }
  const std::uint32_t polynomial = polynomial_of(dimension);
  const int degree = degree_of(polynomial);
  SeedStream seeds(dimension);
  for (int i = 0; i < bits<Word>(); ++i) {
    if (i < degree) {
      vectors[i] = reversed_to_top<Word>(first_number(dimension, i, &seeds), i + 1);
      continue;
    }
    vectors[i] = vectors[i - degree] ^ (vectors[i - degree] >> degree);
    for (int k = 1; k < degree; ++k) {
      if (((polynomial >> (degree - k)) & 1u) != 0) vectors[i] ^= vectors[i - k];
    }
  }
  return vectors;
}

template <class Word>
Vectors<Word> scrambled_vectors(unsigned dimension) {
  SeedStream seeds = scramble_seeds<Word>(dimension);
  const Vectors<Word> plain = direction_vectors<Word>(dimension);
  Vectors<Word> mixed = {};
  for (int place = 0; place < bits<Word>(); ++place) {  // from the highest bit down
    const int bit = bits<Word>() - 1 - place;
    const Word own = Word{1} << bit;
    const Word above = static_cast<Word>(seeds.next()) & ~(own | (own - 1));
    for (int i = 0; i < bits<Word>(); ++i) {
      const auto parity = __builtin_parityll(plain[i] & (own | above));
      mixed[i] |= static_cast<Word>(parity) << bit;
    }
  }
  return mixed;
}

template <class Word>
Word scramble_constant(unsigned dimension) {
  SeedStream seeds = scramble_seeds<Word>(dimension + kDimensions);
  return static_cast<Word>(seeds.next());
}

template <class Word>
const Vectors<Word>* direction_table(bool scrambled) {
  const auto build = [](bool mixed) {
    auto* const table = new Vectors<Word>[kDimensions];
    for (unsigned i = 0; i < kDimensions; ++i) {
      table[i] = mixed ? scrambled_vectors<Word>(i) : direction_vectors<Word>(i);
    }
    return table;
  };
  if (scrambled) {
    static const Vectors<Word>* const table = build(true);
    return table;
  }
  static const Vectors<Word>* const table = build(false);
  return table;
}

template <class Word>
const Word* scramble_table() {
  static const Word* const table = [] {
    auto* const constants = new Word[kDimensions];
    for (unsigned i = 0; i < kDimensions; ++i) constants[i] = scramble_constant<Word>(i);
    return constants;
  }();
  return table;
}

template Vectors<unsigned> direction_vectors<unsigned>(unsigned);
template Vectors<unsigned long long> direction_vectors<unsigned long long>(unsigned);
template Vectors<unsigned> scrambled_vectors<unsigned>(unsigned);
template Vectors<unsigned long long> scrambled_vectors<unsigned long long>(unsigned);
template unsigned scramble_constant<unsigned>(unsigned);
template unsigned long long scramble_constant<unsigned long long>(unsigned);
template const Vectors<unsigned>* direction_table<unsigned>(bool);
template const Vectors<unsigned long long>* direction_table<unsigned long long>(bool);
template const unsigned* scramble_table<unsigned>();
template const unsigned long long* scramble_table<unsigned long long>();

}  // namespace musasim::rand
