// Vector functions against plain loops, for every type and both integer widths.
#include "mublas/tests/support.h"

using namespace blas_test;

// The functions tested here, by type: the name without prefix takes it as template argument.
namespace {

BLAS_TEST_ALL(axpy, mublasSaxpy, mublasDaxpy, mublasCaxpy, mublasZaxpy)
BLAS_TEST_ALL(axpy_64, mublasSaxpy_64, mublasDaxpy_64, mublasCaxpy_64, mublasZaxpy_64)
BLAS_TEST_ALL(swap, mublasSswap, mublasDswap, mublasCswap, mublasZswap)
BLAS_TEST_ALL(copy_64, mublasScopy_64, mublasDcopy_64, mublasCcopy_64, mublasZcopy_64)
BLAS_TEST_ALL(copy, mublasScopy, mublasDcopy, mublasCcopy, mublasZcopy)
BLAS_TEST_ALL(swap_64, mublasSswap_64, mublasDswap_64, mublasCswap_64, mublasZswap_64)
BLAS_TEST_ALL(scal, mublasSscal, mublasDscal, mublasCscal, mublasZscal)
BLAS_TEST_ALL(scal_64, mublasSscal_64, mublasDscal_64, mublasCscal_64, mublasZscal_64)
BLAS_TEST_COMPLEX(real_scal, mublasCsscal, mublasZdscal)
BLAS_TEST_COMPLEX(real_scal_64, mublasCsscal_64, mublasZdscal_64)
BLAS_TEST_REAL(dot, mublasSdot, mublasDdot)
BLAS_TEST_REAL(dot_64, mublasSdot_64, mublasDdot_64)
BLAS_TEST_COMPLEX(dotu, mublasCdotu, mublasZdotu)
BLAS_TEST_COMPLEX(dotu_64, mublasCdotu_64, mublasZdotu_64)
BLAS_TEST_COMPLEX(dotc, mublasCdotc, mublasZdotc)
BLAS_TEST_COMPLEX(dotc_64, mublasCdotc_64, mublasZdotc_64)
BLAS_TEST_ALL(nrm2, mublasSnrm2, mublasDnrm2, mublasScnrm2, mublasDznrm2)
BLAS_TEST_ALL(nrm2_64, mublasSnrm2_64, mublasDnrm2_64, mublasScnrm2_64, mublasDznrm2_64)
BLAS_TEST_ALL(asum, mublasSasum, mublasDasum, mublasScasum, mublasDzasum)
BLAS_TEST_ALL(asum_64, mublasSasum_64, mublasDasum_64, mublasScasum_64, mublasDzasum_64)
BLAS_TEST_ALL(amax, mublasIsamax, mublasIdamax, mublasIcamax, mublasIzamax)
BLAS_TEST_ALL(amin, mublasIsamin, mublasIdamin, mublasIcamin, mublasIzamin)
BLAS_TEST_ALL(amax_64, mublasIsamax_64, mublasIdamax_64, mublasIcamax_64, mublasIzamax_64)
BLAS_TEST_ALL(amin_64, mublasIsamin_64, mublasIdamin_64, mublasIcamin_64, mublasIzamin_64)
BLAS_TEST_ALL(rot, mublasSrot, mublasDrot, mublasCrot, mublasZrot)
BLAS_TEST_ALL(rot_64, mublasSrot_64, mublasDrot_64, mublasCrot_64, mublasZrot_64)
BLAS_TEST_COMPLEX(real_rot, mublasCsrot, mublasZdrot)
BLAS_TEST_COMPLEX(real_rot_64, mublasCsrot_64, mublasZdrot_64)
BLAS_TEST_ALL(rotg, mublasSrotg, mublasDrotg, mublasCrotg, mublasZrotg)
BLAS_TEST_REAL(rotmg, mublasSrotmg, mublasDrotmg)
BLAS_TEST_REAL(rotm, mublasSrotm, mublasDrotm)
BLAS_TEST_REAL(rotm_64, mublasSrotm_64, mublasDrotm_64)

}  // namespace

namespace {

constexpr int kN = 9;

// Element i of a vector with an increment: from the far end if that is negative.
template <class V>
auto& item(V& values, int i, int increment) {
  const int place = increment < 0 ? (i + 1 - kN) * increment : i * increment;
  return values[static_cast<std::size_t>(place)];
}

struct Increments {
  int x, y;
};
const Increments kIncrements[] = {{1, 1}, {2, 3}, {-1, 2}, {2, -2}};

std::size_t length(int increment) {
  return static_cast<std::size_t>(kN * (increment < 0 ? -increment : increment));
}

template <class T>
struct Pair {
  explicit Pair(Increments i)
      : x(random_values<T>(length(i.x), 1)), y(random_values<T>(length(i.y), 2)) {}
  Device<T> x, y;
};

}  // namespace

TEST(axpy_adds_a_multiple) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({1.5, -0.5});
    for (const Increments i : kIncrements) {
      Pair<T> v(i);
      auto wanted = widened(v.y.host);
      for (int k = 0; k < kN; ++k) {
        item(wanted, k, i.y) += wide(alpha) * wide(item(v.x.host, k, i.x));
      }
      const bool narrow = i.x == 1;
      MUBLAS_OK(narrow ? axpy<T>(handle, kN, &alpha, v.x, i.x, v.y, i.y)
                       : axpy_64<T>(handle, kN, &alpha, v.x, i.x, v.y, i.y));
      NEAR(v.y.read(), wanted);
    }
  });
}

TEST(copy_and_swap_move_elements) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    for (const Increments i : kIncrements) {
      Pair<T> v(i);
      auto x = widened(v.x.host);
      auto y = widened(v.y.host);
      for (int k = 0; k < kN; ++k) std::swap(item(x, k, i.x), item(y, k, i.y));
      MUBLAS_OK(swap<T>(handle, kN, v.x, i.x, v.y, i.y));
      NEAR(v.x.read(), x);
      NEAR(v.y.read(), y);
      for (int k = 0; k < kN; ++k) item(y, k, i.y) = item(x, k, i.x);
      MUBLAS_OK(copy_64<T>(handle, kN, v.x, i.x, v.y, i.y));
      NEAR(v.y.read(), y);
      Pair<T> again(i);
      MUBLAS_OK(copy<T>(handle, kN, v.x, i.x, again.y, i.y));
      EQUAL(wide(item(again.y.read(), 0, i.y)), item(x, 0, i.x));
      MUBLAS_OK(swap_64<T>(handle, kN, v.x, i.x, again.y, i.y));
      EQUAL(wide(item(v.x.read(), 1, i.x)), item(x, 1, i.x));
    }
  });
}

TEST(scal_multiplies_every_element) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>({0.5, 2});
    Device<T> x(random_values<T>(2 * kN));
    auto wanted = widened(x.host);
    for (int k = 0; k < kN; ++k) item(wanted, k, 2) *= wide(alpha) * wide(alpha);
    MUBLAS_OK(scal<T>(handle, kN, &alpha, x, 2));
    MUBLAS_OK(scal_64<T>(handle, kN, &alpha, x, 2));
    NEAR(x.read(), wanted);
  });
}

TEST(real_scal_of_complex_vectors) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    const RealOf<T> alpha = -3;
    Device<T> x(random_values<T>(kN));
    auto wanted = widened(x.host);
    for (auto& value : wanted) value *= 9;
    MUBLAS_OK(real_scal<T>(handle, kN, &alpha, x, 1));
    MUBLAS_OK(real_scal_64<T>(handle, kN, &alpha, x, 1));
    NEAR(x.read(), wanted);
  });
}

TEST(dot_of_real_vectors) {
  const Handle handle;
  for_real_types([&](auto type) {
    using T = decltype(type);
    for (const Increments i : kIncrements) {
      Pair<T> v(i);
      Complex wanted = 0;
      for (int k = 0; k < kN; ++k) {
        wanted += wide(item(v.x.host, k, i.x)) * wide(item(v.y.host, k, i.y));
      }
      T narrow = 0, broad = 0;
      MUBLAS_OK(dot<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &narrow));
      MUBLAS_OK(dot_64<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &broad));
      NEAR(std::vector<T>{narrow, broad}, {wanted, wanted});
    }
  });
}

TEST(dot_of_complex_vectors) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    for (const Increments i : kIncrements) {
      Pair<T> v(i);
      Complex plain_sum = 0, conjugated = 0;
      for (int k = 0; k < kN; ++k) {
        const Complex x = wide(item(v.x.host, k, i.x));
        const Complex y = wide(item(v.y.host, k, i.y));
        plain_sum += x * y;
        conjugated += std::conj(x) * y;
      }
      T got[4];
      MUBLAS_OK(dotu<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &got[0]));
      MUBLAS_OK(dotu_64<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &got[1]));
      MUBLAS_OK(dotc<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &got[2]));
      MUBLAS_OK(dotc_64<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &got[3]));
      NEAR(std::vector<T>(got, got + 4), {plain_sum, plain_sum, conjugated, conjugated});
    }
  });
}

TEST(norms_and_sums) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    using R = RealOf<T>;
    Device<T> x(random_values<T>(2 * kN));
    double square = 0, sum = 0;
    for (int k = 0; k < kN; ++k) {
      const Complex value = wide(item(x.host, k, 2));
      square += std::norm(value);
      sum += std::abs(value.real()) + std::abs(value.imag());
    }
    R got[4];
    MUBLAS_OK(nrm2<T>(handle, kN, x.get(), 2, &got[0]));
    MUBLAS_OK(nrm2_64<T>(handle, kN, x.get(), 2, &got[1]));
    MUBLAS_OK(asum<T>(handle, kN, x.get(), 2, &got[2]));
    MUBLAS_OK(asum_64<T>(handle, kN, x.get(), 2, &got[3]));
    NEAR(std::vector<R>(got, got + 4), {std::sqrt(square), std::sqrt(square), sum, sum});
  });
}

TEST(extrema_are_counted_from_one) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    Device<T> x(random_values<T>(2 * kN));
    item(x.host, 6, 2) = from_wide<T>({-5, 0});
    item(x.host, 7, 2) = from_wide<T>({5, 0});
    item(x.host, 3, 2) = from_wide<T>(0);
    x.put();
    int largest = 0, smallest = 0;
    std::int64_t largest_64 = 0, smallest_64 = 0;
    MUBLAS_OK(amax<T>(handle, kN, x.get(), 2, &largest));
    MUBLAS_OK(amin<T>(handle, kN, x.get(), 2, &smallest));
    MUBLAS_OK(amax_64<T>(handle, kN, x.get(), 2, &largest_64));
    MUBLAS_OK(amin_64<T>(handle, kN, x.get(), 2, &smallest_64));
    EQUAL(largest, 7);
    EQUAL(smallest, 4);
    EQUAL(largest_64, 7);
    EQUAL(smallest_64, 4);
  });
}

TEST(empty_vectors_have_zero_results) {
  const Handle handle;
  float norm = 1, sum = 1, product = 1;
  int index = 1;
  MUBLAS_OK(mublasSnrm2(handle, 0, nullptr, 1, &norm));
  MUBLAS_OK(mublasSasum(handle, -1, nullptr, 1, &sum));
  MUBLAS_OK(mublasSdot(handle, 0, nullptr, 1, nullptr, 1, &product));
  MUBLAS_OK(mublasIsamax(handle, 0, nullptr, 1, &index));
  EQUAL(norm, 0.0F);
  EQUAL(sum, 0.0F);
  EQUAL(product, 0.0F);
  EQUAL(index, 0);
}

TEST(rot_turns_the_plane) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    using R = RealOf<T>;
    const R c = static_cast<R>(0.6);
    const T s = from_wide<T>({0.64, 0.48});
    for (const Increments i : kIncrements) {
      Pair<T> v(i);
      auto x = widened(v.x.host);
      auto y = widened(v.y.host);
      for (int k = 0; k < kN; ++k) {
        const Complex a = item(x, k, i.x), b = item(y, k, i.y);
        item(x, k, i.x) = double(c) * a + wide(s) * b;
        item(y, k, i.y) = double(c) * b - std::conj(wide(s)) * a;
      }
      MUBLAS_OK(i.x == 1 ? rot<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &c, &s)
                         : rot_64<T>(handle, kN, v.x.get(), i.x, v.y.get(), i.y, &c, &s));
      NEAR(v.x.read(), x);
      NEAR(v.y.read(), y);
    }
  });
}

TEST(real_rot_of_complex_vectors) {
  const Handle handle;
  for_complex_types([&](auto type) {
    using T = decltype(type);
    using R = RealOf<T>;
    const R c = 0, s = 1;  // x becomes y, y becomes -x
    Pair<T> v({1, 1});
    const auto x = widened(v.x.host);
    const auto y = widened(v.y.host);
    MUBLAS_OK(real_rot<T>(handle, kN, v.x.get(), 1, v.y.get(), 1, &c, &s));
    NEAR(v.x.read(), y);
    MUBLAS_OK(real_rot_64<T>(handle, kN, v.x.get(), 1, v.y.get(), 1, &c, &s));
    for (std::size_t k = 0; k < x.size(); ++k) {
      EQUAL(wide(v.x.read()[k]), -x[k]);
      EQUAL(wide(v.y.read()[k]), -y[k]);
    }
  });
}

TEST(rotg_makes_the_rotation_that_clears_b) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    using R = RealOf<T>;
    T a = from_wide<T>({3, 1}), b = from_wide<T>({4, -2}), s{};
    const Complex first = wide(a), second = wide(b);
    R c = 0;
    MUBLAS_OK(rotg<T>(handle, &a, &b, &c, &s));
    const Complex kept = double(c) * first + wide(s) * second;
    const Complex cleared = double(c) * second - std::conj(wide(s)) * first;
    NEAR(std::vector<T>{a}, {kept});
    CHECK(std::abs(cleared) < 1e-5);
  });
}

TEST(rotm_and_rotmg_work_together) {
  const Handle handle;
  for_real_types([&](auto type) {
    using T = decltype(type);
    T d1 = 2, d2 = 3, x1 = 4, y1 = 5, param[5] = {};
    MUBLAS_OK(rotmg<T>(handle, &d1, &d2, &x1, &y1, param));
    // The vectors hold the values that the rotation was made for: it clears the second one.
    Device<T> x(std::vector<T>{4}), y(std::vector<T>{5});
    MUBLAS_OK(rotm<T>(handle, 1, x.get(), 1, y.get(), 1, param));
    NEAR(x.read(), {double(x1)});
    NEAR(y.read(), {0.0});
    const T swap_and_negate[5] = {-1, 0, -1, 1, 0};
    Device<T> p(std::vector<T>{4, 6}), q(std::vector<T>{5, 7});
    MUBLAS_OK(rotm_64<T>(handle, 2, p.get(), 1, q.get(), 1, swap_and_negate));
    NEAR(p.read(), {5.0, 7.0});
    NEAR(q.read(), {-4.0, -6.0});
  });
}

TEST(bad_arguments_have_their_statuses) {
  const Handle handle;
  Device<float> x(4);
  const float alpha = 1;
  float result = 0;
  MUBLAS_FAILS(mublasSaxpy(handle, 4, nullptr, x, 1, x, 1), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_FAILS(mublasSaxpy(handle, 4, &alpha, nullptr, 1, x, 1), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_FAILS(mublasSdot(handle, 4, x, 1, x, 1, nullptr), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_FAILS(mublasSnrm2(nullptr, 4, x, 1, &result), MUBLAS_STATUS_INVALID_HANDLE);
  MUBLAS_FAILS(mublasSaxpy_64(handle, std::int64_t{1} << 40, &alpha, x, 1, x, 1),
               MUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_MAIN()
