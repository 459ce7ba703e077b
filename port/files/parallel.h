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
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](unsigned worker) {
    try {
      for (std::size_t i = next++; i < count; i = next++) function(i, worker);
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
