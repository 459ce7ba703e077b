// Asynchronous barriers: a block has some, known by their numbers. Warps arrive, copies bring bytes; when the
// warps that were announced have come, and the bytes too, the barrier's phase flips and its waiters go on.
#pragma once

#include "musasim/device/state.h"
#include "musasim/device/sync.h"
#include "musasim/device/warp_vote.h"

namespace musasim::device {

class AsyncBarrier {
 public:
  static constexpr unsigned kOfBlock = 64;

  void init(unsigned arrivals, unsigned phase) {
    announced_ = missing_ = static_cast<int>(arrivals);
    bytes_ = 0;
    phase_ = phase & 1U;
  }
  // The phase that the arrival belongs to.
  unsigned arrive() {
    const unsigned phase = phase_;
    --missing_;
    flip_if_complete();
    return phase;
  }
  // The phase waits for so many bytes more. They may have come already.
  void expect_bytes(long long bytes) {
    bytes_ += bytes;
    flip_if_complete();
  }
  void bytes_came(long long bytes) {
    bytes_ -= bytes;
    flip_if_complete();
  }
  bool is_over(unsigned phase) const { return phase_ != (phase & 1U); }

 private:
  void flip_if_complete() {
    if (missing_ > 0 || bytes_ != 0) return;
    missing_ = announced_;
    phase_ ^= 1U;
  }

  int announced_ = 1;
  int missing_ = 1;
  long long bytes_ = 0;
  unsigned phase_ = 0;
};

// The barriers of the block that the carrier runs. Each kernel initialises those that it uses, so nobody clears them.
inline thread_local AsyncBarrier async_barriers[AsyncBarrier::kOfBlock];

inline AsyncBarrier& async_barrier(unsigned id) {
  return async_barriers[id % AsyncBarrier::kOfBlock];
}

struct AsyncArrival {
  unsigned id;
  unsigned bytes;
  unsigned phase;
};

// The lanes that come together are one arrival at each barrier that they name. Devices with such barriers have
// warps of 32 lanes, by which programs count.
inline void arrive_together(const Lanes& lanes, void* const* records) {
  struct {
    const AsyncArrival* first;
    unsigned warp;
  } seen[128];
  unsigned count = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    auto* const own = static_cast<AsyncArrival*>(records[lane]);
    for (unsigned i = 0; i < count; ++i) {
      if (seen[i].warp != lane / 32 || seen[i].first->id != own->id) continue;
      own->phase = seen[i].first->phase;
      return;
    }
    if (own->bytes != 0) async_barrier(own->id).expect_bytes(own->bytes);
    own->phase = async_barrier(own->id).arrive();
    seen[count++] = {own, lane / 32};
  });
}

}  // namespace musasim::device

extern "C" {

inline void __musa_async_init_arrival(unsigned id, unsigned warps, unsigned phase) {
  ::musasim::device::async_barrier(id).init(warps, phase);
}
inline void __musa_async_add_trans(unsigned id, unsigned bytes) {
  ::musasim::device::async_barrier(id).expect_bytes(bytes);
}
// Inlined, so that each place of the program is told apart.
__attribute__((always_inline)) inline unsigned __musa_async_arrive_add_trans(unsigned id,
                                                                             unsigned bytes) {
  ::musasim::device::AsyncArrival arrival{id, bytes, 0};
  ::musasim::device::warp_meet_active(::musasim::device::arrive_together, &arrival);
  return arrival.phase;
}
__attribute__((always_inline)) inline unsigned __musa_async_arrive(unsigned id) {
  return __musa_async_arrive_add_trans(id, 0);
}
inline void __musa_async_wait(unsigned id, unsigned phase) {
  while (!::musasim::device::async_barrier(id).is_over(phase)) ::musasim::device::yield();
}

}  // extern "C"

namespace __musa {

class async_barrier {
 public:
  explicit async_barrier(int id) : id_(static_cast<unsigned>(id)) {}

  void init_arrival(int warps, int phase = 0) const {
    __musa_async_init_arrival(id_, static_cast<unsigned>(warps), static_cast<unsigned>(phase));
  }
  void add_trans(int bytes) const { __musa_async_add_trans(id_, static_cast<unsigned>(bytes)); }
  __attribute__((always_inline)) unsigned arrive() const { return __musa_async_arrive(id_); }
  __attribute__((always_inline)) unsigned arrive_add_trans(int bytes) const {
    return __musa_async_arrive_add_trans(id_, static_cast<unsigned>(bytes));
  }
  void wait(unsigned phase) const { __musa_async_wait(id_, phase); }
  __attribute__((always_inline)) void sync() const { wait(arrive()); }
  int get_id() const { return static_cast<int>(id_); }

 private:
  unsigned id_;
};

}  // namespace __musa
