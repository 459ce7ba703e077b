// Semaphores of another API, made and used by the tests, and their handles.
#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "check.h"
#include "musa_runtime_api.h"

namespace helpers {

inline musaExternalSemaphore_t import_semaphore(musaExternalSemaphoreHandleType type, int file) {
  musaExternalSemaphoreHandleDesc what{};
  what.type = type;
  what.handle.fd = file;
  musaExternalSemaphore_t handle = nullptr;
  EQUAL(musaImportExternalSemaphore(&handle, &what), musaSuccess);
  return handle;
}

class Binary {
 public:
  Binary() : file_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) {
    handle_ = import_semaphore(musaExternalSemaphoreHandleTypeOpaqueFd, dup(file_));
  }
  ~Binary() {
    EQUAL(musaDestroyExternalSemaphore(handle_), musaSuccess);
    close(file_);
  }
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;
  operator musaExternalSemaphore_t() const { return handle_; }

  void set() { CHECK(eventfd_write(file_, 1) == 0); }
  bool is_set() const {
    pollfd ready{file_, POLLIN, 0};
    return poll(&ready, 1, 0) == 1;
  }
  // Waits, then takes.
  bool await() {
    pollfd ready{file_, POLLIN, 0};
    return poll(&ready, 1, -1) == 1 && take();
  }
  bool take() {
    eventfd_t value = 0;
    return eventfd_read(file_, &value) == 0 && value == 1;
  }

 private:
  const int file_;
  musaExternalSemaphore_t handle_;
};

class Timeline {
 public:
  Timeline() {
    const int file = memfd_create("timeline", MFD_CLOEXEC);
    CHECK(ftruncate(file, sizeof(*counter_)) == 0);
    void* mapped = mmap(nullptr, sizeof(*counter_), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CHECK(mapped != MAP_FAILED);
    counter_ = static_cast<std::atomic<std::uint64_t>*>(mapped);
    handle_ = import_semaphore(musaExternalSemaphoreHandleTypeTimelineSemaphoreFd, file);
  }
  ~Timeline() {
    if (!destroyed_) {
      destroy();
    }
    munmap(counter_, sizeof(*counter_));
  }
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;
  operator musaExternalSemaphore_t() const { return handle_; }

  void destroy() {
    EQUAL(musaDestroyExternalSemaphore(handle_), musaSuccess);
    destroyed_ = true;
  }
  void store(std::uint64_t value) { counter_->store(value); }
  std::uint64_t load() const { return counter_->load(); }

 private:
  std::atomic<std::uint64_t>* counter_ = nullptr;
  musaExternalSemaphore_t handle_;
  bool destroyed_ = false;
};

inline musaError_t signal(musaExternalSemaphore_t semaphore, std::uint64_t value,
                          musaStream_t stream) {
  musaExternalSemaphoreSignalParams params{};
  params.params.fence.value = value;
  return musaSignalExternalSemaphoresAsync_v2(&semaphore, &params, 1, stream);
}

inline musaError_t wait(musaExternalSemaphore_t semaphore, std::uint64_t value,
                        musaStream_t stream) {
  musaExternalSemaphoreWaitParams params{};
  params.params.fence.value = value;
  return musaWaitExternalSemaphoresAsync_v2(&semaphore, &params, 1, stream);
}

}  // namespace helpers
