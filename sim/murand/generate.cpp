// The generating functions: each takes its share of the sequence at once, and fills the memory on
// the generator's stream (a host generator: at once too).
#include <functional>
#include <utility>

#include "murand/distribution.h"
#include "murand/generator.h"

namespace musasim::rand {
namespace {

enum class Width { k32, k64, kAny };

struct Request {
  const char* name;
  std::size_t count;
  unsigned numbers_each = 1;  // that a pseudorandom sequence gives for a value
  bool in_pairs = false;      // pseudorandom generators make these two at a time
  Width width = Width::kAny;
};

murandStatus_t check(const murandGenerator_st& generator, const Request& request) {
  const bool wide = has_64_bits(generator.type);
  if ((request.width == Width::k32 && wide) || (request.width == Width::k64 && !wide)) {
    return MURAND_STATUS_TYPE_ERROR;
  }
  const unsigned multiple = is_quasi(generator.type) ? generator.dimensions
                            : request.in_pairs       ? 2
                                                     : 1;
  return request.count % multiple == 0 ? MURAND_STATUS_SUCCESS : MURAND_STATUS_LENGTH_NOT_MULTIPLE;
}

std::uint64_t numbers_of(const murandGenerator_st& generator, const Request& request) {
  if (is_quasi(generator.type)) return request.count / generator.dimensions;
  // A number of MRG32k3a is a double by itself.
  const bool one = generator.type == MURAND_RNG_PSEUDO_MRG32K3A;
  return std::uint64_t{request.count} * (one ? 1 : request.numbers_each);
}

// Runs fill(job, memory) for the next share of the generator.
template <class T, class Fill>
murandStatus_t generate(const Request& request, murandGenerator_t handle, T* out,
                        Fill fill) noexcept {
  return with_generator(request.name, handle, [&](murandGenerator_st& live, const ApiCall& call) {
    if (const murandStatus_t wrong = check(live, request); wrong != MURAND_STATUS_SUCCESS) {
      return wrong;
    }
    if (request.count == 0) return MURAND_STATUS_SUCCESS;
    if (out == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
    const Job job{live.type, live.seed, live.place, live.dimensions, live.mersenne};
    if (live.on_host) {
      fill(job, out);
    } else {
      if (call.usable() != musaSuccess) return MURAND_STATUS_PREEXISTING_FAILURE;
      const musaError_t error = launch_work(live.stream, request.name, [=] {
        fill(job, backing(out));
        return musaSuccess;
      });
      if (error != musaSuccess) return MURAND_STATUS_LAUNCH_FAILURE;
    }
    live.place += numbers_of(live, request);
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t generate_discrete(const Request& request, murandGenerator_t handle, unsigned* out,
                                 const std::shared_ptr<Distribution>& distribution) noexcept {
  return generate(request, handle, out, [=](const Job& job, unsigned* memory) {
    fill_discrete(job, memory, request.count, distribution->view);
  });
}

template <class Make>
murandStatus_t with_distribution(const Request& request, murandGenerator_t handle, unsigned* out,
                                 bool valid, Make make) noexcept {
  return public_call(request.name, [&] {
    if (find_handle(handle) == nullptr) return MURAND_STATUS_NOT_INITIALIZED;
    if (!valid) return MURAND_STATUS_OUT_OF_RANGE;
    return generate_discrete(request, handle, out, make());
  });
}

murandStatus_t generate_poisson(const char* name, murandGenerator_t handle, unsigned* out,
                                std::size_t count, double lambda) noexcept {
  const bool valid = lambda > 0.0 && lambda <= kLargestLambda;
  return with_distribution({name, count, 2}, handle, out, valid,
                           [=] { return poisson_distribution(lambda); });
}

murandStatus_t generate_binomial(const char* name, murandGenerator_t handle, unsigned* out,
                                 std::size_t count, unsigned n, double p) noexcept {
  return with_distribution({name, count, 2}, handle, out, p >= 0.0 && p <= 1.0,
                           [=] { return binomial_distribution(n, p); });
}

}  // namespace
}  // namespace musasim::rand

using namespace musasim::rand;

murandStatus_t murandGenerate(murandGenerator_t generator, unsigned int* outputPtr, size_t num) {
  const Request request{__func__, num, 1, false, Width::k32};
  return generate(request, generator, outputPtr,
                  [num](const Job& job, unsigned* out) { fill_bits(job, out, num); });
}

murandStatus_t murandGenerateLongLong(murandGenerator_t generator, unsigned long long* outputPtr,
                                      size_t num) {
  const Request request{__func__, num, 1, false, Width::k64};
  return generate(request, generator, outputPtr,
                  [num](const Job& job, unsigned long long* out) { fill_bits(job, out, num); });
}

murandStatus_t murandGenerateUniform(murandGenerator_t generator, float* outputPtr, size_t num) {
  return generate({__func__, num}, generator, outputPtr,
                  [num](const Job& job, float* out) { fill_uniform(job, out, num); });
}

murandStatus_t murandGenerateUniformDouble(murandGenerator_t generator, double* outputPtr,
                                           size_t num) {
  return generate({__func__, num, 2}, generator, outputPtr,
                  [num](const Job& job, double* out) { fill_uniform(job, out, num); });
}

murandStatus_t murandGenerateNormal(murandGenerator_t generator, float* outputPtr, size_t n,
                                    float mean, float stddev) {
  return generate({__func__, n, 1, true}, generator, outputPtr,
                  [=](const Job& job, float* out) { fill_normal(job, out, n, mean, stddev); });
}

murandStatus_t murandGenerateNormalDouble(murandGenerator_t generator, double* outputPtr, size_t n,
                                          double mean, double stddev) {
  return generate({__func__, n, 2, true}, generator, outputPtr,
                  [=](const Job& job, double* out) { fill_normal(job, out, n, mean, stddev); });
}

murandStatus_t murandGenerateLogNormal(murandGenerator_t generator, float* outputPtr, size_t n,
                                       float mean, float stddev) {
  return generate({__func__, n, 1, true}, generator, outputPtr,
                  [=](const Job& job, float* out) { fill_log_normal(job, out, n, mean, stddev); });
}

murandStatus_t murandGenerateLogNormalDouble(murandGenerator_t generator, double* outputPtr,
                                             size_t n, double mean, double stddev) {
  return generate({__func__, n, 2, true}, generator, outputPtr,
                  [=](const Job& job, double* out) { fill_log_normal(job, out, n, mean, stddev); });
}

murandStatus_t murandGeneratePoisson(murandGenerator_t generator, unsigned int* outputPtr, size_t n,
                                     double lambda) {
  return generate_poisson(__func__, generator, outputPtr, n, lambda);
}

// The methods differ in speed, not in what they make; here is one.
murandStatus_t murandGeneratePoissonMethod(murandGenerator_t generator, unsigned int* outputPtr,
                                           size_t n, double lambda, murandMethod_t) {
  return generate_poisson(__func__, generator, outputPtr, n, lambda);
}

murandStatus_t murandGenerateBinomial(murandGenerator_t generator, unsigned int* outputPtr,
                                      size_t num, unsigned int n, double p) {
  return generate_binomial(__func__, generator, outputPtr, num, n, p);
}

murandStatus_t murandGenerateBinomialMethod(murandGenerator_t generator, unsigned int* outputPtr,
                                            size_t num, unsigned int n, double p, murandMethod_t) {
  return generate_binomial(__func__, generator, outputPtr, num, n, p);
}
