// Generators behind murandGenerator_t, and what the public functions share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "machine/library_call.h"
#include "machine/library_handles.h"
#include "murand.h"
#include "murand/job.h"

struct murandGenerator_st {
  static constexpr const char* kHandleKind = "murandGenerator_t";

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

using Library = LibraryStatuses<murandStatus_t, MURAND_STATUS_SUCCESS,
                                MURAND_STATUS_ALLOCATION_FAILED, MURAND_STATUS_INTERNAL_ERROR>;

bool is_quasi(murandRngType_t type) noexcept;
bool has_64_bits(murandRngType_t type) noexcept;

// The frame of a public function: body(call) or body().
template <class Body>
murandStatus_t public_call(const char* function, Body&& body) noexcept {
  return musasim::public_call<Library>(function, std::forward<Body>(body));
}

// The same with the live generator, locked: body(generator, call).
template <class Body>
murandStatus_t with_generator(const char* function, murandGenerator_t handle,
                              Body&& body) noexcept {
  return public_call(function, [&](const ApiCall& call) -> murandStatus_t {
    const std::shared_ptr<murandGenerator_st> generator = find_handle(handle);
    if (generator == nullptr) return MURAND_STATUS_NOT_INITIALIZED;
    const std::lock_guard<std::mutex> lock(generator->mutex);
    return body(*generator, call);
  });
}

}  // namespace musasim::rand
