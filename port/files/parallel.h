// The same work on many items, in several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace torchada::port {

// Calls function(index, worker) for every index, in as many threads as jobs, or in fewer where the
// system has no more. The first exception ends the work, and is thrown here.
template <class Function>
void for_each(std::size_t count, unsigned jobs, const Function& function) {
  // Several at a time: neighbours often want the same folder. One at a time where there are few.
  const std::size_t step = std::min<std::size_t>(8, count / (std::size_t{64} * jobs) + 1);
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](unsigned worker) {
    try {
      for (std::size_t begin = next.fetch_add(step); begin < count; begin = next.fetch_add(step)) {
        for (std::size_t i = begin; i < std::min(count, begin + step); ++i) function(i, worker);
      }
    } catch (...) {
      next = count;
      const std::lock_guard<std::mutex> lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(jobs);
  for (unsigned worker = 1; worker < jobs && worker < count; ++worker) {
    try {
      threads.emplace_back(work, worker);
    } catch (const std::system_error&) {
      break;
    }
  }
  work(0);
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace torchada::port
