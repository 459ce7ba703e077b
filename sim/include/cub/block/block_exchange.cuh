// cub::BlockExchange: items change their places within the block.
#pragma once

#include "cub/detail/block.cuh"
#include "cub/util_ptx.cuh"

namespace cub {

template <class T, int block_dim_x, int items, bool warp_time_slicing = false, int block_dim_y = 1,
          int block_dim_z = 1, int ptx_arch = CUB_PTX_ARCH>
class BlockExchange {
  static constexpr int kThreads = block_dim_x * block_dim_y * block_dim_z;
  using Values = detail::Places<T, kThreads * items>;

 public:
  struct TempStorage {
    Values values;
  };
  BlockExchange() : BlockExchange(detail::private_storage<TempStorage>()) {}
  explicit BlockExchange(TempStorage& storage)
      : values_(storage.values),
        rank_(detail::rank_in_block<block_dim_x, block_dim_y, block_dim_z>()) {}

#define MUSASIM_EXCHANGE(name, from, to)                          \
  template <class Output>                                         \
  void name(const T(&inputs)[items], Output(&outputs)[items]) {   \
    for (int i = 0; i < items; ++i) values_[from(i)] = inputs[i]; \
    detail::barrier();                                            \
    for (int i = 0; i < items; ++i) outputs[i] = values_[to(i)];  \
  }                                                               \
  void name(T(&values)[items]) { name(values, values); }
  MUSASIM_EXCHANGE(StripedToBlocked, striped, blocked)
  MUSASIM_EXCHANGE(BlockedToStriped, blocked, striped)
  MUSASIM_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
  MUSASIM_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
#undef MUSASIM_EXCHANGE

  // Each item goes to the place that its rank says.
#define MUSASIM_SCATTER(name, to)                                                          \
  template <class Output, class Rank>                                                      \
  void name(const T(&inputs)[items], Output(&outputs)[items], const Rank(&ranks)[items]) { \
    for (int i = 0; i < items; ++i) values_[static_cast<int>(ranks[i])] = inputs[i];       \
    detail::barrier();                                                                     \
    for (int i = 0; i < items; ++i) outputs[i] = values_[to(i)];                           \
  }                                                                                        \
  template <class Rank>                                                                    \
  void name(T(&values)[items], const Rank(&ranks)[items]) {                                \
    name(values, values, ranks);                                                           \
  }
  MUSASIM_SCATTER(ScatterToBlocked, blocked)
  MUSASIM_SCATTER(ScatterToStriped, striped)
#undef MUSASIM_SCATTER

  // Exchanges some items alone: those whose rank is not negative, or which are said to be valid.
  template <class Output, class Rank>
  void ScatterToStripedGuarded(const T (&inputs)[items], Output (&outputs)[items],
                               const Rank (&ranks)[items]) {
    scatter_some(inputs, outputs, ranks, [&](int i) { return ranks[i] >= 0; });
  }
  template <class Rank>
  void ScatterToStripedGuarded(T (&values)[items], const Rank (&ranks)[items]) {
    ScatterToStripedGuarded(values, values, ranks);
  }
  template <class Output, class Rank, class Valid>
  void ScatterToStripedFlagged(const T (&inputs)[items], Output (&outputs)[items],
                               const Rank (&ranks)[items], const Valid (&valid)[items]) {
    scatter_some(inputs, outputs, ranks, [&](int i) { return valid[i] ? true : false; });
  }
  template <class Rank, class Valid>
  void ScatterToStripedFlagged(T (&values)[items], const Rank (&ranks)[items],
                               const Valid (&valid)[items]) {
    ScatterToStripedFlagged(values, values, ranks, valid);
  }

 private:
  template <class Output, class Rank, class Takes>
  void scatter_some(const T (&inputs)[items], Output (&outputs)[items], const Rank (&ranks)[items],
                    Takes takes) {
    for (int i = 0; i < items; ++i) {
      if (takes(i)) values_[static_cast<int>(ranks[i])] = inputs[i];
    }
    detail::barrier();
    for (int i = 0; i < items; ++i) outputs[i] = values_[striped(i)];
  }
  int blocked(int i) const { return rank_ * items + i; }
  int striped(int i) const { return rank_ + i * kThreads; }
  int warp_striped(int i) const {
    constexpr int kWarp = kThreads < CUB_WARP_THREADS(0) ? kThreads : CUB_WARP_THREADS(0);
    return rank_ / kWarp * kWarp * items + rank_ % kWarp + i * kWarp;
  }

  Values& values_;
  int rank_;
};

}  // namespace cub
