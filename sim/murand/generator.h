// Generators behind murandGenerator_t, and what the public functions share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <new>

#include "machine/device/api_call.h"
#include "machine/library.h"
#include "murand.h"
#include "murand/job.h"

struct murandGenerator_st {
  // One of the real types: the default ones are resolved at creation.
  murandRngType_t type = MURAND_RNG_PSEUDO_XORWOW;
  bool on_host = false;

  std::mutex mutex;  // guards what follows
  musaStream_t stream = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t place = 0;  // of the next number
  murandOrdering_t ordering = MURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned dimensions = 1;
  std::shared_ptr<musasim::rand::MersenneSequence> mersenne;
};

namespace musasim::rand {

inline constexpr const char* kGeneratorKind = "murandGenerator_t";

bool is_quasi(murandRngType_t type) noexcept;
bool has_64_bits(murandRngType_t type) noexcept;

// Empty when the handle is dead or never was one.
std::shared_ptr<murandGenerator_st> find_generator(murandGenerator_t handle) noexcept;

// Makes the ApiCall, finds the generator, and runs f(generator, call) under its lock.
template <class F>
murandStatus_t with_generator(const char* name, murandGenerator_t handle, F f) noexcept {
  const ApiCall call(name);
  try {
    const std::shared_ptr<murandGenerator_st> generator = find_generator(handle);
    if (generator == nullptr) return MURAND_STATUS_NOT_INITIALIZED;
    const std::lock_guard<std::mutex> lock(generator->mutex);
    return f(*generator, call);
  } catch (const std::bad_alloc&) {
    return MURAND_STATUS_ALLOCATION_FAILED;
  }
}

}  // namespace musasim::rand
