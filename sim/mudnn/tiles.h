// Sums of products that are kept in registers: what convolutions are computed with.
#pragma once

#include <cstdint>

namespace musasim::dnn {

// sums[r][x] += lines[line[t] + x] * rows[r][at[t]], summed over t, for x below `width`.
template <class C>
struct Products {
  const C* const* rows;
  std::int64_t row_count;
  const int* at;
  const C* lines;
  const int* line;
  std::int64_t terms, width;
  C* sums;
  std::int64_t ld;  // from one row of sums to the next
};

// Up to so many elements behind the width of each line are read, and of each row of sums written.
constexpr std::int64_t kTileSlack = 16;

template <class C>
void add_products(const Products<C>& p);

// to[i] += from[i] * by, for i below `count`.
template <class C>
void add_times(const C* from, C by, std::int64_t count, C* to);

}  // namespace musasim::dnn
