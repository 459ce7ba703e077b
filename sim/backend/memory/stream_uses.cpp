// Blocks that other streams use: freed memory waits for what each of them holds.
#include <algorithm>

#include "machine/device/simulated_gpus.h"
#include "machine/stream/held_work.h"
#include "machine/stream/inline_work.h"
#include "machine/stream/waits.h"
#include "memory/device_allocator.h"

namespace musasim::caching {

bool DeviceAllocator::record_stream(void* pointer, musaStream_t stream) {
  const std::shared_ptr<Stream> user = stream_behind(stream);  // null when it is destroyed
  const bool may_be_own = current_device() == device_;
  const Lock lock(mutex_);
  Block* found = allocated_.find(pointer);
  if (found == nullptr) {
    return false;
  }
  Block& block = *found;
  const bool is_own = may_be_own && stream == block.stream;
  if (!is_own &&
      std::find(block.used_by.begin(), block.used_by.end(), user) == block.used_by.end()) {
    block.used_by.push_back(user);
  }
  return true;
}

// Called for a freed block. During a capture it is left for later: what the streams hold then is not
// there yet.
void DeviceAllocator::wait_for_streams(Block* block) {
  if (!filters_.empty()) {
    waiting_for_capture_end_.push_back(block);
    return;
  }
  ++block->pending_uses;  // it stays until all are counted
  for (const std::shared_ptr<Stream>& stream : std::exchange(block->used_by, {})) {
    for (Dependency& work : stream != nullptr ? held_work(*stream) : held_work(device_)) {
      ++block->pending_uses;
      std::deque<Pending>& queue = pending_[work.timeline.get()];
      queue.push_back({std::move(work), block});
    }
  }
  finish_use(block);
}

void DeviceAllocator::finish_use(Block* block) {
  if (--block->pending_uses == 0) {
    put_back(block, Context());
  }
}

// Takes back what the streams are done with. Does not wait.
void DeviceAllocator::take_back_finished() {
  if (!filters_.empty()) {
    return;
  }
  for (Block* block : std::exchange(waiting_for_capture_end_, {})) {
    wait_for_streams(block);
  }
  for (auto it = pending_.begin(); it != pending_.end();) {
    std::deque<Pending>& queue = it->second;
    while (!queue.empty() && queue.front().work.met()) {
      const Pending first = std::move(queue.front());
      queue.pop_front();
      finish_use(first.block);
    }
    it = queue.empty() ? pending_.erase(it) : std::next(it);
  }
}

// Waits for all streams that freed memory waits for. Meanwhile other threads may allocate: the work
// that is waited for may be one that does. Memory whose streams wait for an operator of this thread
// is left where it is: they will not be done while it waits.
void DeviceAllocator::finish_uses(Lock& lock) {
  ++stats_.num_sync_all_streams;
  if (!filters_.empty()) {
    return;
  }
  take_back_finished();
  std::vector<Dependency> last;
  for (const auto& [timeline, queue] : pending_) {
    for (const Pending& each : queue) {
      last.push_back(each.work);
    }
  }
  lock.unlock();
  for (const Dependency& work : last) {
    (void)wait_unless_in_ring(work);
  }
  lock.lock();
  take_back_finished();
}

}  // namespace musasim::caching
