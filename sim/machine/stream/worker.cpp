// The threads that run streams. A thread whose stream was destroyed waits for the next one, so that
// programs that make many short-lived streams do not start a thread for each.
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "machine/device/simulated_gpus.h"
#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

constexpr std::size_t kMaxParked = 64;

struct Seat {
  std::condition_variable called;
  StreamPtr stream;
};

struct Pool {
  std::mutex mutex;
  std::vector<Seat*> parked;
};

// Leaked: workers are detached and may outlive static objects.
Pool& pool() {
  static Pool* const instance = new Pool;
  return *instance;
}

// False when enough threads wait already.
bool wait_for_stream(Seat* seat) {
  Pool& all = pool();
  std::unique_lock<std::mutex> lock(all.mutex);
  if (all.parked.size() >= kMaxParked) {
    return false;
  }
  all.parked.push_back(seat);
  seat->called.wait(lock, [&] { return seat->stream != nullptr; });
  return true;
}

void run_thread(StreamPtr first) {
  Seat seat;
  seat.stream = std::move(first);
  do {
    set_current_device(seat.stream->device());
    seat.stream->work();
    seat.stream.reset();
  } while (wait_for_stream(&seat));
}

}  // namespace

void start_worker(StreamPtr stream) {
  Pool& all = pool();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    if (!all.parked.empty()) {
      Seat* const seat = all.parked.back();
      all.parked.pop_back();
      seat->stream = std::move(stream);
      seat->called.notify_one();
      return;
    }
  }
  try {
    std::thread(run_thread, std::move(stream)).detach();
  } catch (const std::system_error&) {
    throw std::bad_alloc();  // no more threads
  }
}

}  // namespace musasim
