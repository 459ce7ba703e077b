// The names of mma.h for elements of 4 bits and of one, which sources declare whoever calls them. No matrix unit of MUSA
// multiplies such elements: a fragment of them is an error, and a product of bits ends the kernel.
#pragma once

#include <cstdio>

#include "musasim/device/built_in.h"
#include "musasim/device/wmma.h"

namespace mtmusa::wmma {

namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

template <int m, int n, int k, class Layout>
class fragment<matrix_a, m, n, k, experimental::precision::b1, Layout>;
template <int m, int n, int k, class Layout>
class fragment<matrix_b, m, n, k, experimental::precision::b1, Layout>;

template <class D, class A, class B, class C>
void bmma_sync(D&, const A&, const B&, const C&,
               experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
               experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  std::printf("bmma_sync: no matrix unit of MUSA multiplies bits\n");
  __trap();
}

}  // namespace mtmusa::wmma
