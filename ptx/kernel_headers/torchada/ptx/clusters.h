// Clusters of one block: their shared memory and their barrier are the block's.
#ifndef TORCHADA_PTX_CLUSTERS_H
#define TORCHADA_PTX_CLUSTERS_H

#include "mbarrier.h"
#include "named_barriers.h"

namespace torchada {
namespace ptx {

TORCHADA_PTX std::uint32_t first_of_cluster() { return 0; }
TORCHADA_PTX std::uint32_t one_of_cluster() { return 1; }

// What a thread waits for is the phase that it arrived in.
TORCHADA_PTX volatile std::uint16_t* phase_of_thread() {
  __shared__ std::uint16_t phases[1024];
  return phases + thread_in_block();
}
template <class... M>
TORCHADA_PTX void barrier_cluster_arrive() {
  __threadfence();
  *phase_of_thread() = static_cast<std::uint16_t>(arrive_at(kOfCluster, threads_of_block()));
}
template <class... M>
TORCHADA_PTX void barrier_cluster_wait() {
  wait_at(kOfCluster, *phase_of_thread());
  __threadfence();
}

template <class... M, class D, class A, class Rank>
TORCHADA_PTX void mapa(D&& d, A a, Rank) {
  using T = typename TypeOf<M...>::type;
  put(d, value<T>(a));
}
template <class... M, class D, class A>
TORCHADA_PTX void getctarank(D&& d, A) {
  put(d, std::uint32_t(0));
}

template <class... M>
TORCHADA_PTX void fence_mbarrier_init() {
  __threadfence();
}

// Stores that an mbarrier counts.
template <class... M, class A, class From, class Barrier>
TORCHADA_PTX void st_async(A address, From from, Barrier barrier) {
  st<M...>(address, from);
  using T = typename TypeOf<M...>::type;
  complete_bytes(place<_shared>(barrier), size_of_parts<From> * static_cast<int>(sizeof(T)));
}

}  // namespace ptx
}  // namespace torchada

#endif  // TORCHADA_PTX_CLUSTERS_H
