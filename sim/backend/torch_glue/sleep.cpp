// The kernel that sleeps.
#include "torch_glue/sleep.h"

#include <chrono>
#include <thread>

#include "machine/library.h"
#include "torch_glue/stream.h"

namespace musasim {

void launch_sleep(std::int64_t cycles) {
  const auto sleep = [duration = std::chrono::nanoseconds(cycles)] {
    std::this_thread::sleep_for(duration);
    return musaSuccess;
  };
  check(with_stream(current_torch_stream(-1),
                    [&](musaStream_t stream) { return launch_work(stream, "sleep", sleep); }));
}

}  // namespace musasim
