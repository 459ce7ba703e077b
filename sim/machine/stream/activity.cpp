// Counting work, and timing it for an observer.
#include "machine/stream/activity.h"

#include <array>
#include <atomic>
#include <chrono>

#include "machine/stream/inline_work.h"
#include "machine/stream/operation.h"
#include "machine/stream/stream_object.h"
#include "musasim/work.h"

namespace musasim {

namespace {

std::atomic<ActivityObserver> g_observer{nullptr};
thread_local std::uint64_t t_correlation = 0;
std::array<std::atomic<unsigned long long>, 3> g_done{};  // by ActivityKind

// The operation that the thread runs now and that consists of others: a graph.
struct Outer {
  unsigned long long stream = 0;
  std::uint64_t correlation = 0;
};
thread_local Outer t_outer;

std::int64_t now() noexcept {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

std::atomic<unsigned long long>& done(ActivityKind kind) noexcept {
  return g_done[static_cast<std::size_t>(kind)];
}

void count(ActivityKind kind) noexcept { done(kind).fetch_add(1, std::memory_order_relaxed); }

bool told_of(OperationKind kind, ActivityKind* as) noexcept {
  switch (kind) {
    case OperationKind::kKernel: *as = ActivityKind::kKernel; return true;
    case OperationKind::kCopy: *as = ActivityKind::kCopy; return true;
    case OperationKind::kMemset: *as = ActivityKind::kMemset; return true;
    default: return false;
  }
}

}  // namespace

void observe_activities(ActivityObserver observer) noexcept {
  g_observer.store(observer, std::memory_order_release);
}

void set_correlation(std::uint64_t correlation) noexcept { t_correlation = correlation; }

std::uint64_t current_correlation() noexcept { return t_correlation; }

ActivityTimer::ActivityTimer(const Operation& operation) noexcept {
  const bool told = told_of(operation.kind, &activity_.kind);
  if (told) {
    count(activity_.kind);
  }
  const ActivityObserver observer = g_observer.load(std::memory_order_acquire);
  if (observer == nullptr) {
    return;
  }
  if (!told) {
    if (operation.kind == OperationKind::kGraph) {
      t_outer = {operation.stream, operation.correlation};
      marks_thread_ = true;
    }
    return;
  }
  observer_ = observer;
  activity_.name = operation.name.c_str();
  activity_.device = operation.device;
  activity_.stream = operation.stream != 0 ? operation.stream : t_outer.stream;
  activity_.correlation = operation.stream != 0 ? operation.correlation : t_outer.correlation;
  if (const auto* copy = std::get_if<CopyParams>(&operation.params)) {
    const musaExtent& extent = copy->parms.extent;
    activity_.bytes = extent.width * extent.height * extent.depth;
    activity_.from_place = copy->from_place;
    activity_.to_place = copy->to_place;
  }
  start();
}

// Describes work of the calling thread; false when nobody observes.
bool ActivityTimer::on_thread(const Stream& stream) noexcept {
  observer_ = g_observer.load(std::memory_order_acquire);
  if (observer_ == nullptr) {
    return false;
  }
  activity_.device = stream.device();
  activity_.stream = stream.id();
  activity_.correlation = t_correlation;
  return true;
}

void ActivityTimer::start_kernel(const Stream& stream, const char* name) noexcept {
  count(ActivityKind::kKernel);
  if (on_thread(stream)) {
    activity_.name = name;
    start();
  }
}

void ActivityTimer::start_copy(const Stream& stream, const InlineCopy& copy) noexcept {
  count(ActivityKind::kCopy);
  if (on_thread(stream)) {
    activity_.kind = ActivityKind::kCopy;
    activity_.name = "memcpy";
    activity_.bytes = copy.bytes;
    activity_.from_place = copy.from_place;
    activity_.to_place = copy.to_place;
    start();
  }
}

void ActivityTimer::start() noexcept { activity_.start_ns = now(); }

ActivityTimer::~ActivityTimer() {
  if (marks_thread_) {
    t_outer = {};
  }
  if (observer_ != nullptr) {
    activity_.end_ns = now();
    observer_(activity_);
  }
}

}  // namespace musasim

extern "C" MUSASIM_API void musasimWorkDone(musasimWork* work) {
  using namespace musasim;
  work->kernels = done(ActivityKind::kKernel).load(std::memory_order_relaxed);
  work->copies = done(ActivityKind::kCopy).load(std::memory_order_relaxed);
  work->fills = done(ActivityKind::kMemset).load(std::memory_order_relaxed);
}
