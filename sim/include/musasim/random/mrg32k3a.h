// MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random
// number generators", 1999). Subsequences of one seed lie 2^76 numbers apart, sequences 2^127.
#pragma once

#include <cstdint>

namespace musasim {
namespace random {

struct MrgMatrix {
  std::uint64_t at[3][3];
};

inline constexpr std::uint64_t mrg_modulus(int component) {
  return component == 0 ? 4294967087ULL : 4294944443ULL;
}

// One step: s becomes (s1, s2, a * s).
inline MrgMatrix mrg_step(int component) {
  const std::uint64_t m = mrg_modulus(component);
  if (component == 0) return MrgMatrix{{{0, 1, 0}, {0, 0, 1}, {m - 810728, 1403580, 0}}};
  return MrgMatrix{{{0, 1, 0}, {0, 0, 1}, {m - 1370589, 0, 527612}}};
}

inline MrgMatrix product(const MrgMatrix& a, const MrgMatrix& b, std::uint64_t m) {
  MrgMatrix result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      std::uint64_t sum = 0;
      for (int k = 0; k < 3; ++k) sum = (sum + a.at[i][k] * b.at[k][j] % m) % m;
      result.at[i][j] = sum;
    }
  }
  return result;
}

// Moves the three words of a component by n * 2^shift steps.
inline void mrg_jump(int component, std::uint64_t n, int shift, unsigned int* s) {
  const std::uint64_t m = mrg_modulus(component);
  MrgMatrix power = mrg_step(component);
  for (int i = 0; i < shift; ++i) power = product(power, power, m);
  for (; n != 0; n >>= 1) {
    if ((n & 1u) != 0) {
      std::uint64_t moved[3];
      for (int i = 0; i < 3; ++i) {
        moved[i] = 0;
        for (int k = 0; k < 3; ++k) moved[i] = (moved[i] + power.at[i][k] * s[k] % m) % m;
      }
      for (int i = 0; i < 3; ++i) s[i] = static_cast<unsigned>(moved[i]);
    }
    power = product(power, power, m);
  }
}

}  // namespace random
}  // namespace musasim

struct murandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;

  // In [1, 4294967087].
  unsigned int next() {
    const std::uint64_t m1 = musasim::random::mrg_modulus(0);
    const std::uint64_t m2 = musasim::random::mrg_modulus(1);
    const std::uint64_t p1 = (1403580ULL * s1[1] + 810728ULL * (m1 - s1[0])) % m1;
    const std::uint64_t p2 = (527612ULL * s2[2] + 1370589ULL * (m2 - s2[0])) % m2;
    shift(s1, p1);
    shift(s2, p2);
    return static_cast<unsigned>(p1 > p2 ? p1 - p2 : p1 + m1 - p2);
  }

  void skip(unsigned long long n) { jump(n, 0); }
  void skip_subsequence(unsigned long long n) { jump(n, 76); }
  void skip_sequence(unsigned long long n) { jump(n, 127); }

 private:
  static void shift(unsigned int* s, std::uint64_t value) {
    s[0] = s[1];
    s[1] = s[2];
    s[2] = static_cast<unsigned>(value);
  }
  void jump(unsigned long long n, int power) {
    musasim::random::mrg_jump(0, n, power, s1);
    musasim::random::mrg_jump(1, n, power, s2);
  }
};
typedef struct murandStateMRG32k3a murandStateMRG32k3a_t;

// The paper's start, multiplied by the seed's halves in turn; as cuRAND does it.
inline void murand_init(unsigned long long seed, unsigned long long subsequence,
                        unsigned long long offset, murandStateMRG32k3a_t* state) {
  *state = murandStateMRG32k3a_t();
  const std::uint64_t low = seed == 0 ? 1u : static_cast<unsigned>(seed) ^ 0x55555555u;
  const std::uint64_t high = seed == 0 ? 1u : static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t first = i == 1 ? high : low;
    const std::uint64_t second = i == 1 ? low : high;
    state->s1[i] = static_cast<unsigned>(first * 12345u % musasim::random::mrg_modulus(0));
    state->s2[i] = static_cast<unsigned>(second * 12345u % musasim::random::mrg_modulus(1));
  }
  if (subsequence != 0) state->skip_subsequence(subsequence);
  if (offset != 0) state->skip(offset);
}

// Spread over all 32 bits.
inline unsigned int murand(murandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(state->next() * 1.000000048662);
}
inline void skipahead(unsigned long long n, murandStateMRG32k3a_t* state) { state->skip(n); }
inline void skipahead_subsequence(unsigned long long n, murandStateMRG32k3a_t* state) {
  state->skip_subsequence(n);
}
inline void skipahead_sequence(unsigned long long n, murandStateMRG32k3a_t* state) {
  state->skip_sequence(n);
}
