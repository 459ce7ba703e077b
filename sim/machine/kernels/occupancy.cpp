// The number of blocks of a function that a multiprocessor holds: the scarcest of thread slots, block slots,
// registers and shared memory decides.
#include <algorithm>

#include "machine/kernels/attributes.h"

namespace musasim {

namespace {

// Shared memory is handed out in pieces of this size.
constexpr std::size_t kSharedUnit = 128;

template <class T>
T round_up(T value, T unit) {
  return (value + unit - 1) / unit * unit;
}

int registers_of(const Function& function) { return function_attributes(function).numRegs; }

int blocks_by_threads(const LaunchLimits& limits, int block_size) {
  const int threads = round_up(block_size, limits.warp_size);
  return std::min(limits.max_threads_per_multiprocessor / threads,
                  limits.max_blocks_per_multiprocessor);
}

int blocks_by_registers(const LaunchLimits& limits, const Function& function, int block_size) {
  const int used = registers_of(function) * round_up(block_size, limits.warp_size);
  return limits.registers_per_multiprocessor / std::max(used, 1);
}

int blocks_by_shared(const LaunchLimits& limits, const Function& function, std::size_t dynamic) {
  const std::size_t used =
      round_up(function.kernel->row().static_shared_bytes + dynamic, kSharedUnit) +
      limits.shared_reserved_per_block;
  return used == 0 ? limits.max_blocks_per_multiprocessor
                   : static_cast<int>(limits.shared_per_multiprocessor / used);
}

}  // namespace

musaError_t active_blocks(const Function& function, int block_size, std::size_t dynamic_shared,
                          int* blocks) {
  if (blocks == nullptr || block_size <= 0) {
    return musaErrorInvalidValue;
  }
  const LaunchLimits limits = launch_limits(function.device);
  if (block_size > max_threads(function) || dynamic_shared > max_dynamic_shared(function)) {
    *blocks = 0;
    return musaSuccess;
  }
  *blocks = std::min({blocks_by_threads(limits, block_size),
                      blocks_by_registers(limits, function, block_size),
                      blocks_by_shared(limits, function, dynamic_shared)});
  return musaSuccess;
}

musaError_t available_dynamic_shared(const Function& function, int blocks, int block_size,
                                     std::size_t* bytes) {
  if (bytes == nullptr || blocks <= 0 || block_size <= 0) {
    return musaErrorInvalidValue;
  }
  const LaunchLimits limits = launch_limits(function.device);
  if (block_size > max_threads(function) || blocks > blocks_by_threads(limits, block_size) ||
      blocks > blocks_by_registers(limits, function, block_size)) {
    return musaErrorInvalidValue;
  }
  const std::size_t each = limits.shared_per_multiprocessor / static_cast<std::size_t>(blocks) /
                           kSharedUnit * kSharedUnit;
  const std::size_t used =
      function.kernel->row().static_shared_bytes + limits.shared_reserved_per_block;
  const std::size_t left = each > used ? each - used : 0;
  *bytes = std::min(left, max_dynamic_shared(function));
  return musaSuccess;
}

musaError_t best_block(const Function& function, const std::function<std::size_t(int)>& shared_of,
                       int limit, int* grid, int* block) {
  if (grid == nullptr || block == nullptr) {
    return musaErrorInvalidValue;
  }
  const LaunchLimits limits = launch_limits(function.device);
  int most = max_threads(function);
  most = limit > 0 ? std::min(limit, most) : most;
  int best_threads = 0;
  *grid = 0;
  *block = 0;
  for (int size = round_up(most, limits.warp_size); size > 0; size -= limits.warp_size) {
    const int tried = std::min(size, most);
    int blocks = 0;
    active_blocks(function, tried, shared_of(tried), &blocks);
    if (blocks * tried > best_threads) {
      best_threads = blocks * tried;
      *block = tried;
      *grid = blocks * limits.multiprocessors;
    }
  }
  return musaSuccess;
}

}  // namespace musasim
