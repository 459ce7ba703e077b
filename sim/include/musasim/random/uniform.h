// Numbers in (0, 1] of float and double from the bits of each generator.
#pragma once

#include <cstdint>

#include "musasim/random/mrg32k3a.h"
#include "musasim/random/philox.h"
#include "musasim/random/sobol.h"
#include "vector_types.h"

namespace musasim {
namespace random {

inline float uniform_float(std::uint32_t bits) {
  return static_cast<float>(bits) * 2.3283064365386963e-10f + 1.16415321826934814e-10f;
}
// 53 of the 64 bits.
inline double uniform_double(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 1.1102230246251565e-16 + 5.551115123125783e-17;
}
// All of 32.
inline double uniform_double(std::uint32_t bits) {
  return bits * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
inline double uniform_double(std::uint32_t first, std::uint32_t second) {
  const std::uint64_t bits = std::uint64_t{first} ^ (std::uint64_t{second} << 21);
  return static_cast<double>(bits) * 1.1102230246251565e-16 + 5.551115123125783e-17;
}
// Converts MRG32k3a's numbers in [1, m1].
inline double uniform_mrg(std::uint32_t number) { return number * 2.3283065498378288e-10; }

// Uniform numbers from the states of a generator.
template <class State>
struct Draw {
  static float one(State* state) { return uniform_float(state->next()); }
  static double one_double(State* state) {
    const std::uint32_t first = state->next();
    return uniform_double(first, state->next());
  }
};
template <>
struct Draw<murandStateMRG32k3a> {
  static float one(murandStateMRG32k3a* state) {
    return static_cast<float>(uniform_mrg(state->next()));
  }
  static double one_double(murandStateMRG32k3a* state) { return uniform_mrg(state->next()); }
};
struct DrawSobol32 {
  static float one(SobolState<unsigned int>* state) { return uniform_float(state->next()); }
  static double one_double(SobolState<unsigned int>* state) {
    return uniform_double(std::uint32_t{state->next()});
  }
};
struct DrawSobol64 {
  static float one(SobolState<unsigned long long>* state) {
    return uniform_float(static_cast<std::uint32_t>(state->next() >> 32));
  }
  static double one_double(SobolState<unsigned long long>* state) {
    return uniform_double(std::uint64_t{state->next()});
  }
};
template <>
struct Draw<murandStateSobol32> : DrawSobol32 {};
template <>
struct Draw<murandStateScrambledSobol32> : DrawSobol32 {};
template <>
struct Draw<murandStateSobol64> : DrawSobol64 {};
template <>
struct Draw<murandStateScrambledSobol64> : DrawSobol64 {};

template <class State>
inline float draw_float(State* state) {
  return Draw<State>::one(state);
}
template <class State>
inline double draw_double(State* state) {
  return Draw<State>::one_double(state);
}

}  // namespace random
}  // namespace musasim

template <class State>
inline float murand_uniform(State* state) {
  return musasim::random::draw_float(state);
}
template <class State>
inline double murand_uniform_double(State* state) {
  return musasim::random::draw_double(state);
}
// It takes one word, unlike XORWOW's.
inline double murand_uniform_double(murandStatePhilox4_32_10_t* state) {
  return musasim::random::uniform_double(std::uint32_t{state->next()});
}
inline float4 murand_uniform4(murandStatePhilox4_32_10_t* state) {
  float4 result;
  result.x = murand_uniform(state);
  result.y = murand_uniform(state);
  result.z = murand_uniform(state);
  result.w = murand_uniform(state);
  return result;
}
inline double2 murand_uniform2_double(murandStatePhilox4_32_10_t* state) {
  double2 result;
  result.x = musasim::random::draw_double(state);
  result.y = musasim::random::draw_double(state);
  return result;
}
inline double4 murand_uniform4_double(murandStatePhilox4_32_10_t* state) {
  double4 result;
  result.x = musasim::random::draw_double(state);
  result.y = musasim::random::draw_double(state);
  result.z = musasim::random::draw_double(state);
  result.w = musasim::random::draw_double(state);
  return result;
}
