// The table of those who wait. Each waits for one thing at a time, so that a ring is found by
// following it.
#include "machine/stream/waits.h"

#include <mutex>
#include <unordered_map>

#include "machine/stream/inline_work.h"

namespace musasim {

namespace {

// A ring is looked for at this distance: others may come to wait at any time.
constexpr std::chrono::microseconds kLookAgain{1000};

struct Table {
  std::mutex mutex;
  std::unordered_map<const void*, const Dependency*> waiting;
};

Table& table() {
  static auto* const instance = new Table;  // workers outlive static objects
  return *instance;
}

// The worker on the next number of a timeline: a thread in the stream's turn, or its own worker.
const void* at_work(const Timeline& timeline) {
  return timeline.is_turn(timeline.reached() + 1) ? timeline.holder() : &timeline;
}

}  // namespace

const void* waiter_of_thread() noexcept {
  thread_local const char name = 0;
  return &name;
}

Waiting::Waiting(const void* waiter, const Dependency& what) : waiter_(waiter), what_(what) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().waiting[waiter_] = &what_;
}

Waiting::~Waiting() {
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().waiting.erase(waiter_);
}

bool Waiting::is_in_ring() {
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const Dependency* next = &what_;
  for (std::size_t steps = 0; steps <= all.waiting.size() && !next->met(); ++steps) {
    const void* const other = at_work(*next->timeline);
    if (other == waiter_) {
      all.waiting.erase(waiter_);
      return true;
    }
    const auto found = all.waiting.find(other);
    if (found == all.waiting.end()) {
      return false;
    }
    next = found->second;
  }
  return false;
}

void wait_known(const void* waiter, const Dependency& what) {
  if (!what.met()) {
    const Waiting waiting(waiter, what);
    what.wait();
  }
}

bool wait_unless_in_ring(const Dependency& work) {
  if (!has_any_turn()) {
    work.wait();
    return true;
  }
  if (work.met()) {
    return true;
  }
  Waiting waiting(waiter_of_thread(), work);
  while (!work.timeline->wait_for(work.number, kLookAgain)) {
    if (waiting.is_in_ring()) {
      return false;
    }
  }
  return true;
}

}  // namespace musasim
