// Grids of Triton kernels, and what their threads know about themselves.
#include "musasim/device/built_in.h"
#include "triton_runtime/api.h"

using namespace musasim::device;

void musasim_triton_run(const musasimLaunch* launch, void** args, MusasimTritonThread thread,
                        MusasimTritonRows rows) {
  GridBody grid = {args, thread};
  grid.rows = rows;
  grid.heavy = true;
  grid.apart = rows != nullptr && launch->dynamic_shared_bytes == 0;
  run_grid(*launch, grid);
}

void musasim_triton_run_checked(const musasimLaunch* launch, void** args,
                                MusasimTritonThread thread) {
  GridBody grid = {args, thread};
  grid.checked = true;
  run_grid(*launch, grid);
}

void musasim_triton_rows(const void* args, const Rows& rows, MusasimTritonThread thread) {
  const dim3 size = blockDim;
  for (unsigned row = rows.begin; row < rows.end; ++row) {
    for (unsigned number = 0; number < rows.blocks; ++number) {
      blockIdx = {rows.block.x + number, rows.block.y, rows.block.z};
      for (unsigned x = 0; x < size.x; ++x) {
        threadIdx = {x, row % size.y, row / size.y};
        thread(args);
      }
    }
  }
}

std::uint32_t musasim_triton_thread_id() { return threadIdx.x; }

std::uint32_t musasim_triton_block_id(std::uint32_t axis) {
  return axis == 0 ? blockIdx.x : axis == 1 ? blockIdx.y : blockIdx.z;
}

std::uint32_t musasim_triton_grid_size(std::uint32_t axis) {
  return axis == 0 ? gridDim.x : axis == 1 ? gridDim.y : gridDim.z;
}

void* musasim_triton_shared() { return dynamic_shared(); }

std::uint32_t musasim_triton_bytes(std::uint32_t high, std::uint32_t low, std::uint32_t numbers) {
  const std::uint64_t both = std::uint64_t{high} << 32 | low;
  std::uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned number = numbers >> 8 * i & 0xff;
    std::uint32_t byte = number == 12 ? 0 : 0xff;
    if (number < 8) {
      byte = both >> 8 * number & 0xff;
    } else if (number < 12) {
      byte = (both >> (16 * (number - 8) + 15) & 1) != 0 ? 0xff : 0;
    }
    result |= byte << 8 * i;
  }
  return result;
}

std::uint64_t musasim_triton_clock() { return static_cast<std::uint64_t>(clock64()); }

void musasim_triton_fail() { end_kernel(musaErrorAssert); }
