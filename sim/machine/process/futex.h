// Sleeping on words in memory that processes share.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <ctime>

namespace musasim::processes {

static_assert(sizeof(std::atomic<std::uint32_t>) == 4 &&
              std::atomic<std::uint64_t>::is_always_lock_free);

// Sleeps while the word holds `value`, at most `limit`; may wake early.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value,
                       std::chrono::nanoseconds limit) noexcept {
  const timespec time{static_cast<std::time_t>(limit.count() / 1000000000),
                      static_cast<long>(limit.count() % 1000000000)};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &time, nullptr, 0);
}

inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAIT, value, nullptr, nullptr, 0);
}

inline void futex_wake_all(std::atomic<std::uint32_t>& word) noexcept {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace musasim::processes
