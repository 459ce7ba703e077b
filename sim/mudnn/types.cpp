// Runs of elements converted, one loop for each pair of types.
#include "mudnn/types.h"

#include <algorithm>

namespace musasim::dnn {

template <class C>
void read_run(Type type, const void* from, std::int64_t stride, std::int64_t count, C* to) {
  with_storage(type, [&](auto storage) {
    const auto* at = static_cast<const decltype(storage)*>(from);
    if (stride == 1) {
      for (std::int64_t i = 0; i < count; ++i) to[i] = widened<C>(at[i]);
    } else if (stride == 0) {
      std::fill(to, to + count, widened<C>(*at));
    } else {
      for (std::int64_t i = 0; i < count; ++i) to[i] = widened<C>(at[i * stride]);
    }
  });
}

template <class C>
void write_run(Type type, void* to, std::int64_t stride, std::int64_t count, const C* from) {
  with_storage(type, [&](auto storage) {
    using S = decltype(storage);
    auto* at = static_cast<S*>(to);
    if (stride == 1) {
      for (std::int64_t i = 0; i < count; ++i) at[i] = narrowed<S>(from[i]);
    } else {
      for (std::int64_t i = 0; i < count; ++i) at[i * stride] = narrowed<S>(from[i]);
    }
  });
}

#define MUDNN_RUNS(C)                                                           \
  template void read_run<C>(Type, const void*, std::int64_t, std::int64_t, C*); \
  template void write_run<C>(Type, void*, std::int64_t, std::int64_t, const C*);
MUDNN_RUNS(float)
MUDNN_RUNS(double)
MUDNN_RUNS(std::int64_t)
MUDNN_RUNS(std::uint64_t)
#undef MUDNN_RUNS

}  // namespace musasim::dnn
