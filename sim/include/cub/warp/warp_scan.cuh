// cub::WarpScan: each lane of a logical warp gets what those before it have together.
#pragma once

#include "cub/thread_operators.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int threads = CUB_PTX_WARP_THREADS, int ptx_arch = CUB_PTX_ARCH>
class WarpScan {
 public:
  using TempStorage = detail::NoStorage;
  WarpScan() = default;
  explicit WarpScan(TempStorage&) {}

  template <class Operator>
  void InclusiveScan(T input, T& output, Operator scan) {
    T aggregate = input;
    InclusiveScan(input, output, scan, aggregate);
  }
  template <class Operator>
  void InclusiveScan(T input, T& output, Operator scan, T& aggregate) {
    const auto record = meet(input, scan);
    output = record.any_before ? T(scan(record.before.get(), input)) : input;
    aggregate = record.all.get();
  }
  // Without an initial value the first lane's output is undefined: here it stays as it was.
  template <class Operator>
  void ExclusiveScan(T input, T& output, Operator scan) {
    const auto record = meet(input, scan);
    if (record.any_before) output = record.before.get();
  }
  template <class Operator>
  void ExclusiveScan(T input, T& output, Operator scan, T& aggregate) {
    const auto record = meet(input, scan);
    if (record.any_before) output = record.before.get();
    aggregate = record.all.get();
  }
  template <class Operator>
  void ExclusiveScan(T input, T& output, T initial, Operator scan) {
    T aggregate = input;
    ExclusiveScan(input, output, initial, scan, aggregate);
  }
  template <class Operator>
  void ExclusiveScan(T input, T& output, T initial, Operator scan, T& aggregate) {
    const auto record = meet(input, scan);
    output = record.any_before ? T(scan(initial, record.before.get())) : initial;
    aggregate = record.all.get();
  }
  template <class Operator>
  void Scan(T input, T& inclusive, T& exclusive, Operator scan) {
    const auto record = meet(input, scan);
    inclusive = record.any_before ? T(scan(record.before.get(), input)) : input;
    if (record.any_before) exclusive = record.before.get();
  }
  template <class Operator>
  void Scan(T input, T& inclusive, T& exclusive, T initial, Operator scan) {
    const auto record = meet(input, scan);
    exclusive = record.any_before ? T(scan(initial, record.before.get())) : initial;
    inclusive = scan(exclusive, input);
  }

  void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
  void InclusiveSum(T input, T& output, T& aggregate) {
    InclusiveScan(input, output, Sum(), aggregate);
  }
  void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
  void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T(), Sum(), aggregate);
  }
  T Broadcast(T input, unsigned source) {
    using namespace musasim::device;
    return meet_and_pull(own_lanes(threads), input, lane_id() / threads * threads + source);
  }

 private:
  template <class Operator>
  static auto meet(const T& input, Operator scan) {
    return musasim::device::meet_and_scan(musasim::device::own_lanes(threads), input, scan);
  }
};

}  // namespace cub
