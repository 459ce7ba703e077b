// CUB's helpers over threads and warps.
#pragma once

#include "cub/util_type.cuh"

namespace cub {

template <int logical_warp_threads>
unsigned WarpMask(unsigned warp_id);
unsigned LaneId();
unsigned WarpId();
int RowMajorTid(int block_dim_x, int block_dim_y, int block_dim_z);

template <int logical_warp_threads, class T>
T ShuffleUp(T input, int source_offset, int first_thread, unsigned member_mask);
template <int logical_warp_threads, class T>
T ShuffleDown(T input, int source_offset, int last_thread, unsigned member_mask);
template <int logical_warp_threads, class T>
T ShuffleIndex(T input, int source_lane, unsigned member_mask);

}  // namespace cub
