// A stream's queue and its worker's loop.
#include "machine/stream/stream_object.h"

#include <cxxabi.h>

#include <new>

#include "machine/context/context.h"
#include "machine/device/device_scope.h"
#include "machine/device/simulated_gpus.h"
#include "machine/stream/activity.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/waits.h"

namespace musasim {

namespace {

// 1 and 2 are the handles of the default streams, so ids start above them.
std::atomic<unsigned long long> g_next_id{16};

}  // namespace

// GCC's UBSan takes the object of a forced unwind, which nobody reads, for a null reference.
__attribute__((no_sanitize("null"))) musaError_t execute(const Operation& operation) {
  const int broken = device_state(operation.device).sticky.load(std::memory_order_acquire);
  if (broken != musaSuccess && !operation.run_if_broken) {
    return static_cast<musaError_t>(broken);
  }
  if (!operation.run) {
    return musaSuccess;
  }
  const DeviceScope scope(operation.device);  // the thread may use another one
  const ActivityTimer timer(operation);
  musaError_t error = musaErrorUnknown;
  try {
    error = operation.run();
  } catch (const std::bad_alloc&) {
    error = musaErrorMemoryAllocation;
  } catch (const abi::__forced_unwind&) {
    // Queued work is dropped: if Python ended the thread, the next callback might crash.
    break_device(operation.device, musaErrorUnknown);
    throw;
  } catch (...) {
    error = musaErrorUnknown;
  }
  if (error != musaSuccess) {
    break_device(operation.device, error);
  }
  return error;
}

Stream::Stream(int device, StreamKind kind, unsigned flags, int priority)
    : device_(device),
      kind_(kind),
      flags_(flags),
      priority_(priority),
      id_(g_next_id.fetch_add(1, std::memory_order_relaxed)),
      context_(kind == StreamKind::kCreated ? current_owner() : 0),
      blocking_(kind != StreamKind::kLegacy && (flags & musaStreamNonBlocking) == 0),
      timeline_(std::make_shared<Timeline>()) {}

void Stream::wait_idle() {
  if (!has_turn_of(*this)) {
    wait_known(waiter_of_thread(), tail());
  }
}

std::uint64_t Stream::enqueue(Operation operation, std::vector<Dependency> dependencies) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!has_worker_) {
    start_worker(shared_from_this());  // may throw: nothing is queued yet
    has_worker_ = true;
  }
  const std::uint64_t number = submitted() + 1;
  queue_.push_back(Item{std::move(operation), std::move(dependencies), number});
  submitted_.store(number, std::memory_order_release);
  const bool wake = worker_waits_;
  worker_waits_ = false;
  lock.unlock();
  if (wake) {
    arrived_.notify_one();
  }
  return number;
}

std::uint64_t Stream::begin_inline(const void* holder) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!idle()) {
    return 0;
  }
  const std::uint64_t number = submitted() + 1;
  if (holder != nullptr) {
    timeline_->give_turn(number, holder);
  }
  submitted_.store(number, std::memory_order_release);
  return number;
}

void Stream::close() {
  std::unique_lock<std::mutex> lock(mutex_);
  closed_ = true;
  if (has_worker_) {
    worker_waits_ = false;
    arrived_.notify_one();
    return;
  }
  lock.unlock();
  forget_stream(*this);
}

bool Stream::next(Item* item) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (queue_.empty()) {
    if (closed_) {
      return false;
    }
    worker_waits_ = true;
    arrived_.wait(lock);
  }
  *item = std::move(queue_.front());
  queue_.pop_front();
  return true;
}

void Stream::replace_worker() noexcept {
  try {
    start_worker(shared_from_this());
  } catch (const std::bad_alloc&) {
    const std::lock_guard<std::mutex> lock(mutex_);
    has_worker_ = false;  // the next submission tries again
  }
}

// One item of the worker's, done when this goes, also when a host function ends the thread.
class Stream::Turn {
 public:
  Turn(Stream& stream, Item& item) noexcept : stream_(stream), item_(item) {}
  ~Turn() {
    const std::uint64_t number = item_.number;
    item_ = Item();  // what the operation kept alive goes before anybody can see it done
    stream_.timeline_->reach(number);
    if (!returned_) {
      stream_.replace_worker();
    }
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  void run() {
    stream_.timeline_->wait(item_.number - 1);  // a caller of run_now() may still be at it
    for (const Dependency& dependency : item_.dependencies) {
      wait_known(stream_.timeline_.get(), dependency);
    }
    execute(item_.operation);
    returned_ = true;
  }

 private:
  Stream& stream_;
  Item& item_;
  bool returned_ = false;
};

void Stream::work() {
  Item item;
  while (next(&item)) {
    Turn(*this, item).run();
  }
  forget_stream(*this);
}

}  // namespace musasim
