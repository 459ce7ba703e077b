// Data for murand_kernel.h's functions: distributions, direction vectors; and the
// library's version.
#include "murand/distribution.h"
#include "murand/generator.h"
#include "murand/sobol_vectors.h"

using musasim::rand::public_call;

namespace {

constexpr const char* kDistributionKind = "murandDiscreteDistribution_t";

// The tables are read only; the platform's signature is what drops the const.
template <class Word, class Out>
murandStatus_t give_vectors(const char* name, Out** out, bool known, bool scrambled) noexcept {
  return public_call(name, [&] {
    if (out == nullptr || !known) return MURAND_STATUS_OUT_OF_RANGE;
    const auto* const table = musasim::rand::direction_table<Word>(scrambled);
    static_assert(sizeof(*table) == sizeof(Out), "one row a dimension");
    *out = const_cast<Out*>(reinterpret_cast<const Out*>(table));
    return MURAND_STATUS_SUCCESS;
  });
}

template <class Word>
murandStatus_t give_constants(const char* name, Word** out) noexcept {
  return public_call(name, [&] {
    if (out == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
    *out = const_cast<Word*>(musasim::rand::scramble_table<Word>());
    return MURAND_STATUS_SUCCESS;
  });
}

}  // namespace

murandStatus_t murandGetDirectionVectors32(murandDirectionVectors32_t* vectors[],
                                           murandDirectionVectorSet_t set) {
  const bool scrambled = set == MURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  const bool known = scrambled || set == MURAND_DIRECTION_VECTORS_32_JOEKUO6;
  return give_vectors<unsigned>(__func__, vectors, known, scrambled);
}

murandStatus_t murandGetDirectionVectors64(murandDirectionVectors64_t* vectors[],
                                           murandDirectionVectorSet_t set) {
  const bool scrambled = set == MURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
  const bool known = scrambled || set == MURAND_DIRECTION_VECTORS_64_JOEKUO6;
  return give_vectors<unsigned long long>(__func__, vectors, known, scrambled);
}

murandStatus_t murandGetScrambleConstants32(unsigned int** constants) {
  return give_constants(__func__, constants);
}

murandStatus_t murandGetScrambleConstants64(unsigned long long** constants) {
  return give_constants(__func__, constants);
}

murandStatus_t murandCreatePoissonDistribution(
    double lambda, murandDiscreteDistribution_t* discrete_distribution) {
  return public_call(__func__, [=] {
    if (discrete_distribution == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
    *discrete_distribution = nullptr;
    if (!(lambda > 0.0 && lambda <= musasim::rand::kLargestLambda)) {
      return MURAND_STATUS_OUT_OF_RANGE;
    }
    auto made = musasim::rand::poisson_distribution(lambda);
    auto* const handle = &made->view;
    musasim::add_library_handle(kDistributionKind, std::move(made));
    *discrete_distribution = handle;
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t murandDestroyDistribution(murandDiscreteDistribution_t discrete_distribution) {
  return public_call(__func__, [=] {
    const auto removed = musasim::remove_library_handle(kDistributionKind, discrete_distribution);
    return removed != nullptr ? MURAND_STATUS_SUCCESS : MURAND_STATUS_NOT_INITIALIZED;
  });
}

murandStatus_t murandGetVersion(int* version) {
  if (version == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
  *version = MURAND_VERSION;
  return MURAND_STATUS_SUCCESS;
}

murandStatus_t murandGetProperty(libraryPropertyType type, int* value) {
  if (value == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
  switch (type) {
    case MAJOR_VERSION: *value = MURAND_VER_MAJOR; return MURAND_STATUS_SUCCESS;
    case MINOR_VERSION: *value = MURAND_VER_MINOR; return MURAND_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = MURAND_VER_PATCH; return MURAND_STATUS_SUCCESS;
  }
  return MURAND_STATUS_OUT_OF_RANGE;
}
