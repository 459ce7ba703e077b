// CUB's helpers over threads and warps.
#pragma once

#include "cub/util_type.cuh"
#include "musasim/device/built_in.h"
#include "musasim/device/warp_scan.h"

namespace cub {

inline unsigned LaneId() { return musasim::device::lane_id(); }
inline unsigned WarpId() { return musasim::device::warp_id(); }
inline int RowMajorTid(int block_dim_x, int block_dim_y, int) {
  using musasim::device::threadIdx;
  return (static_cast<int>(threadIdx.z) * block_dim_y + static_cast<int>(threadIdx.y)) *
             block_dim_x +
         static_cast<int>(threadIdx.x);
}
inline void CTA_SYNC() { musasim::device::block_barrier(); }
inline void WARP_SYNC(unsigned mask) { musasim::device::meet(musasim::device::lanes_of(mask)); }

// The lanes of logical warp `warp_id` among 32.
template <int logical_warp_threads>
unsigned WarpMask(unsigned warp_id) {
  constexpr unsigned kOnes = 0xffffffffu >> (32 - logical_warp_threads);
  constexpr bool kDivides = logical_warp_threads < 32 && PowerOfTwo<logical_warp_threads>::VALUE;
  return kDivides ? kOnes << (warp_id * logical_warp_threads) : kOnes;
}

// Lanes of the logical warp that the mask names exchange values, of any type; a lane whose source would
// lie beyond `first_thread` or `last_thread` keeps its own.
namespace detail {
template <int threads, class T>
T shuffle(const T& input, unsigned mask, int source) {
  const unsigned lane = musasim::device::lane_id();
  const unsigned first = lane / threads * threads;
  return musasim::device::meet_and_pull(musasim::device::lanes_of(mask), input,
                                        first + static_cast<unsigned>(source));
}
template <int threads>
int logical_lane() {
  return static_cast<int>(musasim::device::lane_id() % threads);
}
}  // namespace detail

template <int logical_warp_threads, class T>
T ShuffleUp(T input, int source_offset, int first_thread, unsigned member_mask) {
  const int lane = detail::logical_lane<logical_warp_threads>();
  const int source = lane - source_offset < first_thread ? lane : lane - source_offset;
  return detail::shuffle<logical_warp_threads>(input, member_mask, source);
}
template <int logical_warp_threads, class T>
T ShuffleDown(T input, int source_offset, int last_thread, unsigned member_mask) {
  const int lane = detail::logical_lane<logical_warp_threads>();
  const int source = lane + source_offset > last_thread ? lane : lane + source_offset;
  return detail::shuffle<logical_warp_threads>(input, member_mask, source);
}
template <int logical_warp_threads, class T>
T ShuffleIndex(T input, int source_lane, unsigned member_mask) {
  return detail::shuffle<logical_warp_threads>(input, member_mask,
                                               source_lane & (logical_warp_threads - 1));
}

}  // namespace cub
