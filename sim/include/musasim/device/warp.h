// Shuffles: values go from lane to lane of a warp. Votes, matches and sums are in warp_vote.h.
#pragma once

#include "musasim/device/sync.h"
#include "musasim/device/warp_vote.h"

namespace musasim::device {

template <class T>
struct Shuffle {
  T value;
  unsigned source;
  T result;  // what it is at first stays where the source does not take part
};

template <class T>
void shuffle(const Lanes& lanes, void* const* records) {
  for_each_lane(lanes, [&](unsigned lane) {
    auto* const own = static_cast<Shuffle<T>*>(records[lane]);
    if (own->source < 128 && lanes.has(own->source)) {
      own->result = static_cast<Shuffle<T>*>(records[own->source])->value;
    }
  });
}

// The lane that the calling one reads, of `width` lanes that are a group; its own where the group has none.
struct Source {
  unsigned lane;
  unsigned first;  // of the group
  unsigned last;

  explicit Source(int width) : lane(lane_id()) {
    const auto size = static_cast<unsigned>(width);
    first = lane & ~(size - 1);
    last = lane | (size - 1);
  }
  unsigned at(int index) const { return first | (static_cast<unsigned>(index) & (last - first)); }
  unsigned up(unsigned delta) const { return delta <= lane - first ? lane - delta : lane; }
  unsigned down(unsigned delta) const { return delta <= last - lane ? lane + delta : lane; }
  unsigned flipped(int mask) const {
    const unsigned other = lane ^ static_cast<unsigned>(mask);
    return other <= last ? other : lane;
  }
};

// A lane that is not in the mask, or has returned, gives zero, as it does on real devices.
template <class T>
T shuffle_from(unsigned mask, T value, unsigned source) {
  Shuffle<T> record{value, source, T{}};
  warp_meet(mask, shuffle<T>, &record);
  return record.result;
}

// The forms without a mask are for the lanes that come together. Inlined, so that each place of the
// program is told apart.
template <class T>
__attribute__((always_inline)) inline T active_shuffle_from(T value, unsigned source) {
  Shuffle<T> record{value, source, T{}};
  warp_meet_active(shuffle<T>, &record);
  return record.result;
}

}  // namespace musasim::device

#define MUSASIM_SHUFFLE(name, what, choice)                                                        \
  template <class T>                                                                               \
  inline T name##_sync(unsigned mask, T value, what, int width = warpSize) {                       \
    return ::musasim::device::shuffle_from(mask, value, ::musasim::device::Source(width).choice);  \
  }                                                                                                \
  template <class T>                                                                               \
  __attribute__((always_inline)) inline T name(T value, what, int width = warpSize) {              \
    return ::musasim::device::active_shuffle_from(value, ::musasim::device::Source(width).choice); \
  }

MUSASIM_SHUFFLE(__shfl, int lane, at(lane))
MUSASIM_SHUFFLE(__shfl_up, unsigned delta, up(delta))
MUSASIM_SHUFFLE(__shfl_down, unsigned delta, down(delta))
MUSASIM_SHUFFLE(__shfl_xor, int lane_mask, flipped(lane_mask))

#undef MUSASIM_SHUFFLE
