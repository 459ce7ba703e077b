// Votes, matches and sums over the lanes of a warp, which is 32 or 128 of them; what they give as 32 bits is
// about the 32 lanes among which the caller is.
#pragma once

#include <cstring>

#include "musasim/device/built_in.h"
#include "musasim/device/sync.h"

namespace musasim::device {

template <class Body>
void for_each_lane(const Lanes& lanes, Body body) {
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned left = lanes.segment[i]; left != 0; left &= left - 1) {
      body(i * 32 + static_cast<unsigned>(__builtin_ctz(left)));
    }
  }
}

inline unsigned segment_of(const Lanes& lanes) { return lanes.segment[lane_id() / 32]; }

struct Vote {
  bool yes;
  Lanes who;  // said yes
  Lanes all;
};

inline void vote(const Lanes& lanes, void* const* records) {
  Lanes who{};
  for_each_lane(lanes, [&](unsigned lane) {
    if (static_cast<Vote*>(records[lane])->yes) {
      who.add(lane);
    }
  });
  for_each_lane(lanes, [&](unsigned lane) {
    static_cast<Vote*>(records[lane])->who = who;
    static_cast<Vote*>(records[lane])->all = lanes;
  });
}

inline Vote warp_vote(unsigned mask, bool yes) {
  Vote record{yes, {}, {}};
  warp_meet(mask, vote, &record);
  return record;
}

__attribute__((always_inline)) inline Vote active_vote(bool yes) {
  Vote record{yes, {}, {}};
  warp_meet_active(vote, &record);
  return record;
}

inline bool unanimous(const Vote& vote) { return vote.who.count() == vote.all.count(); }

template <class T>
struct Match {
  T value;
  Lanes same;  // lanes with this value
  Lanes all;
};

template <class T>
void match(const Lanes& lanes, void* const* records) {
  for_each_lane(lanes, [&](unsigned lane) {
    auto* const own = static_cast<Match<T>*>(records[lane]);
    own->same = {};
    own->all = lanes;
    for_each_lane(lanes, [&](unsigned other) {
      const auto* const its = static_cast<const Match<T>*>(records[other]);
      if (std::memcmp(&own->value, &its->value, sizeof(T)) == 0) {
        own->same.add(other);
      }
    });
  });
}

template <class T>
Match<T> warp_match(unsigned mask, T value) {
  Match<T> record{value, {}, {}};
  warp_meet(mask, match<T>, &record);
  return record;
}

// All lanes get the combination of all values, taken in the order of the lanes.
template <class T, class Operation>
void reduce(const Lanes& lanes, void* const* records) {
  T sum{};
  bool first = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const T& value = *static_cast<const T*>(records[lane]);
    sum = first ? value : Operation()(sum, value);
    first = false;
  });
  for_each_lane(lanes, [&](unsigned lane) { *static_cast<T*>(records[lane]) = sum; });
}

template <class Operation, class T>
T warp_reduce(const Lanes& who, T value) {
  warp_meet(who, reduce<T, Operation>, &value);
  return value;
}

}  // namespace musasim::device

inline void __syncwarp(unsigned mask = 0xffffffffU) {
  ::musasim::device::warp_meet(mask, nullptr, nullptr);
}
__attribute__((always_inline)) inline unsigned __activemask() {
  return ::musasim::device::segment_of(::musasim::device::warp_meet_active());
}

inline int __all_sync(unsigned mask, int predicate) {
  return ::musasim::device::unanimous(::musasim::device::warp_vote(mask, predicate != 0)) ? 1 : 0;
}
inline int __any_sync(unsigned mask, int predicate) {
  return ::musasim::device::warp_vote(mask, predicate != 0).who.none() ? 0 : 1;
}
inline int __uni_sync(unsigned mask, int predicate) {
  const ::musasim::device::Vote vote = ::musasim::device::warp_vote(mask, predicate != 0);
  return vote.who.none() || ::musasim::device::unanimous(vote) ? 1 : 0;
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return ::musasim::device::segment_of(::musasim::device::warp_vote(mask, predicate != 0).who);
}
__attribute__((always_inline)) inline int __all(int predicate) {
  return ::musasim::device::unanimous(::musasim::device::active_vote(predicate != 0)) ? 1 : 0;
}
__attribute__((always_inline)) inline int __any(int predicate) {
  return ::musasim::device::active_vote(predicate != 0).who.none() ? 0 : 1;
}
__attribute__((always_inline)) inline unsigned __ballot(int predicate) {
  return ::musasim::device::segment_of(::musasim::device::active_vote(predicate != 0).who);
}

// Overloads, so that the numbers are compared as what the caller has.
#define MUSASIM_MATCH(type)                                                                      \
  inline unsigned __match_any_sync(unsigned mask, type value) {                                  \
    return ::musasim::device::segment_of(::musasim::device::warp_match<type>(mask, value).same); \
  }                                                                                              \
  inline unsigned __match_all_sync(unsigned mask, type value, int* all) {                        \
    const auto match = ::musasim::device::warp_match<type>(mask, value);                         \
    *all = match.same.count() == match.all.count() ? 1 : 0;                                      \
    return *all != 0 ? ::musasim::device::segment_of(match.all) : 0;                             \
  }
MUSASIM_MATCH(int)
MUSASIM_MATCH(unsigned)
MUSASIM_MATCH(long)
MUSASIM_MATCH(unsigned long)
MUSASIM_MATCH(long long)
MUSASIM_MATCH(unsigned long long)
MUSASIM_MATCH(float)
MUSASIM_MATCH(double)
#undef MUSASIM_MATCH

#define MUSASIM_REDUCE(name, type, expression)                                                  \
  inline type __reduce_##name##_sync(unsigned mask, type value) {                               \
    struct Operation {                                                                          \
      type operator()(type a, type b) const { return static_cast<type>(expression); }           \
    };                                                                                          \
    return ::musasim::device::warp_reduce<Operation>(::musasim::device::lanes_of(mask), value); \
  }
#define MUSASIM_REDUCE_ORDERED(type)                                             \
  MUSASIM_REDUCE(add, type, static_cast<unsigned>(a) + static_cast<unsigned>(b)) \
  MUSASIM_REDUCE(min, type, b < a ? b : a)                                       \
  MUSASIM_REDUCE(max, type, a < b ? b : a)
MUSASIM_REDUCE_ORDERED(int)
MUSASIM_REDUCE_ORDERED(unsigned)
MUSASIM_REDUCE(and, unsigned, a& b)
MUSASIM_REDUCE(or, unsigned, a | b)
MUSASIM_REDUCE(xor, unsigned, a ^ b)
#undef MUSASIM_REDUCE_ORDERED
#undef MUSASIM_REDUCE
