// Normal and log normal numbers: of pseudorandom generators two at a time by Box and Muller's
// method, of quasirandom ones by the inverse of the distribution, which keeps their evenness.
#pragma once

#include <cmath>

#include "musasim/random/sobol.h"
#include "musasim/random/uniform.h"
#include "musasim/special.h"
#include "vector_types.h"

namespace musasim {
namespace random {

inline float2 box_muller(float u, float v) {
  const float radius = std::sqrt(-2.0f * std::log(u));
  const float angle = 6.2831853f * v;
  float2 result;
  result.x = radius * std::sin(angle);
  result.y = radius * std::cos(angle);
  return result;
}
inline double2 box_muller(double u, double v) {
  const double radius = std::sqrt(-2.0 * std::log(u));
  const double angle = 6.283185307179586 * v;
  double2 result;
  result.x = radius * std::sin(angle);
  result.y = radius * std::cos(angle);
  return result;
}

// The x below which a normal number lies with probability p; finite for 1, too.
inline double normal_quantile(double p) {
  return special::normal_quantile(p >= 1.0 ? 1.0 - 5.551115123125783e-17 * 2 : p);
}

// Normal numbers from the states of a generator.
template <class State>
struct Normal {
  static float2 two(State* state) {
    const float u = draw_float(state);
    return box_muller(u, draw_float(state));
  }
  static double2 two_double(State* state) {
    const double u = draw_double(state);
    return box_muller(u, draw_double(state));
  }
  static float one(State* state) {
    if (state->boxmuller_flag != 0) {
      state->boxmuller_flag = 0;
      return state->boxmuller_extra;
    }
    const float2 both = two(state);
    state->boxmuller_extra = both.y;
    state->boxmuller_flag = 1;
    return both.x;
  }
  static double one_double(State* state) {
    if (state->boxmuller_flag_double != 0) {
      state->boxmuller_flag_double = 0;
      return state->boxmuller_extra_double;
    }
    const double2 both = two_double(state);
    state->boxmuller_extra_double = both.y;
    state->boxmuller_flag_double = 1;
    return both.x;
  }
};

template <class State>
struct QuasiNormal {
  static double one_double(State* state) { return normal_quantile(draw_double(state)); }
  static float one(State* state) { return static_cast<float>(one_double(state)); }
};
// The middle of what a number of 32 bits stands for.
struct QuasiNormal32 {
  static double one_double(SobolState<unsigned>* state) {
    return normal_quantile((state->next() + 0.5) * 2.3283064365386963e-10);
  }
  static float one(SobolState<unsigned>* state) { return static_cast<float>(one_double(state)); }
};
template <>
struct Normal<murandStateSobol32> : QuasiNormal32 {};
template <>
struct Normal<murandStateScrambledSobol32> : QuasiNormal32 {};
template <>
struct Normal<murandStateSobol64> : QuasiNormal<murandStateSobol64> {};
template <>
struct Normal<murandStateScrambledSobol64> : QuasiNormal<murandStateScrambledSobol64> {};

}  // namespace random
}  // namespace musasim

template <class State>
inline float murand_normal(State* state) {
  return musasim::random::Normal<State>::one(state);
}
template <class State>
inline double murand_normal_double(State* state) {
  return musasim::random::Normal<State>::one_double(state);
}
template <class State>
inline float2 murand_normal2(State* state) {
  return musasim::random::Normal<State>::two(state);
}
template <class State>
inline double2 murand_normal2_double(State* state) {
  return musasim::random::Normal<State>::two_double(state);
}
inline float4 murand_normal4(murandStatePhilox4_32_10_t* state) {
  const float2 first = murand_normal2(state);
  const float2 second = murand_normal2(state);
  float4 result;
  result.x = first.x;
  result.y = first.y;
  result.z = second.x;
  result.w = second.y;
  return result;
}
inline double4 murand_normal4_double(murandStatePhilox4_32_10_t* state) {
  const double2 first = murand_normal2_double(state);
  const double2 second = murand_normal2_double(state);
  double4 result;
  result.x = first.x;
  result.y = first.y;
  result.z = second.x;
  result.w = second.y;
  return result;
}

template <class State>
inline float murand_log_normal(State* state, float mean, float stddev) {
  return std::exp(mean + stddev * murand_normal(state));
}
template <class State>
inline double murand_log_normal_double(State* state, double mean, double stddev) {
  return std::exp(mean + stddev * murand_normal_double(state));
}
template <class State>
inline float2 murand_log_normal2(State* state, float mean, float stddev) {
  float2 result = murand_normal2(state);
  result.x = std::exp(mean + stddev * result.x);
  result.y = std::exp(mean + stddev * result.y);
  return result;
}
template <class State>
inline double2 murand_log_normal2_double(State* state, double mean, double stddev) {
  double2 result = murand_normal2_double(state);
  result.x = std::exp(mean + stddev * result.x);
  result.y = std::exp(mean + stddev * result.y);
  return result;
}
inline float4 murand_log_normal4(murandStatePhilox4_32_10_t* state, float mean, float stddev) {
  float4 result = murand_normal4(state);
  result.x = std::exp(mean + stddev * result.x);
  result.y = std::exp(mean + stddev * result.y);
  result.z = std::exp(mean + stddev * result.z);
  result.w = std::exp(mean + stddev * result.w);
  return result;
}
