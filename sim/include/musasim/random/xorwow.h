// XORWOW (Marsaglia, "Xorshift RNGs", 2003): five words that are linear over bits, and a counter
// that is added. Steps of any length go by powers of the linear part's matrix. Sequences of one
// seed lie 2^67 numbers apart.
#pragma once

#include <cstdint>

namespace musasim {
namespace random {

struct XorwowWords {
  std::uint32_t word[5];
};

inline void xorwow_step(XorwowWords* words) {
  std::uint32_t* const v = words->word;
  const std::uint32_t t = v[0] ^ (v[0] >> 2);
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}

// The images of the 160 single bits.
struct XorwowMatrix {
  XorwowWords image[160];

  void apply(XorwowWords* words) const {
    XorwowWords sum = {};
    for (int bit = 0; bit < 160; ++bit) {
      if (((words->word[bit / 32] >> (bit % 32)) & 1u) == 0) continue;
      for (int i = 0; i < 5; ++i) sum.word[i] ^= image[bit].word[i];
    }
    *words = sum;
  }
};

// Steps of 2^0, 2^1 ... 2^130: enough for 64 bits of numbers and 64 bits of sequences.
struct XorwowJumps {
  static constexpr int kPowers = 131;
  XorwowMatrix power[kPowers];

  XorwowJumps() {
    for (int bit = 0; bit < 160; ++bit) {
      XorwowWords one = {};
      one.word[bit / 32] = std::uint32_t{1} << (bit % 32);
      xorwow_step(&one);
      power[0].image[bit] = one;
    }
    for (int i = 1; i < kPowers; ++i) {
      power[i] = power[i - 1];
      for (int bit = 0; bit < 160; ++bit) power[i - 1].apply(&power[i].image[bit]);
    }
  }

  // By n * 2^shift.
  void jump(std::uint64_t n, int shift, XorwowWords* words) const {
    for (int i = 0; n != 0; ++i, n >>= 1) {
      if ((n & 1u) != 0) power[i + shift].apply(words);
    }
  }
};

// Made at the first call, by a library: a kernel's thread that made them might be interrupted.
__attribute__((visibility("default"))) const XorwowJumps& xorwow_jumps();

}  // namespace random
}  // namespace musasim

struct murandStateXORWOW {
  unsigned int d;
  unsigned int v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;

  unsigned int next() {
    musasim::random::XorwowWords words = linear();
    musasim::random::xorwow_step(&words);
    set(words);
    d += 362437u;
    return d + v[4];
  }

  void skip(unsigned long long n) {
    musasim::random::XorwowWords words = linear();
    musasim::random::xorwow_jumps().jump(n, 0, &words);
    set(words);
    d += static_cast<unsigned>(n) * 362437u;
  }

  // 2^67 steps of d are none.
  void skip_sequence(unsigned long long n) {
    musasim::random::XorwowWords words = linear();
    musasim::random::xorwow_jumps().jump(n, 67, &words);
    set(words);
  }

 private:
  musasim::random::XorwowWords linear() const {
    musasim::random::XorwowWords words;
    for (int i = 0; i < 5; ++i) words.word[i] = v[i];
    return words;
  }
  void set(const musasim::random::XorwowWords& words) {
    for (int i = 0; i < 5; ++i) v[i] = words.word[i];
  }
};
typedef struct murandStateXORWOW murandStateXORWOW_t;
typedef struct murandStateXORWOW murandState_t;
typedef struct murandStateXORWOW murandState;

// The paper's start, to which the seed's halves are added; as cuRAND does it.
inline void murand_init(unsigned long long seed, unsigned long long subsequence,
                        unsigned long long offset, murandStateXORWOW_t* state) {
  *state = murandStateXORWOW_t();
  const unsigned low = (static_cast<unsigned>(seed) ^ 0xaad26b49u) * 1099087573u;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  state->d = 6615241u + low + high;
  state->v[0] = 123456789u + low;
  state->v[1] = 362436069u ^ low;
  state->v[2] = 521288629u + high;
  state->v[3] = 88675123u ^ high;
  state->v[4] = 5783321u + low;
  if (subsequence != 0) state->skip_sequence(subsequence);
  if (offset != 0) state->skip(offset);
}

inline unsigned int murand(murandStateXORWOW_t* state) { return state->next(); }
inline void skipahead(unsigned long long n, murandStateXORWOW_t* state) { state->skip(n); }
inline void skipahead_sequence(unsigned long long n, murandStateXORWOW_t* state) {
  state->skip_sequence(n);
}
