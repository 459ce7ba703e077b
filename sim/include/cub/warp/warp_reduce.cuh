// cub::WarpReduce: the first lane of a logical warp gets what all have together.
#pragma once

#include "cub/thread_operators.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int threads = CUB_PTX_WARP_THREADS, int ptx_arch = CUB_PTX_ARCH>
class WarpReduce {
 public:
  using TempStorage = detail::NoStorage;
  WarpReduce() = default;
  explicit WarpReduce(TempStorage&) {}

  template <class Operator>
  T Reduce(T input, Operator combine) {
    return musasim::device::meet_and_scan(lanes(), input, combine).all.get();
  }
  // The reduction of the first lanes alone.
  template <class Operator>
  T Reduce(T input, Operator combine, int valid_items) {
    const bool counts = detail::logical_lane<threads>() < valid_items;
    const auto record = musasim::device::meet_and_scan(lanes(), input, combine, counts);
    return valid_items > 0 ? record.all.get() : input;
  }
  T Sum(T input) { return Reduce(input, cub::Sum()); }
  T Sum(T input, int valid_items) { return Reduce(input, cub::Sum(), valid_items); }

  // Segments begin at lanes with a flag, or end there; the first lane of each gets its result.
  template <class Operator, class Flag>
  T HeadSegmentedReduce(T input, Flag head, Operator combine) {
    return segmented(input, head ? true : false, true, combine);
  }
  template <class Operator, class Flag>
  T TailSegmentedReduce(T input, Flag tail, Operator combine) {
    return segmented(input, tail ? true : false, false, combine);
  }
  template <class Flag>
  T HeadSegmentedSum(T input, Flag head) {
    return HeadSegmentedReduce(input, head, cub::Sum());
  }
  template <class Flag>
  T TailSegmentedSum(T input, Flag tail) {
    return TailSegmentedReduce(input, tail, cub::Sum());
  }

 private:
  struct Item {
    T value;
    bool flag;
  };
  // Everything from a lane on is taken in, until its segment ends.
  template <class Operator>
  struct Segment {
    Item item;
    bool heads;
    Operator* combine;
    T result;

    static void run(const musasim::device::Lanes& who, void* const* records) {
      musasim::device::for_each_lane(who, [&](unsigned lane) {
        Segment& own = *static_cast<Segment*>(records[lane]);
        bool open = own.heads || !own.item.flag;
        own.result = own.item.value;
        for (unsigned next = lane + 1; open && next < 128 && who.has(next); ++next) {
          const Segment& other = *static_cast<Segment*>(records[next]);
          if (own.heads && other.item.flag) break;
          own.result = (*own.combine)(own.result, other.item.value);
          open = own.heads || !other.item.flag;
        }
      });
    }
  };
  template <class Operator>
  static T segmented(const T& input, bool flag, bool heads, Operator combine) {
    Segment<Operator> record{{input, flag}, heads, &combine, input};
    musasim::device::warp_meet(lanes(), Segment<Operator>::run, &record);
    return record.result;
  }
  static musasim::device::Lanes lanes() { return musasim::device::own_lanes(threads); }
};

}  // namespace cub
