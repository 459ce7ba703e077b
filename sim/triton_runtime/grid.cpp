// Grids of Triton kernels, and what their threads know about themselves.
#include "musasim/device/built_in.h"
#include "triton_runtime/api.h"

using namespace musasim::device;

void musasim_triton_run(const musasimLaunch* launch, void** args, MusasimTritonThread thread,
                        MusasimTritonRows rows) {
  GridBody grid = {args, thread};
  grid.rows = rows;
  grid.heavy = true;
  // Blocks without shared memory, whose threads do not wait, may run together.
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

void musasim_triton_fail() { end_kernel(musaErrorAssert); }
