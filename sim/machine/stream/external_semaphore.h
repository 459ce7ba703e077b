// Semaphores of other APIs, by file descriptors: a binary one is an event counter of the system
// (eventfd), a timeline one a 64-bit number at the start of a file in memory that only grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/operation.h"

namespace musasim {

class ExternalSemaphore {
 public:
  ExternalSemaphore() = default;
  virtual ~ExternalSemaphore() = default;
  ExternalSemaphore(const ExternalSemaphore&) = delete;
  ExternalSemaphore& operator=(const ExternalSemaphore&) = delete;

  virtual musaError_t signal(std::uint64_t value) noexcept = 0;
  virtual musaError_t wait(std::uint64_t value) noexcept = 0;
};

// The semaphores that one operation signals, or waits for.
template <class Params>
struct SemaphoreCalls {
  std::vector<musaExternalSemaphore_t> handles;
  std::vector<Params> params;
  std::vector<std::shared_ptr<ExternalSemaphore>> semaphores;
};

// The handle owns the file descriptor from now on; after an error it stays the caller's.
MUSASIM_API musaError_t import_semaphore(const musaExternalSemaphoreHandleDesc* what,
                                         musaExternalSemaphore_t* semaphore);
// Work that uses it can still end.
MUSASIM_API musaError_t destroy_semaphore(musaExternalSemaphore_t semaphore);

// Operations for submit() and for graphs.
MUSASIM_API musaError_t signal_operation(const musaExternalSemaphore_t* semaphores,
                                         const musaExternalSemaphoreSignalParams* params,
                                         unsigned count, Operation* operation);
MUSASIM_API musaError_t wait_operation(const musaExternalSemaphore_t* semaphores,
                                       const musaExternalSemaphoreWaitParams* params,
                                       unsigned count, Operation* operation);

// The number that the operation uses; executable graphs keep it.
std::size_t semaphore_count(const Operation& operation) noexcept;

}  // namespace musasim
