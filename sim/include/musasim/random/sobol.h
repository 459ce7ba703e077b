// States of Sobol sequences (one dimension each), of 32 and 64 bits, plain and scrambled. Direction
// vectors come from murandGetDirectionVectors32() and its like; a scrambled sequence is the one of
// scrambled vectors, shifted by a constant.
#pragma once

#include <cstdint>

namespace musasim {
namespace random {

// Numbers come in the order of the Gray code, so that each differs from the last in one vector.
template <class Word>
struct SobolState {
  static constexpr int kBits = 8 * static_cast<int>(sizeof(Word));

  unsigned long long i;
  Word x;
  Word c;
  Word direction_vectors[kBits];

  void init(const Word* vectors, Word shift, unsigned long long offset) {
    for (int bit = 0; bit < kBits; ++bit) direction_vectors[bit] = vectors[bit];
    c = shift;
    go_to(offset);
  }

  void go_to(unsigned long long place) {
    i = place;
    x = c;
    const unsigned long long gray = place ^ (place >> 1);
    for (int bit = 0; bit < kBits; ++bit) {
      if (((gray >> bit) & 1u) != 0) x ^= direction_vectors[bit];
    }
  }

  Word next() {
    const Word result = x;
    int bit = 0;  // the lowest zero of i
    while (((i >> bit) & 1u) != 0) ++bit;
    if (bit < kBits) x ^= direction_vectors[bit];
    ++i;
    return result;
  }
};

}  // namespace random
}  // namespace musasim

struct murandStateSobol32 : musasim::random::SobolState<unsigned int> {};
struct murandStateScrambledSobol32 : musasim::random::SobolState<unsigned int> {};
struct murandStateSobol64 : musasim::random::SobolState<unsigned long long> {};
struct murandStateScrambledSobol64 : musasim::random::SobolState<unsigned long long> {};
typedef struct murandStateSobol32 murandStateSobol32_t;
typedef struct murandStateScrambledSobol32 murandStateScrambledSobol32_t;
typedef struct murandStateSobol64 murandStateSobol64_t;
typedef struct murandStateScrambledSobol64 murandStateScrambledSobol64_t;

inline void murand_init(const unsigned int* direction_vectors, unsigned int offset,
                        murandStateSobol32_t* state) {
  state->init(direction_vectors, 0, offset);
}
inline void murand_init(const unsigned int* direction_vectors, unsigned int scramble_c,
                        unsigned int offset, murandStateScrambledSobol32_t* state) {
  state->init(direction_vectors, scramble_c, offset);
}
inline void murand_init(const unsigned long long* direction_vectors, unsigned long long offset,
                        murandStateSobol64_t* state) {
  state->init(direction_vectors, 0, offset);
}
inline void murand_init(const unsigned long long* direction_vectors, unsigned long long scramble_c,
                        unsigned long long offset, murandStateScrambledSobol64_t* state) {
  state->init(direction_vectors, scramble_c, offset);
}

inline unsigned int murand(musasim::random::SobolState<unsigned int>* state) {
  return state->next();
}
inline unsigned long long murand(musasim::random::SobolState<unsigned long long>* state) {
  return state->next();
}
template <class Word>
inline void skipahead(unsigned long long n, musasim::random::SobolState<Word>* state) {
  state->go_to(state->i + n);
}
