// cub::BlockDiscontinuity: where items differ from their neighbours. The operation is called as
// flag_op(before, item), or with the item's place in the block as a third argument.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int block_dim_x, int block_dim_y = 1, int block_dim_z = 1,
          int ptx_arch = CUB_PTX_ARCH>
class BlockDiscontinuity {
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;

 public:
  struct TempStorage {
    detail::Places<T, kThreads> first;
    detail::Places<T, kThreads> last;
  };
  BlockDiscontinuity() : BlockDiscontinuity(detail::private_storage<TempStorage>()) {}
  explicit BlockDiscontinuity(TempStorage& storage)
      : storage_(storage), rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

  // The block's first item is a head, its last one a tail, unless an item before or behind is given.
  template <int items, class Flag, class FlagOp>
  void FlagHeads(Flag (&heads)[items], T (&values)[items], FlagOp flag_op) {
    share(values);
    flag_heads(heads, values, flag_op, nullptr);
  }
  template <int items, class Flag, class FlagOp>
  void FlagHeads(Flag (&heads)[items], T (&values)[items], FlagOp flag_op, T before) {
    share(values);
    flag_heads(heads, values, flag_op, &before);
  }
  template <int items, class Flag, class FlagOp>
  void FlagTails(Flag (&tails)[items], T (&values)[items], FlagOp flag_op) {
    share(values);
    flag_tails(tails, values, flag_op, nullptr);
  }
  template <int items, class Flag, class FlagOp>
  void FlagTails(Flag (&tails)[items], T (&values)[items], FlagOp flag_op, T behind) {
    share(values);
    flag_tails(tails, values, flag_op, &behind);
  }
  template <int items, class Flag, class FlagOp>
  void FlagHeadsAndTails(Flag (&heads)[items], Flag (&tails)[items], T (&values)[items],
                         FlagOp flag_op) {
    flag_both(heads, tails, values, flag_op, nullptr, nullptr);
  }
  template <int items, class Flag, class FlagOp>
  void FlagHeadsAndTails(Flag (&heads)[items], Flag (&tails)[items], T behind, T (&values)[items],
                         FlagOp flag_op) {
    flag_both(heads, tails, values, flag_op, nullptr, &behind);
  }
  template <int items, class Flag, class FlagOp>
  void FlagHeadsAndTails(Flag (&heads)[items], T before, Flag (&tails)[items], T (&values)[items],
                         FlagOp flag_op) {
    flag_both(heads, tails, values, flag_op, &before, nullptr);
  }
  template <int items, class Flag, class FlagOp>
  void FlagHeadsAndTails(Flag (&heads)[items], T before, Flag (&tails)[items], T behind,
                         T (&values)[items], FlagOp flag_op) {
    flag_both(heads, tails, values, flag_op, &before, &behind);
  }

 protected:
  template <int items>
  void share(const T (&values)[items]) {
    storage_.first[rank_] = values[0];
    storage_.last[rank_] = values[items - 1];
    detail::barrier();
  }
  template <class FlagOp>
  static bool differ(FlagOp& flag_op, const T& a, const T& b, int place) {
    if constexpr (std::is_invocable<FlagOp&, const T&, const T&, int>::value) {
      return flag_op(a, b, place);
    } else {
      return flag_op(a, b);
    }
  }
  template <int items, class Flag, class FlagOp>
  void flag_heads(Flag (&heads)[items], const T (&values)[items], FlagOp& flag_op,
                  const T* before) {
    for (int i = 0; i < items; ++i) {
      const T* const other = i > 0       ? &values[i - 1]
                             : rank_ > 0 ? &storage_.last[rank_ - 1]
                                         : before;
      heads[i] = other == nullptr || differ(flag_op, *other, values[i], rank_ * items + i);
    }
  }
  template <int items, class Flag, class FlagOp>
  void flag_tails(Flag (&tails)[items], const T (&values)[items], FlagOp& flag_op,
                  const T* behind) {
    for (int i = 0; i < items; ++i) {
      const T* const other = i + 1 < items          ? &values[i + 1]
                             : rank_ + 1 < kThreads ? &storage_.first[rank_ + 1]
                                                    : behind;
      tails[i] = other == nullptr || differ(flag_op, values[i], *other, rank_ * items + i + 1);
    }
  }

  template <int items, class Flag, class FlagOp>
  void flag_both(Flag (&heads)[items], Flag (&tails)[items], const T (&values)[items],
                 FlagOp& flag_op, const T* before, const T* behind) {
    share(values);
    flag_heads(heads, values, flag_op, before);
    flag_tails(tails, values, flag_op, behind);
  }

  TempStorage& storage_;
  int rank_;
};

}  // namespace cub
