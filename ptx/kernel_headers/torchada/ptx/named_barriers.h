// Barriers of a block beside number 0, as words in shared memory that count who has arrived.
#ifndef TORCHADA_PTX_NAMED_BARRIERS_H
#define TORCHADA_PTX_NAMED_BARRIERS_H

#include "memory.h"
#include "moves.h"

namespace torchada {
namespace ptx {

// Sixteen of PTX, one for each warp group, one for the cluster, which is the block.
inline constexpr std::uint32_t kFirstOfGroups = 16, kOfCluster = 24, kNamedBarriers = 25;

// Shared memory begins with any bits. A word without the mark has counted nobody.
inline constexpr std::uint64_t kCounts = 0x62a7d19eULL << 32;

TORCHADA_PTX char* named_barrier(std::uint32_t number) {
  __shared__ unsigned long long words[kNamedBarriers];
  return reinterpret_cast<char*>(words + number);
}
// The phase in the upper half, who has arrived in the lower one.
TORCHADA_PTX std::uint32_t counted(std::uint64_t word) {
  return word >> 32 << 32 == kCounts ? static_cast<std::uint32_t>(word) : 0U;
}

// One of `all` threads arrives; the phase that it arrives in.
TORCHADA_PTX std::uint32_t arrive_at(std::uint32_t number, std::uint32_t all) {
  __threadfence_block();
  char* const word = named_barrier(number);
  std::uint64_t seen = seen_at(word);
  for (;;) {
    const std::uint64_t expected = seen;
    const std::uint32_t before = counted(expected), phase = before >> 16;
    const std::uint32_t arrived = (before & 0xffffU) + 1;
    const std::uint32_t after = arrived < all ? phase << 16 | arrived : (phase + 1) << 16;
    seen = swap_if(word, expected, kCounts | after);
    if (seen == expected) return phase;
  }
}
TORCHADA_PTX void wait_a_little() {
#if defined(__HIP_PLATFORM_AMD__)
  __builtin_amdgcn_s_sleep(1);
#else
  __nanosleep(20);
#endif
}
TORCHADA_PTX void wait_at(std::uint32_t number, std::uint32_t phase) {
  const char* const word = named_barrier(number);
  while (counted(seen_at(word)) >> 16 == phase) wait_a_little();
  __threadfence_block();
}

TORCHADA_PTX std::uint32_t threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }

// Number 0 of all threads is the one that __syncthreads has.
template <class... M, class Number, class Count>
TORCHADA_PTX void bar_sync(Number number, Count count) {
  const std::uint32_t own = value<std::uint32_t>(number), all = value<std::uint32_t>(count);
  if (own == 0 && all == threads_of_block()) {
    __syncthreads();
  } else {
    wait_at(own, arrive_at(own, all));
  }
}
template <class... M, class Number>
TORCHADA_PTX void bar_sync(Number number) {
  bar_sync<M...>(number, threads_of_block());
}
template <class... M, class Number, class Count>
TORCHADA_PTX void bar_arrive(Number number, Count count) {
  arrive_at(value<std::uint32_t>(number), value<std::uint32_t>(count));
}

// How many of those who meet at a barrier say yes: two words a barrier, of which one has the phase that is under way.
TORCHADA_PTX char* votes_at(std::uint32_t number, std::uint32_t phase) {
  __shared__ unsigned long long words[2 * kFirstOfGroups];
  return reinterpret_cast<char*>(words + 2 * number + phase % 2);
}
TORCHADA_PTX void vote_at(std::uint32_t number, std::uint32_t phase, bool yes) {
  char* const word = votes_at(number, phase);
  const std::uint64_t mark = kCounts ^ static_cast<std::uint64_t>(phase & 0xffffU) << 32;
  std::uint64_t seen = seen_at(word);
  for (;;) {
    const std::uint64_t expected = seen;
    const std::uint64_t count = expected >> 32 << 32 == mark ? expected & 0xffffffffU : 0;
    seen = swap_if(word, expected, mark | (count + (yes ? 1 : 0)));
    if (seen == expected) return;
  }
}

// Number 0 of all threads is the one that __syncthreads_count has.
template <class... M, class D, class Number, class Count, class P>
TORCHADA_PTX void bar_red(D&& d, Number number, Count count, P p) {
  const std::uint32_t own = value<std::uint32_t>(number), all = value<std::uint32_t>(count);
  std::uint32_t yes = 0;
  if (own == 0 && all == threads_of_block()) {
    yes = static_cast<std::uint32_t>(__syncthreads_count(value<bool>(p) ? 1 : 0));
  } else {
    // The phase ends only when this thread has arrived.
    const std::uint32_t phase = counted(seen_at(named_barrier(own))) >> 16;
    vote_at(own, phase, value<bool>(p));
    wait_at(own, arrive_at(own, all));
    yes = static_cast<std::uint32_t>(seen_at(votes_at(own, phase)));
  }
  if constexpr (has<_popc, M...>) put(d, yes);
  if constexpr (has<_and, M...>) put(d, yes == all);
  if constexpr (has<_or, M...>) put(d, yes != 0);
}
template <class... M, class D, class Number, class P>
TORCHADA_PTX void bar_red(D&& d, Number number, P p) {
  bar_red<M...>(d, number, threads_of_block(), p);
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_NAMED_BARRIERS_H
