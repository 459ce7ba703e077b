// Running a grid: how many blocks at a time, on how many threads; and how a kernel's function knows that it
// is to run one.
#include <algorithm>
#include <cstdint>

#include "kernel_runtime/job.h"
#include "kernel_runtime/pool.h"
#include "musasim/device/kernel.h"

namespace musasim::device {

namespace {

// Less work than this is done before another thread has woken up.
constexpr std::uint64_t kThreadsWorthHelp = 4096;
constexpr std::uint64_t kHeavyThreadsWorthHelp = 64;
// Parts for each processor, so that they end at about the same time.
constexpr std::uint64_t kParts = 8;

bool has_wide_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return true;
#endif
}

// Whether the launch keeps to what the compiler was told when it made the loop.
bool may_loop(const musasimLaunch& launch) {
  const std::uint64_t threads = std::uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  return launch.grid.x - 1 <= kMostBlocksOfLoop && threads <= kMostThreads && has_wide_vectors();
}

struct Entry {
  const void* function = nullptr;
  const musasimLaunch* launch = nullptr;
};

Entry& entry() {
  static thread_local Entry mine;
  return mine;
}

}  // namespace

void begin_entry(const void* function, const musasimLaunch* launch) {
  entry() = {function, launch};
}

const musasimLaunch* take_entry(const void* function) {
  Entry& mine = entry();
  const musasimLaunch* const launch = mine.function == function ? mine.launch : nullptr;
  if (launch != nullptr) {
    mine = {};
  }
  return launch;
}

void run_grid(const musasimLaunch& launch, const GridBody& requested) {
  GridBody grid = requested;
  if (!may_loop(launch)) {
    grid.rows = nullptr;
    grid.turn = nullptr;
  }
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  const std::uint64_t threads = std::uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const unsigned most = processors();
  const std::uint64_t chunk =
      !grid.is_loop() ? 1 : std::max<std::uint64_t>(1, blocks / (most * kParts));
  Job job(launch, grid, chunk, most);
  if (launch.cooperative != 0) {
    run_on_pool(job, static_cast<unsigned>(blocks - 1), true);
  } else {
    const bool alone = blocks * threads < (grid.heavy ? kHeavyThreadsWorthHelp : kThreadsWorthHelp);
    run_on_pool(job, alone ? 0 : static_cast<unsigned>(std::min<std::uint64_t>(most, blocks) - 1),
                false);
  }
}

}  // namespace musasim::device
