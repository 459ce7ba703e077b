// Fills memory with a share of a sequence.
#include "murand/job.h"

#include <cmath>
#include <type_traits>

#include "murand/sobol_vectors.h"

namespace musasim::rand {
namespace {

template <class State>
constexpr bool kQuasi = std::is_base_of_v<random::SobolState<unsigned>, State> ||
                        std::is_base_of_v<random::SobolState<unsigned long long>, State>;

// Calls visit(state, begin, end) once, with the state at the job's start.
template <class State, class Visit>
void with_pseudo(const Job& job, std::size_t count, Visit visit) {
  State state;
  murand_init(job.seed, 0, job.start, &state);
  visit(state, std::size_t{0}, count);
}

template <class Visit>
void with_mersenne(const Job& job, std::size_t count, std::uint64_t numbers, Visit visit) {
  MersenneState state = job.mersenne->at(job.start);
  visit(state, std::size_t{0}, count);
  job.mersenne->keep(state, job.start + numbers);
}

// Calls it for each dimension.
template <class State, class Word, class Visit>
void with_quasi(const Job& job, std::size_t count, bool scrambled, Visit visit) {
  const std::size_t share = count / job.dimensions;
  for (unsigned dimension = 0; dimension < job.dimensions; ++dimension) {
    const auto vectors =
        scrambled ? scrambled_vectors<Word>(dimension) : direction_vectors<Word>(dimension);
    State state;
    state.init(vectors.data(), scrambled ? scramble_constant<Word>(dimension) : 0, job.start);
    visit(state, dimension * share, (dimension + 1) * share);
  }
}

// `numbers` is what a pseudorandom sequence gives for it.
template <class Visit>
void visit_states(const Job& job, std::size_t count, std::uint64_t numbers, Visit visit) {
  switch (job.type) {
    case MURAND_RNG_PSEUDO_XORWOW: return with_pseudo<murandStateXORWOW>(job, count, visit);
    case MURAND_RNG_PSEUDO_MRG32K3A: return with_pseudo<murandStateMRG32k3a>(job, count, visit);
    case MURAND_RNG_PSEUDO_PHILOX4_32_10:
      return with_pseudo<murandStatePhilox4_32_10>(job, count, visit);
    case MURAND_RNG_PSEUDO_MT19937: return with_mersenne(job, count, numbers, visit);
    case MURAND_RNG_QUASI_SOBOL32:
      return with_quasi<murandStateSobol32, unsigned>(job, count, false, visit);
    case MURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
      return with_quasi<murandStateScrambledSobol32, unsigned>(job, count, true, visit);
    case MURAND_RNG_QUASI_SOBOL64:
      return with_quasi<murandStateSobol64, unsigned long long>(job, count, false, visit);
    case MURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return with_quasi<murandStateScrambledSobol64, unsigned long long>(job, count, true, visit);
    default: return;
  }
}

// Each value of `out` from transform(normal number).
template <class Real, class Transform>
void fill_from_normal(const Job& job, Real* out, std::size_t count, Transform transform) {
  constexpr bool kDouble = std::is_same_v<Real, double>;
  visit_states(job, count, kDouble ? 2 * count : count,
               [&](auto& state, std::size_t begin, std::size_t end) {
                 using State = std::decay_t<decltype(state)>;
                 using Normal = random::Normal<State>;
                 if constexpr (kQuasi<State>) {
                   for (std::size_t i = begin; i < end; ++i) {
                     out[i] = transform(static_cast<Real>(Normal::one_double(&state)));
                   }
                 } else {
                   for (std::size_t i = begin; i + 1 < end; i += 2) {
                     if constexpr (kDouble) {
                       const double2 pair = Normal::two_double(&state);
                       out[i] = transform(pair.x);
                       out[i + 1] = transform(pair.y);
                     } else {
                       const float2 pair = Normal::two(&state);
                       out[i] = transform(pair.x);
                       out[i + 1] = transform(pair.y);
                     }
                   }
                 }
               });
}

}  // namespace

void fill_bits(const Job& job, unsigned* out, std::size_t count) {
  visit_states(job, count, count, [&](auto& state, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = static_cast<unsigned>(state.next());
  });
}

void fill_bits(const Job& job, unsigned long long* out, std::size_t count) {
  visit_states(job, count, count, [&](auto& state, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = state.next();
  });
}

void fill_uniform(const Job& job, float* out, std::size_t count) {
  visit_states(job, count, count, [&](auto& state, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = random::draw_float(&state);
  });
}

void fill_uniform(const Job& job, double* out, std::size_t count) {
  visit_states(job, count, 2 * count, [&](auto& state, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = random::draw_double(&state);
  });
}

void fill_normal(const Job& job, float* out, std::size_t count, float mean, float deviation) {
  fill_from_normal(job, out, count, [=](float x) { return mean + deviation * x; });
}
void fill_normal(const Job& job, double* out, std::size_t count, double mean, double deviation) {
  fill_from_normal(job, out, count, [=](double x) { return mean + deviation * x; });
}
void fill_log_normal(const Job& job, float* out, std::size_t count, float mean, float deviation) {
  fill_from_normal(job, out, count, [=](float x) { return std::exp(mean + deviation * x); });
}
void fill_log_normal(const Job& job, double* out, std::size_t count, double mean,
                     double deviation) {
  fill_from_normal(job, out, count, [=](double x) { return std::exp(mean + deviation * x); });
}

void fill_discrete(const Job& job, unsigned* out, std::size_t count,
                   const murandDiscreteDistribution_st& distribution) {
  visit_states(job, count, 2 * count, [&](auto& state, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      out[i] = distribution.value_at(random::draw_double(&state));
    }
  });
}

}  // namespace musasim::rand
