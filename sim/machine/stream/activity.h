// Counts what ran on the devices, and tells a profiler what and when.
#pragma once

#include <cstddef>
#include <cstdint>

#include "machine/export.h"

namespace musasim {

struct InlineCopy;
struct Operation;
class Stream;

enum class ActivityKind { kKernel, kCopy, kMemset };

// One piece of work of a stream; the pointers are valid during the call only.
struct Activity {
  ActivityKind kind = ActivityKind::kKernel;
  const char* name = "";
  int device = 0;
  unsigned long long stream = 0;  // musaStreamGetId()'s
  std::uint64_t correlation = 0;  // the submitting thread's at that time
  std::int64_t start_ns = 0;      // of the system clock
  std::int64_t end_ns = 0;
  std::size_t bytes = 0;  // of a copy
  int from_place = 0;     // of a copy: a device's number or a k...Place of operation.h
  int to_place = 0;
};

using ActivityObserver = void (*)(const Activity&);

// Has it called after each piece of work, by the thread that did it; nullptr ends that. A call that
// has begun may still be under way.
MUSASIM_API void observe_activities(ActivityObserver observer) noexcept;

// The mark of the thread's next submissions; 0: none.
MUSASIM_API void set_correlation(std::uint64_t correlation) noexcept;
std::uint64_t current_correlation() noexcept;

// Counts the work that is done while it lives, and tells the observer of it.
class MUSASIM_API ActivityTimer {
 public:
  explicit ActivityTimer(const Operation& operation) noexcept;
  ActivityTimer() noexcept = default;
  ~ActivityTimer();
  ActivityTimer(const ActivityTimer&) = delete;
  ActivityTimer& operator=(const ActivityTimer&) = delete;

  // A kernel that the calling thread runs on the stream, from now on.
  void start_kernel(const Stream& stream, const char* name) noexcept;
  void start_copy(const Stream& stream, const InlineCopy& copy) noexcept;

 private:
  bool on_thread(const Stream& stream) noexcept;
  void start() noexcept;

  ActivityObserver observer_ = nullptr;
  Activity activity_;
  bool marks_thread_ = false;
};

}  // namespace musasim
