// The fragments of mma.h. 32 lanes hold a fragment together: element i of lane l is the matrix's element
// 32 * i + l, row by row. A warp of 128 lanes does the work four times over, each 32 lanes with a copy.
// The lane that holds an element is not part of the interface, as on hardware.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "musasim/device/warp_vote.h"
#include "musasim/narrow_float.h"

namespace musasim::device::wmma {

// A type that has the name of a format, not its storage: precision::tf32.
template <class T>
struct Storage {
  using type = T;
};

// The type in which products are summed.
template <class T>
using Sum = std::conditional_t<std::is_same_v<T, double>, double,
                               std::conditional_t<std::is_integral_v<T>, std::int64_t, float>>;

inline float number(__half value) { return __half2float(value); }
inline float number(__mt_bfloat16 value) { return __bfloat162float(value); }
template <class T>
T number(T value) {
  return value;
}

// The sum as an element of the result. Integers wrap around; to saturate is to stay among the finite
// values, and zero for a NaN.
template <class To, class From>
To element(From sum, bool saturate) {
  if constexpr (std::is_integral_v<To>) {
    if (saturate) {
      const From low = std::numeric_limits<To>::min();
      const From high = std::numeric_limits<To>::max();
      return static_cast<To>(sum < low ? low : sum > high ? high : sum);
    }
    return static_cast<To>(static_cast<std::uint64_t>(sum));
  } else {
    if (saturate) {
      const From limit =
          std::is_same_v<To, __half> ? From{65504} : std::numeric_limits<From>::max();
      sum = std::isnan(sum) ? From{} : std::fmin(std::fmax(sum, -limit), limit);
    }
    if constexpr (std::is_same_v<To, __half>) {
      return __float2half(sum);
    } else if constexpr (std::is_same_v<To, __mt_bfloat16>) {
      return __float2bfloat16(sum);
    } else {
      return static_cast<To>(sum);
    }
  }
}

constexpr unsigned kHolders = 32;

inline unsigned holder() { return lane_id() % kHolders; }

// A lane's part of mma_sync(): the places of its elements.
struct Operands {
  const void* a;
  const void* b;
  const void* c;
  void* d;
  bool saturate;
};

template <class A, class B, class C, class D>
class Product {
  static constexpr int kM = A::rows, kN = B::columns, kK = A::columns;
  using Number = Sum<typename C::element_type>;

 public:
  // One multiplication for each 32 lanes of the warp. A lane that is not there counts as zeros.
  static void of_warp(const Lanes& lanes, void* const* records) {
    for (unsigned first = 0; first < 128; first += kHolders) {
      const unsigned here = lanes.segment[first / kHolders];
      if (here != 0) {
        of_holders(here, records + first);
      }
    }
  }

 private:
  template <class Fragment>
  static void gather(unsigned here, void* const* records, const void* Operands::* which,
                     Number* matrix) {
    for (unsigned lane = 0; lane < kHolders; ++lane) {
      const bool there = (here >> lane & 1) != 0;
      const auto* const elements =
          there ? static_cast<const typename Fragment::storage_element_type*>(
                      static_cast<const Operands*>(records[lane])->*which)
                : nullptr;
      for (int i = 0; i < Fragment::num_elements; ++i) {
        matrix[i * static_cast<int>(kHolders) + static_cast<int>(lane)] =
            there ? static_cast<Number>(Fragment::read(elements[i])) : Number{};
      }
    }
  }

  static void of_holders(unsigned here, void* const* records) {
    static thread_local Number a[kM * kK], b[kK * kN], sum[kM * kN];
    gather<A>(here, records, &Operands::a, a);
    gather<B>(here, records, &Operands::b, b);
    gather<C>(here, records, &Operands::c, sum);
    for (int row = 0; row < kM; ++row) {
      for (int k = 0; k < kK; ++k) {
        for (int column = 0; column < kN; ++column) {
          sum[row * kN + column] += a[row * kK + k] * b[k * kN + column];
        }
      }
    }
    for (unsigned lane = 0; lane < kHolders; ++lane) {
      if ((here >> lane & 1) == 0) continue;
      const auto& own = *static_cast<const Operands*>(records[lane]);
      auto* const elements = static_cast<typename D::storage_element_type*>(own.d);
      for (int i = 0; i < D::num_elements; ++i) {
        elements[i] = element<typename D::storage_element_type>(
            sum[i * static_cast<int>(kHolders) + static_cast<int>(lane)], own.saturate);
      }
    }
  }
};

}  // namespace musasim::device::wmma

namespace mtmusa::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

}  // namespace mtmusa::wmma

namespace musasim::device::wmma {

template <>
struct Storage<mtmusa::wmma::precision::tf32> {
  using type = float;
};

constexpr bool is_shape(int m, int n, int k, int depth) {
  const bool tile =
      (m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32) || (m == 32 && n == 32);
  return tile && k == depth;
}

// Whether matrices of this type are multiplied in this shape by CUDA, or by MUSA (32 x 32).
template <class T>
constexpr bool is_multiplied(int m, int n, int k) {
  if constexpr (std::is_same_v<T, double>) {
    return m == 8 && n == 8 && k == 4;
  } else if constexpr (std::is_same_v<T, mtmusa::wmma::precision::tf32>) {
    return is_shape(m, n, k, 8);
  } else if constexpr (std::is_integral_v<T>) {
    return sizeof(T) == 1 && (is_shape(m, n, k, 16) || is_shape(m, n, k, 32));
  } else {
    return is_shape(m, n, k, 16);
  }
}

template <class T, int Rows, int Columns>
struct Elements {
  static constexpr int rows = Rows;
  static constexpr int columns = Columns;
  static constexpr int num_elements = Rows * Columns / static_cast<int>(kHolders);
  using element_type = T;
  using storage_element_type = typename Storage<T>::type;

  // The number that the multiplier reads.
  static auto read(storage_element_type value) {
    if constexpr (std::is_same_v<T, mtmusa::wmma::precision::tf32>) {
      return narrow::tf32_value(value);
    } else {
      return number(value);
    }
  }
  // The place in memory of the calling lane's element i, in a matrix with `stride` from row to row (or
  // from column to column).
  static std::size_t place(int i, unsigned stride, bool by_rows) {
    const auto index = static_cast<unsigned>(i) * kHolders + holder();
    const std::size_t row = index / static_cast<unsigned>(Columns);
    const std::size_t column = index % static_cast<unsigned>(Columns);
    return by_rows ? row * stride + column : column * stride + row;
  }

  storage_element_type x[num_elements];
};

template <class Fragment, class T>
void load(Fragment& fragment, const T* from, unsigned stride, bool by_rows) {
  // The lanes go in step on hardware: what one of them stored before is there.
  warp_meet(0xffffffffU, nullptr, nullptr);
  for (int i = 0; i < Fragment::num_elements; ++i) {
    fragment.x[i] = from[Fragment::place(i, stride, by_rows)];
  }
}

}  // namespace musasim::device::wmma

namespace mtmusa::wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment;

template <int m, int n, int k, class T, class Layout>
class fragment<matrix_a, m, n, k, T, Layout> : public ::musasim::device::wmma::Elements<T, m, k> {
  static_assert(::musasim::device::wmma::is_multiplied<T>(m, n, k),
                "wmma: no matrix unit multiplies this type in this shape");
};
template <int m, int n, int k, class T, class Layout>
class fragment<matrix_b, m, n, k, T, Layout> : public ::musasim::device::wmma::Elements<T, k, n> {
  static_assert(::musasim::device::wmma::is_multiplied<T>(m, n, k),
                "wmma: no matrix unit multiplies this type in this shape");
};
template <int m, int n, int k, class T>
class fragment<accumulator, m, n, k, T> : public ::musasim::device::wmma::Elements<T, m, n> {};

inline float __float_to_tf32(float value) { return ::musasim::narrow::round_to_tf32(value); }

template <class Use, int m, int n, int k, class T, class Layout, class V>
void fill_fragment(fragment<Use, m, n, k, T, Layout>& a, const V& value) {
  for (auto& element : a.x) {
    element = static_cast<std::decay_t<decltype(element)>>(value);
  }
}

template <class Use, int m, int n, int k, class T, class Layout>
void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& a,
                      const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* from,
                      unsigned stride) {
  static_assert(!std::is_same_v<Use, accumulator>, "wmma: an accumulator needs a layout to load");
  ::musasim::device::wmma::load(a, from, stride, std::is_same_v<Layout, row_major>);
}
template <int m, int n, int k, class T>
void load_matrix_sync(fragment<accumulator, m, n, k, T>& a,
                      const typename fragment<accumulator, m, n, k, T>::storage_element_type* from,
                      unsigned stride, layout_t layout) {
  ::musasim::device::wmma::load(a, from, stride, layout == mem_row_major);
}

template <int m, int n, int k, class T>
void store_matrix_sync(typename fragment<accumulator, m, n, k, T>::storage_element_type* to,
                       const fragment<accumulator, m, n, k, T>& a, unsigned stride,
                       layout_t layout) {
  using Fragment = fragment<accumulator, m, n, k, T>;
  for (int i = 0; i < Fragment::num_elements; ++i) {
    to[Fragment::place(i, stride, layout == mem_row_major)] = a.x[i];
  }
  ::musasim::device::warp_meet(0xffffffffU, nullptr, nullptr);
}

// d = a * b + c. Sums of floating-point numbers are float (or double), rounded at the end. With satf,
// integers and halves stay within their finite range.
template <int m, int n, int k, class A, class ALayout, class B, class BLayout, class D, class C>
void mma_sync(fragment<accumulator, m, n, k, D>& d,
              const fragment<matrix_a, m, n, k, A, ALayout>& a,
              const fragment<matrix_b, m, n, k, B, BLayout>& b,
              const fragment<accumulator, m, n, k, C>& c, bool satf = false) {
  using Product = ::musasim::device::wmma::Product<
      fragment<matrix_a, m, n, k, A, ALayout>, fragment<matrix_b, m, n, k, B, BLayout>,
      fragment<accumulator, m, n, k, C>, fragment<accumulator, m, n, k, D>>;
  ::musasim::device::wmma::Operands operands{a.x, b.x, c.x, d.x, satf};
  ::musasim::device::warp_meet(0xffffffffU, Product::of_warp, &operands);
}

}  // namespace mtmusa::wmma
