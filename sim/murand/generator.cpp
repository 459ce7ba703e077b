// Creation and settings of generators.
#include "murand/generator.h"

#include "murand/sobol_vectors.h"

namespace musasim::rand {
namespace {

murandRngType_t resolved(murandRngType_t type) {
  if (type == MURAND_RNG_PSEUDO_DEFAULT) return MURAND_RNG_PSEUDO_XORWOW;
  if (type == MURAND_RNG_QUASI_DEFAULT) return MURAND_RNG_QUASI_SOBOL32;
  return type;
}

murandStatus_t check_type(murandRngType_t type) {
  switch (type) {
    case MURAND_RNG_PSEUDO_XORWOW:
    case MURAND_RNG_PSEUDO_MRG32K3A:
    case MURAND_RNG_PSEUDO_PHILOX4_32_10:
    case MURAND_RNG_PSEUDO_MT19937: return MURAND_STATUS_SUCCESS;
    case MURAND_RNG_PSEUDO_MTGP32: return MURAND_STATUS_NOT_IMPLEMENTED;
    default: return is_quasi(type) ? MURAND_STATUS_SUCCESS : MURAND_STATUS_TYPE_ERROR;
  }
}

murandStatus_t create(const char* name, murandGenerator_t* out, murandRngType_t type,
                      bool on_host) noexcept {
  return public_call(name, [&](const ApiCall& call) -> murandStatus_t {
    if (out == nullptr) return MURAND_STATUS_OUT_OF_RANGE;
    *out = nullptr;
    const murandRngType_t real = resolved(type);
    if (const murandStatus_t wrong = check_type(real); wrong != MURAND_STATUS_SUCCESS) return wrong;
    if (!on_host && call.usable() != musaSuccess) return MURAND_STATUS_INITIALIZATION_FAILED;
    auto made = std::make_shared<murandGenerator_st>();
    made->type = real;
    made->on_host = on_host;
    if (is_quasi(real)) made->ordering = MURAND_ORDERING_QUASI_DEFAULT;
    if (real == MURAND_RNG_PSEUDO_MT19937) made->mersenne = std::make_shared<MersenneSequence>(0);
    *out = add_handle(std::move(made));
    return MURAND_STATUS_SUCCESS;
  });
}

}  // namespace

bool is_quasi(murandRngType_t type) noexcept {
  return type == MURAND_RNG_QUASI_SOBOL32 || type == MURAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
         has_64_bits(type);
}

bool has_64_bits(murandRngType_t type) noexcept {
  return type == MURAND_RNG_QUASI_SOBOL64 || type == MURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

}  // namespace musasim::rand

using namespace musasim;
using namespace musasim::rand;

murandStatus_t murandCreateGenerator(murandGenerator_t* generator, murandRngType_t rng_type) {
  return create(__func__, generator, rng_type, false);
}

murandStatus_t murandCreateGeneratorHost(murandGenerator_t* generator, murandRngType_t rng_type) {
  return create(__func__, generator, rng_type, true);
}

murandStatus_t murandDestroyGenerator(murandGenerator_t generator) {
  return public_call(__func__, [=] {
    const bool was_live = remove_handle(generator) != nullptr;
    return was_live ? MURAND_STATUS_SUCCESS : MURAND_STATUS_NOT_INITIALIZED;
  });
}

murandStatus_t murandSetStream(murandGenerator_t generator, musaStream_t stream) {
  return with_generator(__func__, generator, [=](murandGenerator_st& live, const ApiCall&) {
    live.stream = stream;
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t murandSetPseudoRandomGeneratorSeed(murandGenerator_t generator,
                                                  unsigned long long seed) {
  return with_generator(__func__, generator, [=](murandGenerator_st& live, const ApiCall&) {
    if (is_quasi(live.type)) return MURAND_STATUS_TYPE_ERROR;
    live.seed = seed;
    live.place = 0;
    if (live.mersenne != nullptr) live.mersenne = std::make_shared<MersenneSequence>(seed);
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t murandSetGeneratorOffset(murandGenerator_t generator, unsigned long long offset) {
  return with_generator(__func__, generator, [=](murandGenerator_st& live, const ApiCall&) {
    // This generator has no way to jump, on the platform neither.
    if (live.type == MURAND_RNG_PSEUDO_MT19937) return MURAND_STATUS_TYPE_ERROR;
    live.place = offset;
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t murandSetGeneratorOrdering(murandGenerator_t generator, murandOrdering_t order) {
  return with_generator(__func__, generator, [=](murandGenerator_st& live, const ApiCall&) {
    const bool fits = is_quasi(live.type) ? order == MURAND_ORDERING_QUASI_DEFAULT
                                          : order >= MURAND_ORDERING_PSEUDO_BEST &&
                                                order <= MURAND_ORDERING_PSEUDO_DYNAMIC;
    if (!fits) return MURAND_STATUS_OUT_OF_RANGE;
    live.ordering = order;  // every order of a pseudorandom generator is that of its sequence
    return MURAND_STATUS_SUCCESS;
  });
}

murandStatus_t murandSetQuasiRandomGeneratorDimensions(murandGenerator_t generator,
                                                       unsigned int num_dimensions) {
  return with_generator(__func__, generator, [=](murandGenerator_st& live, const ApiCall&) {
    if (!is_quasi(live.type)) return MURAND_STATUS_TYPE_ERROR;
    if (num_dimensions == 0 || num_dimensions > kDimensions) return MURAND_STATUS_OUT_OF_RANGE;
    live.dimensions = num_dimensions;
    live.place = 0;
    return MURAND_STATUS_SUCCESS;
  });
}

// Each call prepares its own start, so that there is nothing to do ahead but to check.
murandStatus_t murandGenerateSeeds(murandGenerator_t generator) {
  return with_generator(__func__, generator, [](murandGenerator_st& live, const ApiCall&) {
    return is_quasi(live.type) ? MURAND_STATUS_TYPE_ERROR : MURAND_STATUS_SUCCESS;
  });
}
