// Barrier objects in shared memory (mbarrier), and bulk copies that they count. Only these functions know what is in the 64
// bits: who is still to arrive in this phase (20 bits), who arrives in each (20), the bytes that are awaited (22, with a
// sign), and in the highest one which of two phases it is.
#ifndef TORCHADA_PTX_MBARRIER_H
#define TORCHADA_PTX_MBARRIER_H

#include "memory.h"

namespace torchada {
namespace ptx {

struct Phase {
  std::int32_t pending;
  std::int32_t each;
  std::int32_t bytes;
  bool is_odd;
};
TORCHADA_PTX Phase unpacked(std::uint64_t word) {
  const auto bytes = static_cast<std::int32_t>(word >> 40 & 0x3fffffU);
  return {static_cast<std::int32_t>(word & 0xfffffU),
          static_cast<std::int32_t>(word >> 20 & 0xfffffU),
          bytes >= 0x200000 ? bytes - 0x400000 : bytes, word >> 63 != 0};
}
TORCHADA_PTX std::uint64_t packed_phase(const Phase& phase) {
  return (static_cast<std::uint64_t>(phase.pending) & 0xfffffU) |
         (static_cast<std::uint64_t>(phase.each) & 0xfffffU) << 20 |
         (static_cast<std::uint64_t>(phase.bytes) & 0x3fffffU) << 40 |
         static_cast<std::uint64_t>(phase.is_odd ? 1 : 0) << 63;
}

// Arrivals and bytes that are subtracted, threads that leave. A phase ends when nothing is left of both.
TORCHADA_PTX std::uint64_t count_down(char* at, std::int32_t arrivals, std::int32_t bytes,
                                      std::int32_t leaving) {
  std::uint64_t seen = seen_at(at);
  for (;;) {
    const std::uint64_t expected = seen;
    Phase phase = unpacked(expected);
    phase.pending -= arrivals;
    phase.each -= leaving;
    phase.bytes -= bytes;
    if (phase.pending == 0 && phase.bytes == 0) {
      phase.pending = phase.each;
      phase.is_odd = !phase.is_odd;
    }
    seen = swap_if(at, expected, packed_phase(phase));
    if (seen == expected) return expected;
  }
}
TORCHADA_PTX void expect_bytes(char* at, std::int32_t bytes) {
  std::uint64_t seen = seen_at(at);
  for (;;) {
    const std::uint64_t expected = seen;
    Phase phase = unpacked(expected);
    phase.bytes += bytes;
    seen = swap_if(at, expected, packed_phase(phase));
    if (seen == expected) return;
  }
}
TORCHADA_PTX void complete_bytes(char* at, std::int32_t bytes) {
  __threadfence_block();
  count_down(at, 0, bytes, 0);
}

template <class... M, class A, class Count>
TORCHADA_PTX void mbarrier_init(A address, Count count) {
  const auto all = value<std::int32_t>(count);
  *reinterpret_cast<volatile std::uint64_t*>(place<M...>(address)) =
      packed_phase({all, all, 0, false});
  keep_order();
}
template <class... M, class A>
TORCHADA_PTX void mbarrier_inval(A) {
  keep_order();
}
template <class... M, class A, class Bytes>
TORCHADA_PTX void mbarrier_expect_tx(A address, Bytes bytes) {
  expect_bytes(place<M...>(address), value<std::int32_t>(bytes));
}
template <class... M, class A, class Bytes>
TORCHADA_PTX void mbarrier_complete_tx(A address, Bytes bytes) {
  complete_bytes(place<M...>(address), value<std::int32_t>(bytes));
}

// The state that the phase is in before the thread arrives.
template <class... M, class D, class A, class Count>
TORCHADA_PTX void mbarrier_arrive(D&& d, A address, Count count) {
  __threadfence_block();
  put(d, count_down(place<M...>(address), value<std::int32_t>(count), 0, 0));
}
template <class... M, class D, class A>
TORCHADA_PTX void mbarrier_arrive(D&& d, A address) {
  mbarrier_arrive<M...>(d, address, 1);
}
template <class... M, class D, class A, class Count>
TORCHADA_PTX void mbarrier_arrive_noComplete(D&& d, A address, Count count) {
  mbarrier_arrive<M...>(d, address, count);
}
template <class... M, class D, class A, class Bytes>
TORCHADA_PTX void mbarrier_arrive_expect_tx(D&& d, A address, Bytes bytes) {
  __threadfence_block();
  put(d, count_down(place<M...>(address), 1, -value<std::int32_t>(bytes), 0));
}
template <class... M, class D, class A, class Count>
TORCHADA_PTX void mbarrier_arrive_drop(D&& d, A address, Count count) {
  const auto leaving = value<std::int32_t>(count);
  __threadfence_block();
  put(d, count_down(place<M...>(address), leaving, 0, leaving));
}
template <class... M, class D, class A>
TORCHADA_PTX void mbarrier_arrive_drop(D&& d, A address) {
  mbarrier_arrive_drop<M...>(d, address, 1);
}
template <class... M, class D, class A, class Bytes>
TORCHADA_PTX void mbarrier_arrive_drop_expect_tx(D&& d, A address, Bytes bytes) {
  __threadfence_block();
  put(d, count_down(place<M...>(address), 1, -value<std::int32_t>(bytes), 1));
}
template <class... M, class D, class State>
TORCHADA_PTX void mbarrier_pending_count(D&& d, State state) {
  put(d, static_cast<std::uint32_t>(unpacked(value<std::uint64_t>(state)).pending));
}

TORCHADA_PTX bool has_ended(const char* at, bool is_odd) {
  const bool ended = (seen_at(at) >> 63 != 0) != is_odd;
  __threadfence_block();
  return ended;
}
template <class... M, class P, class A, class State>
TORCHADA_PTX void mbarrier_test_wait(P&& p, A address, State state) {
  put(p, has_ended(place<M...>(address), value<std::uint64_t>(state) >> 63 != 0));
}
template <class... M, class P, class A, class Parity>
TORCHADA_PTX void mbarrier_test_wait_parity(P&& p, A address, Parity parity) {
  put(p, has_ended(place<M...>(address), (value<std::uint32_t>(parity) & 1) != 0));
}
// Whoever asks goes on asking.
template <class... M, class P, class A, class State, class... Time>
TORCHADA_PTX void mbarrier_try_wait(P&& p, A address, State state, Time...) {
  mbarrier_test_wait<M...>(p, address, state);
}
template <class... M, class P, class A, class Parity, class... Time>
TORCHADA_PTX void mbarrier_try_wait_parity(P&& p, A address, Parity parity, Time...) {
  mbarrier_test_wait_parity<M...>(p, address, parity);
}

// The copies are done: the arrival that is added is one that has come.
template <class... M, class A>
TORCHADA_PTX void cp_async_mbarrier_arrive(A) {
  __threadfence_block();
}
template <class... M, class A>
TORCHADA_PTX void cp_async_mbarrier_arrive_noinc(A address) {
  mbarrier_arrive<M...>(sink(), address);
}

TORCHADA_PTX void copy_bulk(char* to, const char* from, std::uint32_t bytes) {
  keep_order();
  for (std::uint32_t k = 0; k < bytes; k += 16) {
    std::memcpy(__builtin_assume_aligned(to + k, 16), __builtin_assume_aligned(from + k, 16), 16);
  }
  keep_order();
}
template <class... M, class To, class From, class Size, class Barrier>
TORCHADA_PTX void cp_async_bulk(To to, From from, Size size, Barrier barrier) {
  const auto bytes = value<std::uint32_t>(size);
  copy_bulk(place<_shared>(to), place<>(from), bytes);
  complete_bytes(place<_shared>(barrier), static_cast<std::int32_t>(bytes));
}
template <class... M, class To, class From, class Size>
TORCHADA_PTX void cp_async_bulk(To to, From from, Size size) {
  copy_bulk(place<>(to), place<_shared>(from), value<std::uint32_t>(size));
}
template <class... M, class From, class Size>
TORCHADA_PTX void cp_async_bulk_prefetch(From, Size) {}
template <class... M>
TORCHADA_PTX void cp_async_bulk_commit_group() {}
template <class... M, class N>
TORCHADA_PTX void cp_async_bulk_wait_group(N) {
  keep_order();
}
template <class... M>
TORCHADA_PTX void fence_proxy() {
  __threadfence();
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_MBARRIER_H
