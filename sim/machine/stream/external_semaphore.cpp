// Importing external semaphores, and the operations that use them.
#include "machine/stream/external_semaphore.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "machine/process/futex.h"
#include "machine/stream/handle_table.h"

namespace musasim {

namespace {

class BinarySemaphore : public ExternalSemaphore {
 public:
  explicit BinarySemaphore(int file) : file_(file) {}
  ~BinarySemaphore() override { close(file_); }

  musaError_t signal(std::uint64_t) noexcept override {
    const std::uint64_t one = 1;
    ssize_t written = 0;
    do {
      written = write(file_, &one, sizeof one);
    } while (written < 0 && errno == EINTR);
    // A counter that cannot grow is signalled all the more.
    return written == sizeof one || errno == EAGAIN ? musaSuccess : musaErrorExternalDevice;
  }

  musaError_t wait(std::uint64_t) noexcept override {
    for (;;) {
      struct pollfd ready{file_, POLLIN, 0};
      std::uint64_t taken = 0;
      if (poll(&ready, 1, -1) < 0 ? errno != EINTR : (ready.revents & POLLIN) == 0) {
        return musaErrorExternalDevice;
      }
      if (read(file_, &taken, sizeof taken) == sizeof taken) {
        return musaSuccess;
      }
      if (errno != EAGAIN && errno != EINTR) {  // somebody else took it
        return musaErrorExternalDevice;
      }
    }
  }

 private:
  const int file_;
};

class TimelineSemaphore : public ExternalSemaphore {
 public:
  using Counter = std::atomic<std::uint64_t>;

  TimelineSemaphore(int file, void* mapped)
      : file_(file), counter_(*static_cast<Counter*>(mapped)) {}
  ~TimelineSemaphore() override {
    munmap(&counter_, sizeof(Counter));
    close(file_);
  }

  musaError_t signal(std::uint64_t value) noexcept override {
    std::uint64_t now = counter_.load(std::memory_order_relaxed);
    while (now < value && !counter_.compare_exchange_weak(now, value, std::memory_order_release)) {
    }
    processes::futex_wake_all(low_word());
    return musaSuccess;
  }

  musaError_t wait(std::uint64_t value) noexcept override {
    // Others may store a number without waking anybody: so no sleep is long.
    std::chrono::microseconds limit{100};
    for (std::uint64_t now = load(); now < value; now = load()) {
      processes::futex_wait(low_word(), static_cast<std::uint32_t>(now), limit);
      limit = limit < std::chrono::milliseconds{5} ? limit * 2 : limit;
    }
    return musaSuccess;
  }

 private:
  std::uint64_t load() const noexcept { return counter_.load(std::memory_order_acquire); }
  // The machine is little-endian: so the word that changes with every signal comes first.
  std::atomic<std::uint32_t>& low_word() const noexcept {
    return reinterpret_cast<std::atomic<std::uint32_t>&>(counter_);
  }

  const int file_;
  Counter& counter_;
};

using SemaphorePtr = std::shared_ptr<ExternalSemaphore>;

HandleTable<ExternalSemaphore>& handles() {
  static HandleTable<ExternalSemaphore>* const table = new HandleTable<ExternalSemaphore>;
  return *table;
}

bool is_event_counter(int file) {
  char link[64];
  char target[64] = {};
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return readlink(link, target, sizeof target - 1) > 0 &&
         std::strcmp(target, "anon_inode:[eventfd]") == 0;
}

musaError_t open_binary(int file, SemaphorePtr* semaphore) {
  if (!is_event_counter(file)) {
    return musaErrorInvalidValue;
  }
  *semaphore = std::make_shared<BinarySemaphore>(file);
  return musaSuccess;
}

musaError_t open_timeline(int file, SemaphorePtr* semaphore) {
  struct stat status{};
  constexpr std::size_t kBytes = sizeof(TimelineSemaphore::Counter);
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size < static_cast<off_t>(kBytes)) {
    return musaErrorInvalidValue;
  }
  void* mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    return musaErrorInvalidValue;
  }
  *semaphore = std::make_shared<TimelineSemaphore>(file, mapped);
  return musaSuccess;
}

template <class Params>
musaError_t collect(const musaExternalSemaphore_t* semaphores, const Params* params, unsigned count,
                    std::shared_ptr<const SemaphoreCalls<Params>>* calls) {
  if (semaphores == nullptr || params == nullptr || count == 0) {
    return musaErrorInvalidValue;
  }
  auto fresh = std::make_shared<SemaphoreCalls<Params>>();
  for (unsigned i = 0; i < count; ++i) {
    SemaphorePtr found = handles().find(semaphores[i]);
    if (!found) {
      return musaErrorInvalidResourceHandle;
    }
    if (params[i].flags != 0) {
      return musaErrorInvalidValue;
    }
    fresh->handles.push_back(semaphores[i]);
    fresh->params.push_back(params[i]);
    fresh->semaphores.push_back(std::move(found));
  }
  *calls = std::move(fresh);
  return musaSuccess;
}

// `act(semaphore, value)` for each, until one fails.
template <class Params, class Act>
std::function<musaError_t()> run_of(std::shared_ptr<const SemaphoreCalls<Params>> calls, Act act) {
  return [calls = std::move(calls), act]() -> musaError_t {
    for (std::size_t i = 0; i < calls->semaphores.size(); ++i) {
      const musaError_t error = act(*calls->semaphores[i], calls->params[i].params.fence.value);
      if (error != musaSuccess) {
        return error;
      }
    }
    return musaSuccess;
  };
}

}  // namespace

musaError_t import_semaphore(const musaExternalSemaphoreHandleDesc* what,
                             musaExternalSemaphore_t* semaphore) {
  if (what == nullptr || semaphore == nullptr || what->flags != 0 ||
      what->type < musaExternalSemaphoreHandleTypeOpaqueFd ||
      what->type > musaExternalSemaphoreHandleTypeTimelineSemaphoreWin32) {
    return musaErrorInvalidValue;
  }
  const bool binary = what->type == musaExternalSemaphoreHandleTypeOpaqueFd;
  if (!binary && what->type != musaExternalSemaphoreHandleTypeTimelineSemaphoreFd) {
    return musaErrorNotSupported;
  }
  const int file = what->handle.fd;
  if (fcntl(file, F_GETFL) < 0) {
    return musaErrorOperatingSystem;
  }
  SemaphorePtr opened;
  const musaError_t error = binary ? open_binary(file, &opened) : open_timeline(file, &opened);
  if (error == musaSuccess) {
    *semaphore = static_cast<musaExternalSemaphore_t>(handles().add(std::move(opened)));
  }
  return error;
}

musaError_t destroy_semaphore(musaExternalSemaphore_t semaphore) {
  return handles().remove(semaphore) ? musaSuccess : musaErrorInvalidResourceHandle;
}

musaError_t signal_operation(const musaExternalSemaphore_t* semaphores,
                             const musaExternalSemaphoreSignalParams* params, unsigned count,
                             Operation* operation) {
  SemaphoreSignalParams all;
  if (const musaError_t error = collect(semaphores, params, count, &all.calls);
      error != musaSuccess) {
    return error;
  }
  operation->kind = OperationKind::kSemaphoreSignal;
  operation->name = "musaSignalExternalSemaphoresAsync";
  operation->run = run_of(all.calls, [](ExternalSemaphore& semaphore, std::uint64_t value) {
    return semaphore.signal(value);
  });
  operation->params = std::move(all);
  return musaSuccess;
}

musaError_t wait_operation(const musaExternalSemaphore_t* semaphores,
                           const musaExternalSemaphoreWaitParams* params, unsigned count,
                           Operation* operation) {
  SemaphoreWaitParams all;
  if (const musaError_t error = collect(semaphores, params, count, &all.calls);
      error != musaSuccess) {
    return error;
  }
  operation->kind = OperationKind::kSemaphoreWait;
  operation->name = "musaWaitExternalSemaphoresAsync";
  operation->run = run_of(all.calls, [](ExternalSemaphore& semaphore, std::uint64_t value) {
    return semaphore.wait(value);
  });
  operation->params = std::move(all);
  return musaSuccess;
}

std::size_t semaphore_count(const Operation& operation) noexcept {
  if (const auto* signal = std::get_if<SemaphoreSignalParams>(&operation.params)) {
    return signal->calls->handles.size();
  }
  const auto* wait = std::get_if<SemaphoreWaitParams>(&operation.params);
  return wait == nullptr ? 0 : wait->calls->handles.size();
}

}  // namespace musasim
