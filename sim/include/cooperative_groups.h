// Cooperative groups: blocks, the grid, tiles of a warp. Declared for compilers' front ends; nothing of
// it runs yet.
#pragma once

#if defined(__cplusplus)

#include <type_traits>

#include "vector_types.h"

namespace cooperative_groups {

class thread_group {
 public:
  unsigned long long size() const;
  unsigned long long num_threads() const;
  unsigned long long thread_rank() const;
  void sync() const;
  bool is_valid() const;
};

class thread_block : public thread_group {
 public:
  static dim3 group_index();
  static dim3 thread_index();
  static dim3 group_dim();
  static dim3 dim_threads();
};

class grid_group : public thread_group {
 public:
  static dim3 group_dim();
  static dim3 dim_blocks();
  unsigned long long block_rank() const;
  unsigned long long num_blocks() const;
};

// The threads of a warp that go on together.
class coalesced_group : public thread_group {
 public:
  unsigned meta_group_size() const;
  unsigned meta_group_rank() const;
  template <class T>
  T shfl(T value, int lane) const;
  template <class T>
  T shfl_up(T value, int delta) const;
  template <class T>
  T shfl_down(T value, int delta) const;
  int any(int predicate) const;
  int all(int predicate) const;
  unsigned ballot(int predicate) const;
};

template <unsigned threads, class Parent = void>
class thread_block_tile : public coalesced_group {
 public:
  template <class T>
  T shfl_xor(T value, int mask) const;
};

thread_block this_thread_block();
grid_group this_grid();
coalesced_group coalesced_threads();

template <unsigned threads, class Parent>
thread_block_tile<threads, Parent> tiled_partition(const Parent& parent);
thread_group tiled_partition(const thread_group& parent, unsigned threads);
template <class Label>
coalesced_group labeled_partition(const coalesced_group& parent, Label label);
coalesced_group binary_partition(const coalesced_group& parent, bool label);

template <class Group>
void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#endif
