// Quasirandom generators: the known first points, evenness in every dimension, the order in memory.
#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"
#include "murand_kernel.h"

namespace {

murandGenerator_t make(murandRngType_t type, unsigned dimensions) {
  murandGenerator_t generator = nullptr;
  EQUAL(murandCreateGeneratorHost(&generator, type), MURAND_STATUS_SUCCESS);
  EQUAL(murandSetQuasiRandomGeneratorDimensions(generator, dimensions), MURAND_STATUS_SUCCESS);
  return generator;
}

// Each of 2^bits equal intervals holds one of 2^bits points.
template <class Word>
bool even(std::vector<Word> values, int bits) {
  for (Word& value : values) value >>= 8 * sizeof(Word) - bits;
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != i) return false;
  }
  return true;
}

}  // namespace

TEST(sobol32_gives_the_known_points_dimension_by_dimension) {
  murandGenerator_t generator = make(MURAND_RNG_QUASI_SOBOL32, 3);
  std::vector<unsigned> out(24);
  EQUAL(murandGenerate(generator, out.data(), 24), MURAND_STATUS_SUCCESS);
  const double expected[3][8] = {{0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125},
                                 {0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625},
                                 {0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375}};
  for (int d = 0; d < 3; ++d) {
    for (int i = 0; i < 8; ++i) EQUAL(std::ldexp(out[d * 8 + i], -32), expected[d][i]);
  }
  std::vector<unsigned> later(3);
  EQUAL(murandSetGeneratorOffset(generator, 5), MURAND_STATUS_SUCCESS);
  murandGenerate(generator, later.data(), 3);
  EQUAL(later[0], out[5]);
  EQUAL(later[2], out[21]);
  EQUAL(murandGenerate(generator, out.data(), 25), MURAND_STATUS_LENGTH_NOT_MULTIPLE);
  murandDestroyGenerator(generator);
}

TEST(every_dimension_is_even) {
  for (const auto type : {MURAND_RNG_QUASI_SOBOL32, MURAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
    murandGenerator_t generator = make(type, 300);
    std::vector<unsigned> out(300 * 256);
    EQUAL(murandGenerate(generator, out.data(), out.size()), MURAND_STATUS_SUCCESS);
    for (std::size_t d = 0; d < 300; ++d) {
      CHECK(even(std::vector<unsigned>(out.begin() + d * 256, out.begin() + (d + 1) * 256), 8));
    }
    murandDestroyGenerator(generator);
  }
  for (const auto type : {MURAND_RNG_QUASI_SOBOL64, MURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    murandGenerator_t generator = make(type, 50);
    std::vector<unsigned long long> out(50 * 256);
    EQUAL(murandGenerateLongLong(generator, out.data(), out.size()), MURAND_STATUS_SUCCESS);
    for (std::size_t d = 0; d < 50; ++d) {
      CHECK(even(
          std::vector<unsigned long long>(out.begin() + d * 256, out.begin() + (d + 1) * 256), 8));
    }
    murandDestroyGenerator(generator);
  }
}

// Together two dimensions fill every one of 16 x 16 squares with 256 points (for the first pairs).
TEST(first_dimensions_fill_the_square) {
  murandGenerator_t generator = make(MURAND_RNG_QUASI_SOBOL32, 2);
  std::vector<unsigned> out(512);
  murandGenerate(generator, out.data(), 512);
  std::vector<int> cells(256);
  for (int i = 0; i < 256; ++i) ++cells[(out[i] >> 28) * 16 + (out[256 + i] >> 28)];
  for (const int count : cells) EQUAL(count, 1);
  murandDestroyGenerator(generator);
}

TEST(scrambled_sequences_are_shifted_and_reproducible) {
  murandGenerator_t plain = make(MURAND_RNG_QUASI_SOBOL32, 1);
  murandGenerator_t scrambled = make(MURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 1);
  murandGenerator_t again = make(MURAND_RNG_QUASI_SCRAMBLED_SOBOL32, 1);
  std::vector<unsigned> a(64), b(64), c(64);
  murandGenerate(plain, a.data(), 64);
  murandGenerate(scrambled, b.data(), 64);
  murandGenerate(again, c.data(), 64);
  CHECK(a != b && b == c && b[0] != 0);
  for (murandGenerator_t generator : {plain, scrambled, again}) murandDestroyGenerator(generator);
}

TEST(direction_vectors_feed_the_device_states) {
  murandDirectionVectors32_t* vectors = nullptr;
  EQUAL(murandGetDirectionVectors32(&vectors, MURAND_DIRECTION_VECTORS_32_JOEKUO6),
        MURAND_STATUS_SUCCESS);
  EQUAL(vectors[1][1], 0xc0000000u);
  murandGenerator_t generator = make(MURAND_RNG_QUASI_SOBOL32, 7);
  std::vector<float> out(7 * 10);
  murandSetGeneratorOffset(generator, 3);
  murandGenerateUniform(generator, out.data(), 70);
  murandStateSobol32_t state;
  murand_init(vectors[6], 3, &state);
  for (int i = 0; i < 10; ++i) EQUAL(murand_uniform(&state), out[60 + i]);
  skipahead(90, &state);
  murandSetGeneratorOffset(generator, 103);
  std::vector<double> normal(7);
  murandGenerateNormalDouble(generator, normal.data(), 7, 0.0, 1.0);
  EQUAL(murand_normal_double(&state), normal[6]);
  murandDestroyGenerator(generator);
  EQUAL(murandGetDirectionVectors32(&vectors, MURAND_DIRECTION_VECTORS_64_JOEKUO6),
        MURAND_STATUS_OUT_OF_RANGE);
}

TEST(scramble_constants_complete_the_scrambled_states) {
  murandDirectionVectors64_t* vectors = nullptr;
  unsigned long long* constants = nullptr;
  EQUAL(murandGetDirectionVectors64(&vectors, MURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6),
        MURAND_STATUS_SUCCESS);
  EQUAL(murandGetScrambleConstants64(&constants), MURAND_STATUS_SUCCESS);
  murandGenerator_t generator = make(MURAND_RNG_QUASI_SCRAMBLED_SOBOL64, 5);
  std::vector<unsigned long long> out(5 * 4);
  murandGenerateLongLong(generator, out.data(), 20);
  murandStateScrambledSobol64_t state;
  murand_init(vectors[4], constants[4], 0ULL, &state);
  for (int i = 0; i < 4; ++i) EQUAL(murand(&state), out[16 + i]);
  unsigned* narrow = nullptr;
  EQUAL(murandGetScrambleConstants32(&narrow), MURAND_STATUS_SUCCESS);
  CHECK(narrow[0] != narrow[1]);
  murandDestroyGenerator(generator);
}

TEST_MAIN()
