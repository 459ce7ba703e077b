// Cooperative groups: blocks, the grid, tiles of a warp, lanes that go on together. Reductions are in
// cooperative_groups/reduce.h, scans in scan.h, copies in memcpy_async.h.
#pragma once

// Kernels are C++17.
#if defined(__cplusplus) && __cplusplus >= 201703L

#include <cstddef>
#include <type_traits>
#include <utility>

#include "musasim/device/built_in.h"
#include "musasim/device/warp_scan.h"
#include "vector_types.h"

namespace cooperative_groups {

namespace device = ::musasim::device;

class thread_block;
class grid_group;

// Any group of a block's threads: the whole block, or lanes of a warp.
class thread_group {
 public:
  unsigned long long num_threads() const {
    return whole_block_ ? device::threads_of_block() : count_;
  }
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const {
    return whole_block_ ? device::thread_rank() : rank_of(device::lane_id());
  }
  void sync() const {
    if (whole_block_) {
      device::block_barrier();
    } else {
      device::meet(lanes_);
    }
  }
  bool is_valid() const { return true; }

 protected:
  thread_group() : lanes_{}, count_(0), whole_block_(true) {}
  // `count` lanes, of which some may lie behind the end of the block.
  thread_group(const device::Lanes& lanes, unsigned count)
      : lanes_(lanes), count_(count), whole_block_(false) {}

  const device::Lanes& lanes() const { return lanes_; }
  // The number of lanes of the group that come before.
  unsigned rank_of(unsigned lane) const {
    unsigned rank = 0;
    for (unsigned i = 0; i < lane; ++i) rank += lanes_.has(i) ? 1u : 0u;
    return rank;
  }
  unsigned lane_of(unsigned rank) const {
    unsigned lane = 0;
    for (unsigned seen = 0; lane < 127; ++lane) {
      if (lanes_.has(lane) && seen++ == rank) break;
    }
    return lane;
  }

 private:
  friend class coalesced_group;
  friend thread_group tiled_partition(const thread_group&, unsigned);
  device::Lanes lanes_;
  unsigned count_;
  bool whole_block_;
};

class thread_block : public thread_group {
 public:
  static void sync() { device::block_barrier(); }
  static unsigned num_threads() { return device::threads_of_block(); }
  static unsigned size() { return device::threads_of_block(); }
  static unsigned thread_rank() { return device::thread_rank(); }
  static dim3 group_index() { return device::blockIdx; }
  static dim3 thread_index() { return device::threadIdx; }
  static dim3 group_dim() { return device::blockDim; }
  static dim3 dim_threads() { return device::blockDim; }

  // A thread that arrives goes on until it waits.
  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { device::block_barrier(); }
};

// All blocks of a cooperative launch.
class grid_group {
 public:
  static bool is_valid() { return device::carrier.launch->cooperative != 0; }
  static void sync() { device::grid_barrier(); }
  static unsigned long long num_blocks() { return device::blocks_of_grid(); }
  static unsigned long long block_rank() { return device::block_rank(); }
  static unsigned long long num_threads() { return num_blocks() * device::threads_of_block(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long thread_rank() {
    return block_rank() * device::threads_of_block() + device::thread_rank();
  }
  static dim3 group_dim() { return device::gridDim; }
  static dim3 dim_blocks() { return device::gridDim; }
  static dim3 block_index() { return device::blockIdx; }

  struct arrival_token {};
  static arrival_token barrier_arrive() { return {}; }
  static void barrier_wait(arrival_token&&) { device::grid_barrier(); }
};

namespace details {
// Gives access to the lanes for the functions over groups.
struct Access;
}  // namespace details

// Lanes of a warp that go on together, in ascending order.
class coalesced_group : public thread_group {
 public:
  explicit coalesced_group(const device::Lanes& lanes, unsigned meta_size = 1,
                           unsigned meta_rank = 0)
      : thread_group(lanes, lanes.count()), meta_size_(meta_size), meta_rank_(meta_rank) {}

  unsigned num_threads() const { return count_; }
  unsigned size() const { return count_; }
  unsigned thread_rank() const { return rank_of(device::lane_id()); }
  // The number of groups that the partition made, and the place of this one among them.
  unsigned meta_group_size() const { return meta_size_; }
  unsigned meta_group_rank() const { return meta_rank_; }

  template <class T>
  T shfl(const T& value, int source) const {
    return pull(value, lane_of(static_cast<unsigned>(source) % count_));
  }
  template <class T>
  T shfl_up(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return pull(value, delta <= rank ? lane_of(rank - delta) : device::lane_id());
  }
  template <class T>
  T shfl_down(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return pull(value, rank + delta < count_ ? lane_of(rank + delta) : device::lane_id());
  }
  int any(int predicate) const { return yes(predicate).none() ? 0 : 1; }
  int all(int predicate) const { return yes(predicate == 0).none() ? 1 : 0; }
  unsigned ballot(int predicate) const { return packed(yes(predicate)); }
  template <class T>
  unsigned match_any(const T& value) const {
    return packed(device::meet_and_match(lanes(), value));
  }
  template <class T>
  unsigned match_all(const T& value, int& same) const {
    const unsigned found = match_any(value);
    const unsigned everybody = packed(lanes());
    same = found == everybody ? 1 : 0;
    return same != 0 ? everybody : 0;
  }

 protected:
  coalesced_group(const device::Lanes& lanes, unsigned count, unsigned meta_size,
                  unsigned meta_rank)
      : thread_group(lanes, count), meta_size_(meta_size), meta_rank_(meta_rank) {}

  template <class T>
  T pull(const T& value, unsigned lane) const {
    return device::meet_and_pull(lanes(), value, lane);
  }

 private:
  friend struct details::Access;

  // The lanes that say so.
  device::Lanes yes(int predicate) const {
    device::Lanes found = device::meet_and_match(lanes(), predicate != 0);
    if (predicate != 0) return found;
    for (int i = 0; i < 4; ++i) found.segment[i] = lanes().segment[i] & ~found.segment[i];
    return found;
  }
  // A bit for each lane, by its rank.
  unsigned packed(const device::Lanes& some) const {
    unsigned bits = 0;
    unsigned rank = 0;
    for (unsigned lane = 0; lane < 128; ++lane) {
      if (!lanes().has(lane)) continue;
      if (some.has(lane) && rank < 32) bits |= 1u << rank;
      ++rank;
    }
    return bits;
  }

  unsigned meta_size_;
  unsigned meta_rank_;
};

// A group of so many neighbouring lanes of a warp, a power of two.
template <unsigned threads, class Parent = void>
class thread_block_tile : public coalesced_group {
  static_assert(threads <= 128 && (threads & (threads - 1)) == 0,
                "the size of a tile must be a power of two up to 128");

 public:
  thread_block_tile(unsigned meta_size, unsigned meta_rank)
      : coalesced_group(device::own_lanes(threads), threads, meta_size, meta_rank) {}
  template <class Other>
  thread_block_tile(const thread_block_tile<threads, Other>& other)
      : thread_block_tile(other.meta_group_size(), other.meta_group_rank()) {}

  static constexpr unsigned num_threads() { return threads; }
  static constexpr unsigned size() { return threads; }
  static unsigned thread_rank() { return device::lane_id() % threads; }

  template <class T>
  T shfl(const T& value, int source) const {
    return pull(value, first() + static_cast<unsigned>(source) % threads);
  }
  template <class T>
  T shfl_up(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return pull(value, first() + (delta <= rank ? rank - delta : rank));
  }
  template <class T>
  T shfl_down(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return pull(value, first() + (rank + delta < threads ? rank + delta : rank));
  }
  template <class T>
  T shfl_xor(const T& value, unsigned mask) const {
    const unsigned rank = thread_rank();
    return pull(value, first() + ((rank ^ mask) < threads ? rank ^ mask : rank));
  }

 private:
  static unsigned first() { return device::lane_id() / threads * threads; }
};

namespace details {
struct Access {
  static const device::Lanes& lanes(const coalesced_group& group) { return group.lanes(); }
};
}  // namespace details

inline thread_block this_thread_block() { return thread_block(); }
inline grid_group this_grid() { return grid_group(); }
// Inlined, so that each place of the program is told apart.
__attribute__((always_inline)) inline coalesced_group coalesced_threads() {
  return coalesced_group(device::warp_meet_active());
}

template <unsigned threads>
thread_block_tile<threads, thread_block> tiled_partition(const thread_block&) {
  return {(device::threads_of_block() + threads - 1) / threads, device::thread_rank() / threads};
}
template <unsigned threads, unsigned parent_threads, class Grandparent>
thread_block_tile<threads, thread_block_tile<parent_threads, Grandparent>> tiled_partition(
    const thread_block_tile<parent_threads, Grandparent>& parent) {
  static_assert(threads <= parent_threads, "a tile cannot be larger than its parent group");
  return {parent_threads / threads, parent.thread_rank() / threads};
}
// Neighbours by their rank in the group.
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned threads) {
  const device::Lanes& all = details::Access::lanes(parent);
  const unsigned tile = parent.thread_rank() / threads;
  device::Lanes own{};
  unsigned rank = 0;
  for (unsigned lane = 0; lane < 128; ++lane) {
    if (all.has(lane) && rank++ / threads == tile) own.add(lane);
  }
  return coalesced_group(own, (parent.num_threads() + threads - 1) / threads, tile);
}
inline thread_group tiled_partition(const thread_group& parent, unsigned threads) {
  if (parent.whole_block_) return thread_group(device::own_lanes(threads), threads);
  return tiled_partition(coalesced_group(parent.lanes_), threads);
}

// Threads that bring the same label are a group.
template <class Label>
coalesced_group labeled_partition(const coalesced_group& parent, Label label) {
  const device::Lanes own = device::meet_and_match(details::Access::lanes(parent), label);
  // Groups are numbered by their first lanes.
  const auto leads = [&] {
    for (unsigned lane = 0; lane < device::lane_id(); ++lane) {
      if (own.has(lane)) return 0u;
    }
    return 1u;
  };
  const unsigned leader = leads();
  const auto numbers = device::meet_and_scan(details::Access::lanes(parent), leader,
                                             [](unsigned a, unsigned b) { return a + b; });
  const unsigned number = numbers.any_before ? numbers.before.get() : 0;
  const coalesced_group group(own);
  return coalesced_group(own, numbers.all.get(), group.shfl(number, 0));
}
inline coalesced_group binary_partition(const coalesced_group& parent, bool label) {
  return labeled_partition(parent, label);
}

template <class Group>
void sync(const Group& group) {
  group.sync();
}
template <class Group>
auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
auto group_size(const Group& group) {
  return group.size();
}

// One thread of the group calls the function.
template <class Group, class Function, class... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(std::forward<Arguments>(arguments)...);
}

}  // namespace cooperative_groups

#endif
