// cub::BlockScan.
#pragma once

#include "cub/thread_operators.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int block_dim_x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int block_dim_y = 1,
          int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockScan {
 public:
  struct TempStorage {
    T values[block_dim_x * block_dim_y * block_dim_z];
  };
  BlockScan();
  explicit BlockScan(TempStorage& storage);

  void ExclusiveSum(T input, T& output);
  void ExclusiveSum(T input, T& output, T& aggregate);
  void InclusiveSum(T input, T& output);
  void InclusiveSum(T input, T& output, T& aggregate);
  template <int items>
  void ExclusiveSum(T (&inputs)[items], T (&outputs)[items]);
  template <int items>
  void ExclusiveSum(T (&inputs)[items], T (&outputs)[items], T& aggregate);
  template <int items>
  void InclusiveSum(T (&inputs)[items], T (&outputs)[items]);
  template <int items>
  void InclusiveSum(T (&inputs)[items], T (&outputs)[items], T& aggregate);

  template <class Operator>
  void InclusiveScan(T input, T& output, Operator scan);
  template <class Operator>
  void InclusiveScan(T input, T& output, Operator scan, T& aggregate);
  template <class Operator>
  void ExclusiveScan(T input, T& output, T initial, Operator scan);
  template <class Operator>
  void ExclusiveScan(T input, T& output, T initial, Operator scan, T& aggregate);
  template <int items, class Operator>
  void InclusiveScan(T (&inputs)[items], T (&outputs)[items], Operator scan);
  template <int items, class Operator, class Prefix>
  void InclusiveScan(T (&inputs)[items], T (&outputs)[items], Operator scan, Prefix& prefix);
  template <int items, class Operator>
  void ExclusiveScan(T (&inputs)[items], T (&outputs)[items], T initial, Operator scan);
};

}  // namespace cub
