// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): the block
// function, and the device state over it. The key is the seed; the counter is the place in the
// sequence of 2^64 blocks in its lower half, and the number of the sequence in its upper one.
#pragma once

#include <cstdint>

#include "vector_types.h"

namespace musasim {
namespace random {

inline uint4 philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xd2511f53u} * counter.x;
    const std::uint64_t second = std::uint64_t{0xcd9e8d57u} * counter.z;
    uint4 next;
    next.x = static_cast<unsigned>(second >> 32) ^ counter.y ^ key.x;
    next.y = static_cast<unsigned>(second);
    next.z = static_cast<unsigned>(first >> 32) ^ counter.w ^ key.y;
    next.w = static_cast<unsigned>(first);
    counter = next;
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return counter;
}

inline uint2 philox_key(std::uint64_t seed) {
  uint2 key;
  key.x = static_cast<unsigned>(seed);
  key.y = static_cast<unsigned>(seed >> 32);
  return key;
}

inline uint4 philox_counter(std::uint64_t block, std::uint64_t sequence) {
  uint4 counter;
  counter.x = static_cast<unsigned>(block);
  counter.y = static_cast<unsigned>(block >> 32);
  counter.z = static_cast<unsigned>(sequence);
  counter.w = static_cast<unsigned>(sequence >> 32);
  return counter;
}

inline unsigned word_of(const uint4& block, unsigned index) {
  return index == 0 ? block.x : index == 1 ? block.y : index == 2 ? block.z : block.w;
}

}  // namespace random
}  // namespace musasim

struct murandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;  // how many words of the output are taken
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;

  unsigned int next() {
    const unsigned result = musasim::random::word_of(output, STATE++);
    if (STATE == 4) {
      STATE = 0;
      skip(4);
    }
    return result;
  }

  // Forward by n numbers.
  void skip(unsigned long long n) {
    const unsigned long long words = STATE + (n & 3u);
    const unsigned long long blocks = (n >> 2) + (words >> 2);
    STATE = static_cast<unsigned>(words & 3u);
    const std::uint64_t low = (std::uint64_t{ctr.y} << 32 | ctr.x) + blocks;
    // A carry goes on in the next sequence.
    if (low < blocks) skip_sequence(1);
    ctr.x = static_cast<unsigned>(low);
    ctr.y = static_cast<unsigned>(low >> 32);
    output = musasim::random::philox4x32_10(ctr, key);
  }

  void skip_sequence(unsigned long long n) {
    const std::uint64_t high = (std::uint64_t{ctr.w} << 32 | ctr.z) + n;
    ctr.z = static_cast<unsigned>(high);
    ctr.w = static_cast<unsigned>(high >> 32);
    output = musasim::random::philox4x32_10(ctr, key);
  }
};
typedef struct murandStatePhilox4_32_10 murandStatePhilox4_32_10_t;
typedef struct murandStatePhilox4_32_10 murand_state_philox4_32_10_t;
typedef struct murandStatePhilox4_32_10 murand_state_philox4x32_10;

inline void murand_init(unsigned long long seed, unsigned long long subsequence,
                        unsigned long long offset, murandStatePhilox4_32_10_t* state) {
  *state = murandStatePhilox4_32_10_t();
  state->key = musasim::random::philox_key(seed);
  state->ctr = musasim::random::philox_counter(0, subsequence);
  state->skip(offset);
}

inline unsigned int murand(murandStatePhilox4_32_10_t* state) { return state->next(); }

inline uint4 murand4(murandStatePhilox4_32_10_t* state) {
  uint4 result;
  result.x = state->next();
  result.y = state->next();
  result.z = state->next();
  result.w = state->next();
  return result;
}

inline void skipahead(unsigned long long n, murandStatePhilox4_32_10_t* state) { state->skip(n); }
inline void skipahead_sequence(unsigned long long n, murandStatePhilox4_32_10_t* state) {
  state->skip_sequence(n);
}
