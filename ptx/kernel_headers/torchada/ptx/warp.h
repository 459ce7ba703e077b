// What the lanes of a warp do together. `members` are lanes of the 32 among which the caller is.
#ifndef TORCHADA_PTX_WARP_H
#define TORCHADA_PTX_WARP_H

#include "arithmetic.h"
#include "moves.h"

namespace torchada {
namespace ptx {

constexpr std::uint32_t kAllLanes = 0xffffffff;

// HIP before 7 has no functions that take members; those without take all lanes that are here.
#if defined(__HIP_PLATFORM_AMD__)
TORCHADA_PTX void sync_lanes(std::uint32_t) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
TORCHADA_PTX std::uint32_t lanes_here() { return static_cast<std::uint32_t>(__ballot(1)); }
TORCHADA_PTX std::uint32_t from_lane(std::uint32_t, std::uint32_t x, std::uint32_t lane) {
  return static_cast<std::uint32_t>(__shfl(static_cast<int>(x), static_cast<int>(lane), 32));
}
TORCHADA_PTX std::uint32_t lanes_where(std::uint32_t members, bool holds) {
  return members & static_cast<std::uint32_t>(__ballot(holds ? 1 : 0));
}
#else
TORCHADA_PTX void sync_lanes(std::uint32_t members) { __syncwarp(members); }
TORCHADA_PTX std::uint32_t lanes_here() { return static_cast<std::uint32_t>(__activemask()); }
TORCHADA_PTX std::uint32_t from_lane(std::uint32_t members, std::uint32_t x, std::uint32_t lane) {
  return __shfl_sync(members, x, static_cast<int>(lane), 32);
}
TORCHADA_PTX std::uint32_t lanes_where(std::uint32_t members, bool holds) {
  return static_cast<std::uint32_t>(__ballot_sync(members, holds ? 1 : 0));
}
#endif
TORCHADA_PTX std::uint64_t from_lane(std::uint32_t members, std::uint64_t x, std::uint32_t lane) {
  const std::uint64_t low = from_lane(members, static_cast<std::uint32_t>(x), lane);
  const std::uint64_t high = from_lane(members, static_cast<std::uint32_t>(x >> 32), lane);
  return high << 32 | low;
}

// `clamp` has the last lane of a segment in its bits 0 to 4, and in bits 8 to 12 those of the lane's number that all
// of a segment have in common.
template <class... M, class D, class P, class A, class B, class C, class E>
TORCHADA_PTX void shfl_sync(D&& d, P&& p, A a, B by, C clamp, E members) {
  const std::uint32_t bounds = value<std::uint32_t>(clamp);
  const std::uint32_t step = value<std::uint32_t>(by) & 31;
  const std::uint32_t own = laneid(), segment = bounds >> 8 & 31;
  const std::uint32_t low = own & segment;
  const std::uint32_t last = low | (bounds & 31 & ~segment);
  std::uint32_t wanted = 0;
  bool is_there = false;
  if constexpr (has<_up, M...>) {
    wanted = own - step;
    is_there = static_cast<std::int32_t>(wanted) >= static_cast<std::int32_t>(last);
  } else {
    if constexpr (has<_down, M...>) wanted = own + step;
    if constexpr (has<_bfly, M...>) wanted = own ^ step;
    if constexpr (has<_idx, M...>) wanted = low | (step & ~segment);
    is_there = wanted <= last;
  }
  const std::uint32_t result =
      from_lane(value<std::uint32_t>(members), value<std::uint32_t>(a), is_there ? wanted : own);
  put(d, result);
  put(p, is_there);
}

template <class... M, class D, class A, class B>
TORCHADA_PTX void vote_sync(D&& d, A a, B members) {
  const std::uint32_t all = value<std::uint32_t>(members);
  const std::uint32_t yes = lanes_where(all, value<bool>(a)) & all;
  if constexpr (has<_ballot, M...>) put(d, yes);
  if constexpr (has<_all, M...>) put(d, yes == all);
  if constexpr (has<_any, M...>) put(d, yes != 0);
  if constexpr (has<_uni, M...>) put(d, yes == 0 || yes == all);
}

// Of the lanes that are here, as GPUs before 7.0 had it.
template <class... M, class D, class P, class A, class B, class C>
TORCHADA_PTX void shfl(D&& d, P&& p, A a, B by, C clamp) {
  shfl_sync<M...>(d, p, a, by, clamp, lanes_here());
}
template <class... M, class D, class A>
TORCHADA_PTX void vote(D&& d, A a) {
  vote_sync<M...>(d, a, lanes_here());
}

template <class... M, class D>
TORCHADA_PTX void activemask(D&& d) {
  put(d, lanes_here());
}

template <class... M, class D, class A, class B>
TORCHADA_PTX void match_any_sync(D&& d, A a, B members) {
  using T = typename TypeOf<M...>::type;
  const std::uint64_t own = value<T>(a);
  const std::uint32_t all = value<std::uint32_t>(members);
  std::uint32_t same = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((all >> lane & 1) == 0) continue;
    std::uint64_t other = from_lane(all, static_cast<std::uint32_t>(own), lane);
    if (sizeof(T) == 8) {
      other |=
          static_cast<std::uint64_t>(from_lane(all, static_cast<std::uint32_t>(own >> 32), lane))
          << 32;
    }
    if (other == own) same |= 1U << lane;
  }
  put(d, same);
}
template <class... M, class D, class P, class A, class B>
TORCHADA_PTX void match_all_sync(D&& d, P&& p, A a, B members) {
  const std::uint32_t all = value<std::uint32_t>(members);
  std::uint32_t same = 0;
  match_any_sync<M...>(same, a, all);
  put(d, same == all ? all : 0U);
  put(p, same == all);
}

template <class... M, class T>
TORCHADA_PTX T reduced(T one, T other) {
  using Type = TypeOf<M...>;
  T result = one;
  if constexpr (has<_add, M...>) add<Type>(result, one, other);
  if constexpr (has<_min, M...>) choose<false, M...>(result, one, other);
  if constexpr (has<_max, M...>) choose<true, M...>(result, one, other);
  if constexpr (std::is_integral<T>::value) {
    if constexpr (has<_and, M...>) result = one & other;
    if constexpr (has<_or, M...>) result = one | other;
    if constexpr (has<_xor, M...>) result = one ^ other;
  }
  return result;
}
template <class... M, class D, class A, class B>
TORCHADA_PTX void redux_sync(D&& d, A a, B members) {
  using T = typename TypeOf<M...>::type;
  const std::uint32_t all = value<std::uint32_t>(members);
  const std::uint32_t own = bits<std::uint32_t>(value<T>(a));
  T result{};
  bool is_first = true;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((all >> lane & 1) == 0) continue;
    const T other = bits<T>(from_lane(all, own, lane));
    if (is_first) result = reduced<M...>(other, other);
    if (!is_first) result = reduced<M...>(result, other);
    if constexpr (has<_add, M...> || has<_xor, M...>) {
      if (is_first) result = other;
    }
    is_first = false;
  }
  put(d, result);
}

// The lowest lane is elected.
template <class... M, class D, class P, class A>
TORCHADA_PTX void elect_sync(D&& d, P&& p, A members) {
  const std::uint32_t all = value<std::uint32_t>(members);
  std::uint32_t lane = 0;
  while (lane < 31 && (all >> lane & 1) == 0) ++lane;
  sync_lanes(all);
  put(d, lane);
  put(p, lane == laneid());
}

template <class... M, class A>
TORCHADA_PTX void bar_warp_sync(A members) {
  sync_lanes(value<std::uint32_t>(members));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_WARP_H
