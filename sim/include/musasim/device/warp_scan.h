// Scans and gathers over lanes that meet, for any type and function: what cub's warp functions and
// cooperative groups are made of.
#pragma once

#include <new>

#include "musasim/device/sync.h"
#include "musasim/device/warp.h"

namespace musasim::device {

// `count` neighbouring lanes that start with `first`.
inline Lanes lanes_from(unsigned first, unsigned count) {
  Lanes lanes{};
  for (unsigned lane = first; lane < first + count; ++lane) lanes.add(lane);
  return lanes;
}

// The calling thread's `count` lanes, which divide the warp.
inline Lanes own_lanes(unsigned count) { return lanes_from(lane_id() / count * count, count); }

// A place for a T that may not be made out of nothing.
template <class T>
class Slot {
 public:
  void set(const T& value) { new (bytes_) T(value); }
  const T& get() const { return *std::launder(reinterpret_cast<const T*>(bytes_)); }

 private:
  alignas(T) unsigned char bytes_[sizeof(T)];
};

// The sum of the lanes below, and that of all.
template <class T, class Operator>
struct LaneScan {
  const T* value;
  Operator* combine;
  bool counts;  // a lane that does not is passed over
  bool any_before;
  Slot<T> before;
  Slot<T> all;
};

template <class T, class Operator>
void scan_lanes(const Lanes& lanes, void* const* records) {
  using Record = LaneScan<T, Operator>;
  Slot<T> sum;
  bool any = false;
  for_each_lane(lanes, [&](unsigned lane) {
    Record& own = *static_cast<Record*>(records[lane]);
    own.any_before = any;
    if (any) own.before.set(sum.get());
    if (!own.counts) return;
    sum.set(any ? T((*own.combine)(sum.get(), *own.value)) : *own.value);
    any = true;
  });
  if (!any) return;
  for_each_lane(lanes,
                [&](unsigned lane) { static_cast<Record*>(records[lane])->all.set(sum.get()); });
}

template <class T, class Operator>
LaneScan<T, Operator> meet_and_scan(const Lanes& who, const T& value, Operator combine,
                                    bool counts = true) {
  LaneScan<T, Operator> record{&value, &combine, counts, false, {}, {}};
  warp_meet(who, scan_lanes<T, Operator>, &record);
  return record;
}

// Each lane gets the value of the lane that it names, or keeps its own where that is not there.
template <class T>
T meet_and_pull(const Lanes& who, const T& value, unsigned source) {
  Shuffle<T> record{value, source, value};
  warp_meet(who, shuffle<T>, &record);
  return record.result;
}

// The lanes that brought the same value as the caller.
template <class T>
struct SameValue {
  const T* value;
  Lanes same;
};

template <class T>
void find_same(const Lanes& lanes, void* const* records) {
  for_each_lane(lanes, [&](unsigned lane) {
    SameValue<T>& own = *static_cast<SameValue<T>*>(records[lane]);
    for_each_lane(lanes, [&](unsigned other) {
      if (*static_cast<SameValue<T>*>(records[other])->value == *own.value) own.same.add(other);
    });
  });
}

template <class T>
Lanes meet_and_match(const Lanes& who, const T& value) {
  SameValue<T> record{&value, {}};
  warp_meet(who, find_same<T>, &record);
  return record.same;
}

inline void meet(const Lanes& who) {
  warp_meet(who, [](const Lanes&, void* const*) {}, nullptr);
}

}  // namespace musasim::device
