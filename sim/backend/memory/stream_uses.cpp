// Blocks that other streams use: freed memory waits behind an event of each.
#include <algorithm>

#include "machine/device/device_scope.h"
#include "memory/device_allocator.h"

namespace musasim::caching {

namespace {

class Unlocked {
 public:
  explicit Unlocked(std::mutex& mutex) : mutex_(mutex) { mutex_.unlock(); }
  ~Unlocked() { mutex_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  std::mutex& mutex_;
};

}  // namespace

bool DeviceAllocator::record_stream(void* pointer, musaStream_t stream) {
  const Lock lock(mutex_);
  Block* found = allocated_.find(pointer);
  if (found == nullptr) {
    return false;
  }
  Block& block = *found;
  if (stream != block.stream &&
      std::find(block.used_by.begin(), block.used_by.end(), stream) == block.used_by.end()) {
    block.used_by.push_back(stream);
  }
  return true;
}

// Called for a freed block. During a capture its events cannot be recorded: that comes later.
void DeviceAllocator::wait_behind_events(Block* block) {
  if (!filters_.empty()) {
    waiting_for_capture_end_.push_back(block);
    return;
  }
  const std::vector<musaStream_t> streams = std::move(block->used_by);
  block->used_by.clear();
  ++block->pending_events;  // it stays until all are recorded
  try {
    const DeviceScope scope(device_);
    for (musaStream_t stream : streams) {
      if (musaEvent_t event = events_.record(stream)) {
        ++block->pending_events;
        pending_[stream].push_back({event, block});
      }
    }
  } catch (const MusaFailure&) {
    // The device is broken (each call that uses it will say so): nothing runs there any more.
  }
  finish_event(block);
}

void DeviceAllocator::finish_event(Block* block) {
  if (--block->pending_events == 0) {
    put_back(block, Context());
  }
}

// Takes back what the streams are done with. Does not wait.
void DeviceAllocator::process_events() {
  if (!filters_.empty()) {
    return;
  }
  for (Block* block : std::exchange(waiting_for_capture_end_, {})) {
    wait_behind_events(block);
  }
  const DeviceScope scope(device_);
  for (auto it = pending_.begin(); it != pending_.end();) {
    std::deque<Pending>& queue = it->second;
    while (!queue.empty()) {
      const Pending first = queue.front();
      const musaError_t state = musaEventQuery(first.event);
      if (state == musaErrorNotReady) {
        (void)musaGetLastError();
        break;
      }
      check(state);
      queue.pop_front();
      events_.give_back(first.event);
      finish_event(first.block);
    }
    it = queue.empty() ? pending_.erase(it) : std::next(it);
  }
}

// Waits for all streams that freed memory waits for. Meanwhile other threads may allocate: the work
// that is waited for may be one that does.
void DeviceAllocator::finish_events() {
  ++stats_.num_sync_all_streams;
  if (!filters_.empty()) {
    return;
  }
  for (Block* block : std::exchange(waiting_for_capture_end_, {})) {
    wait_behind_events(block);
  }
  std::vector<musaEvent_t> events;
  for (const auto& [stream, queue] : pending_) {
    for (const Pending& each : queue) {
      events.push_back(each.event);
    }
  }
  {
    const Unlocked unlocked(mutex_);
    const DeviceScope scope(device_);
    for (musaEvent_t event : events) {
      check(musaEventSynchronize(event));
    }
  }
  process_events();
}

}  // namespace musasim::caching
