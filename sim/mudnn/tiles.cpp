// Sums of products, for each kind of processor.
#include "mudnn/tiles.h"

#define MUDNN_TILES any_processor
#define MUDNN_TARGET
#define MUDNN_BYTES 16
#define MUDNN_ROWS 4
#include "mudnn/tile_loops.h"

#if defined(__x86_64__)
#define MUDNN_TILES avx2
#define MUDNN_TARGET __attribute__((target("avx2,fma")))
#define MUDNN_BYTES 32
#define MUDNN_ROWS 4
#include "mudnn/tile_loops.h"

#define MUDNN_TILES avx512
#define MUDNN_TARGET __attribute__((target("avx512f")))
#define MUDNN_BYTES 64
#define MUDNN_ROWS 8
#include "mudnn/tile_loops.h"
#endif

namespace musasim::dnn {

template <class C>
void add_products(const Products<C>& p) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return avx512::add(p);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2::add(p);
#endif
  any_processor::add(p);
}

template void add_products<float>(const Products<float>& p);
template void add_products<double>(const Products<double>& p);

}  // namespace musasim::dnn
