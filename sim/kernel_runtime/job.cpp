// Grids that are being run.
#include "kernel_runtime/job.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace musasim::device {

Job::Job(const musasimLaunch& launch, const GridBody& grid, std::uint64_t chunk,
         unsigned processors)
    : launch_(launch),
      grid_(grid),
      blocks_(std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z),
      chunk_(chunk),
      processors_(processors),
      findings_(grid.checked ? std::make_unique<check::Findings>(name()) : nullptr),
      grid_order_(grid.checked ? std::make_unique<check::GridOrder>(blocks_) : nullptr) {}

std::string Job::name() const {
  struct Free {
    void operator()(char* text) const noexcept { std::free(text); }
  };
  const char* const name = launch_.kernel->name;
  const std::unique_ptr<char, Free> text(abi::__cxa_demangle(name, nullptr, nullptr, nullptr));
  return text ? text.get() : name;
}

std::uint64_t Job::begun() const noexcept {
  return std::min(next_.load(std::memory_order_relaxed), blocks_);
}

bool Job::take(std::uint64_t* begin, std::uint64_t* end) noexcept {
  if (stopped() || next_.load(std::memory_order_relaxed) >= blocks_) {
    return false;
  }
  *begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
  *end = std::min(*begin + chunk_, blocks_);
  return *begin < blocks_;
}

bool Job::fail(musaError_t error) noexcept {
  int none = musaSuccess;
  const bool first = __atomic_compare_exchange_n(launch_.error, &none, static_cast<int>(error),
                                                 false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  const std::lock_guard<std::mutex> lock(mutex_);
  stopped_ = true;
  released_.notify_all();
  return first;
}

bool Job::release_if_complete() {
  const bool complete = waiting_ != 0 && waiting_ + ended_ == blocks_;
  if (complete) {
    waiting_ = 0;
    ++round_;
    if (grid_order_) {
      grid_order_->grid_met();
    }
    released_.notify_all();
  }
  return complete;
}

bool Job::meet_blocks() {
  std::unique_lock<std::mutex> lock(mutex_);
  ++waiting_;
  if (!release_if_complete()) {
    released_.wait(lock, [this, round = round_] { return round_ != round || stopped(); });
  }
  return !stopped();
}

void Job::block_ended() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++ended_;
  release_if_complete();
}

}  // namespace musasim::device
