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

// Calls the function of the kind that this processor is of.
#if defined(__x86_64__)
#define MUDNN_CALL(function, ...)                                              \
  if (__builtin_cpu_supports("avx512f")) return avx512::function(__VA_ARGS__); \
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {       \
    return avx2::function(__VA_ARGS__);                                        \
  }                                                                            \
  any_processor::function(__VA_ARGS__)
#else
#define MUDNN_CALL(function, ...) any_processor::function(__VA_ARGS__)
#endif

template <class C>
void add_products(const Products<C>& p) {
  MUDNN_CALL(add, p);
}

template <class C>
void add_times(const C* from, C by, std::int64_t count, C* to) {
  MUDNN_CALL(add_times, from, by, count, to);
}
#undef MUDNN_CALL

template void add_products<float>(const Products<float>& p);
template void add_products<double>(const Products<double>& p);
template void add_times<float>(const float* from, float by, std::int64_t count, float* to);
template void add_times<double>(const double* from, double by, std::int64_t count, double* to);

}  // namespace musasim::dnn
