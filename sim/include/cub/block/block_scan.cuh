// cub::BlockScan: each thread gets what those before it have together.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

namespace detail {

// The value before the first item of a scan: none, a value, or that which a function of the whole
// block's aggregate gives, which the threads of the first warp call.
struct NoStart {};
template <class T>
struct StartValue {
  T value;
};
template <class Prefix>
struct StartOf {
  Prefix& prefix;
};

}  // namespace detail

template <class T, int block_dim_x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int block_dim_y = 1,
          int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockScan {
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;
  // The last two: the aggregate, and what stands before the block.
  using Values = detail::Places<T, kThreads + 2>;

 public:
  struct TempStorage {
    Values values;
  };
  BlockScan() : BlockScan(detail::private_storage<TempStorage>()) {}
  explicit BlockScan(TempStorage& storage)
      : values_(storage.values),
        rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

#define MUSASIM_ONE_TO_MANY \
  T in[1] = {input};        \
  T out[1] = {input};
#define MUSASIM_SCANS(name, inclusive)                                                  \
  template <class Operator>                                                             \
  void name(T input, T& output, Operator scan) {                                        \
    MUSASIM_ONE_TO_MANY run<inclusive>(in, out, scan, detail::NoStart());               \
    output = out[0];                                                                    \
  }                                                                                     \
  template <class Operator>                                                             \
  void name(T input, T& output, Operator scan, T& aggregate) {                          \
    MUSASIM_ONE_TO_MANY aggregate = run<inclusive>(in, out, scan, detail::NoStart());   \
    output = out[0];                                                                    \
  }                                                                                     \
  template <class Operator, class Prefix>                                               \
  void name(T input, T& output, Operator scan, Prefix& prefix) {                        \
    MUSASIM_ONE_TO_MANY run<inclusive>(in, out, scan, detail::StartOf<Prefix>{prefix}); \
    output = out[0];                                                                    \
  }                                                                                     \
  template <int items, class Operator>                                                  \
  void name(T(&inputs)[items], T(&outputs)[items], Operator scan) {                     \
    run<inclusive>(inputs, outputs, scan, detail::NoStart());                           \
  }                                                                                     \
  template <int items, class Operator>                                                  \
  void name(T(&inputs)[items], T(&outputs)[items], Operator scan, T& aggregate) {       \
    aggregate = run<inclusive>(inputs, outputs, scan, detail::NoStart());               \
  }                                                                                     \
  template <int items, class Operator, class Prefix>                                    \
  void name(T(&inputs)[items], T(&outputs)[items], Operator scan, Prefix& prefix) {     \
    run<inclusive>(inputs, outputs, scan, detail::StartOf<Prefix>{prefix});             \
  }
  MUSASIM_SCANS(InclusiveScan, true)
  MUSASIM_SCANS(ExclusiveScan, false)
#undef MUSASIM_SCANS

  // The scan begins with a value before the block; the aggregate is without it.
#define MUSASIM_SCANS_FROM(name, inclusive)                                                        \
  template <class Operator>                                                                        \
  void name(T input, T& output, T initial, Operator scan) {                                        \
    MUSASIM_ONE_TO_MANY run<inclusive>(in, out, scan, detail::StartValue<T>{initial});             \
    output = out[0];                                                                               \
  }                                                                                                \
  template <class Operator>                                                                        \
  void name(T input, T& output, T initial, Operator scan, T& aggregate) {                          \
    MUSASIM_ONE_TO_MANY aggregate = run<inclusive>(in, out, scan, detail::StartValue<T>{initial}); \
    output = out[0];                                                                               \
  }                                                                                                \
  template <int items, class Operator>                                                             \
  void name(T(&inputs)[items], T(&outputs)[items], T initial, Operator scan) {                     \
    run<inclusive>(inputs, outputs, scan, detail::StartValue<T>{initial});                         \
  }                                                                                                \
  template <int items, class Operator>                                                             \
  void name(T(&inputs)[items], T(&outputs)[items], T initial, Operator scan, T& aggregate) {       \
    aggregate = run<inclusive>(inputs, outputs, scan, detail::StartValue<T>{initial});             \
  }
  MUSASIM_SCANS_FROM(InclusiveScan, true)
  MUSASIM_SCANS_FROM(ExclusiveScan, false)
#undef MUSASIM_SCANS_FROM
#undef MUSASIM_ONE_TO_MANY

  // An exclusive sum of the first item is zero, or the function's result.
  void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
  void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T(), Sum(), aggregate);
  }
  template <int items>
  void ExclusiveSum(T (&inputs)[items], T (&outputs)[items]) {
    ExclusiveScan(inputs, outputs, T(), Sum());
  }
  template <int items>
  void ExclusiveSum(T (&inputs)[items], T (&outputs)[items], T& aggregate) {
    ExclusiveScan(inputs, outputs, T(), Sum(), aggregate);
  }
  void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
  void InclusiveSum(T input, T& output, T& aggregate) {
    InclusiveScan(input, output, Sum(), aggregate);
  }
  template <int items>
  void InclusiveSum(T (&inputs)[items], T (&outputs)[items]) {
    InclusiveScan(inputs, outputs, Sum());
  }
  template <int items>
  void InclusiveSum(T (&inputs)[items], T (&outputs)[items], T& aggregate) {
    InclusiveScan(inputs, outputs, Sum(), aggregate);
  }
#define MUSASIM_SUMS_BEHIND(name, scan)                              \
  template <class Prefix>                                            \
  void name(T input, T& output, Prefix& prefix) {                    \
    scan(input, output, Sum(), prefix);                              \
  }                                                                  \
  template <int items, class Prefix>                                 \
  void name(T(&inputs)[items], T(&outputs)[items], Prefix& prefix) { \
    scan(inputs, outputs, Sum(), prefix);                            \
  }
  MUSASIM_SUMS_BEHIND(ExclusiveSum, ExclusiveScan)
  MUSASIM_SUMS_BEHIND(InclusiveSum, InclusiveScan)
#undef MUSASIM_SUMS_BEHIND

 private:
  // The first thread replaces each value by what stands before it; returns the aggregate.
  template <class Operator>
  T share(const T& value, Operator& scan) {
    values_[rank_] = value;
    detail::barrier();
    if (rank_ == 0) {
      T sum = values_[0];
      for (int i = 1; i < kThreads; ++i) {
        const T item = values_[i];
        values_[i] = sum;
        sum = scan(sum, item);
      }
      values_[kThreads] = sum;
    }
    detail::barrier();
    return values_[kThreads];
  }

  template <class Prefix>
  T start_of(Prefix& prefix, const T& aggregate) {
    if (rank_ < CUB_WARP_THREADS(0)) {
      const T start = prefix(aggregate);
      if (rank_ == 0) values_[kThreads + 1] = start;
    }
    detail::barrier();
    return values_[kThreads + 1];
  }

  template <bool inclusive, int items, class Operator, class Start>
  T run(T (&inputs)[items], T (&outputs)[items], Operator scan, Start start) {
    const T aggregate = share(ThreadReduce(inputs, scan), scan);
    if constexpr (std::is_same<Start, detail::NoStart>::value) {
      if (rank_ == 0) {
        write<inclusive>(inputs, outputs, scan, inputs[0], false);
      } else {
        write<inclusive>(inputs, outputs, scan, T(values_[rank_]), true);
      }
    } else {
      const T first = first_of(start, aggregate);
      const T before = rank_ == 0 ? first : T(scan(first, values_[rank_]));
      write<inclusive>(inputs, outputs, scan, before, true);
    }
    return aggregate;
  }
  T first_of(const detail::StartValue<T>& start, const T&) { return start.value; }
  template <class Prefix>
  T first_of(const detail::StartOf<Prefix>& start, const T& aggregate) {
    return start_of(start.prefix, aggregate);
  }

  // May be in place. An exclusive scan without a start leaves its very first output undefined.
  template <bool inclusive, int items, class Operator>
  static void write(T (&inputs)[items], T (&outputs)[items], Operator& scan, T before, bool any) {
    for (int i = 0; i < items; ++i) {
      const T item = inputs[i];
      const T after = any ? T(scan(before, item)) : item;
      outputs[i] = inclusive ? after : before;
      before = after;
      any = true;
    }
  }

  Values& values_;
  int rank_;
};

}  // namespace cub
