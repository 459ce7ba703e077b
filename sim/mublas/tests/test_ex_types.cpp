// Functions whose element types are arguments, against plain loops, for the types that go together.
#include "mublas/tests/support.h"

using namespace blas_test;

namespace {

template <class T>
constexpr musaDataType_t data_type() {
  if constexpr (std::is_same_v<T, float>) return MUSA_R_32F;
  if constexpr (std::is_same_v<T, double>) return MUSA_R_64F;
  if constexpr (std::is_same_v<T, __half>) return MUSA_R_16F;
  if constexpr (std::is_same_v<T, __mt_bfloat16>) return MUSA_R_16BF;
  if constexpr (std::is_same_v<T, std::int8_t>) return MUSA_R_8I;
  if constexpr (std::is_same_v<T, int>) return MUSA_R_32I;
  if constexpr (std::is_same_v<T, muComplex>) return MUSA_C_32F;
  return MUSA_C_64F;
}

constexpr int kM = 4;
constexpr int kN = 3;
constexpr int kK = 5;
constexpr int kBatch = 2;

template <class T>
std::vector<T> values(std::size_t count, unsigned seed) {
  if constexpr (std::is_integral_v<T>) {
    std::vector<T> all;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(static_cast<T>(static_cast<int>((i * 37 + seed * 11) % 251) - 125));
    }
    return all;
  } else {
    return random_values<T>(count, seed);
  }
}

// GemmEx in all its forms: elements AB, result C, scalars S.
template <class AB, class C, class S>
void check_gemm(mublasHandle_t handle, mublasComputeType_t compute) {
  const S alpha = from_wide<S>({2, 0}), beta = from_wide<S>({3, 0});
  const auto ab = data_type<AB>(), ct = data_type<C>();
  const std::size_t size_a = kM * kK, size_b = kK * kN, size_c = kM * kN;
  Device<AB> a(values<AB>(size_a * kBatch, 1)), b(values<AB>(size_b * kBatch, 2));
  const auto start = values<C>(size_c * kBatch, 3);
  std::vector<Complex> wanted;
  for (std::size_t i = 0; i < kBatch; ++i) {
    const Plain one =
        2.0 * (plain(a.host, kM, kK, kM, i * size_a) * plain(b.host, kK, kN, kK, i * size_b)) +
        3.0 * plain(start, kM, kN, kM, i * size_c);
    wanted.insert(wanted.end(), one.at_.begin(), one.at_.end());
  }
  std::vector<Complex> only_first(wanted.begin(), wanted.begin() + size_c);
  for (std::size_t i = size_c; i < start.size(); ++i) only_first.push_back(wide(start[i]));

  const auto n = MUBLAS_OP_N;
  const auto algo = MUBLAS_GEMM_DEFAULT_TENSOR_OP;
  const auto expect = [&](const std::vector<Complex>& result, auto call) {
    Device<C> c(start);
    MUBLAS_OK(call(c));
    NEAR(c.read(), result, 2);
  };
  expect(only_first, [&](auto& c) {
    return mublasGemmEx(handle, n, n, kM, kN, kK, &alpha, a, ab, kM, b, ab, kK, &beta, c, ct, kM,
                        compute, algo);
  });
  expect(only_first, [&](auto& c) {
    return mublasGemmEx_64(handle, n, n, kM, kN, kK, &alpha, a, ab, kM, b, ab, kK, &beta, c, ct, kM,
                           compute, algo);
  });
  expect(wanted, [&](auto& c) {
    return mublasGemmStridedBatchedEx(handle, n, n, kM, kN, kK, &alpha, a, ab, kM, size_a, b, ab,
                                      kK, size_b, &beta, c, ct, kM, size_c, kBatch, compute, algo);
  });
  expect(wanted, [&](auto& c) {
    return mublasGemmStridedBatchedEx_64(handle, n, n, kM, kN, kK, &alpha, a, ab, kM, size_a, b, ab,
                                         kK, size_b, &beta, c, ct, kM, size_c, kBatch, compute,
                                         algo);
  });
  Device<const void*> as({a.get(), a.get() + size_a}), bs({b.get(), b.get() + size_b});
  const auto expect_batched = [&](auto call) {
    Device<C> c(start);
    Device<void*> cs({c.get(), c.get() + size_c});
    MUBLAS_OK(call(cs));
    NEAR(c.read(), wanted, 2);
  };
  expect_batched([&](auto& cs) {
    return mublasGemmBatchedEx(handle, n, n, kM, kN, kK, &alpha, as.get(), ab, kM, bs.get(), ab, kK,
                               &beta, cs.get(), ct, kM, kBatch, compute, algo);
  });
  expect_batched([&](auto& cs) {
    return mublasGemmBatchedEx_64(handle, n, n, kM, kN, kK, &alpha, as.get(), ab, kM, bs.get(), ab,
                                  kK, &beta, cs.get(), ct, kM, kBatch, compute, algo);
  });
}

}  // namespace

TEST(gemm_ex_of_every_combination) {
  const Handle handle;
  check_gemm<float, float, float>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<float, float, float>(handle, MUBLAS_COMPUTE_32F_FAST_TF32);
  check_gemm<__half, __half, float>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<__half, float, float>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<__half, __half, __half>(handle, MUBLAS_COMPUTE_16F);
  check_gemm<__mt_bfloat16, __mt_bfloat16, float>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<__mt_bfloat16, float, float>(handle, MUBLAS_COMPUTE_32F_FAST_16BF);
  check_gemm<std::int8_t, float, float>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<std::int8_t, int, int>(handle, MUBLAS_COMPUTE_32I);
  check_gemm<double, double, double>(handle, MUBLAS_COMPUTE_64F);
  check_gemm<muComplex, muComplex, muComplex>(handle, MUBLAS_COMPUTE_32F);
  check_gemm<muDoubleComplex, muDoubleComplex, muDoubleComplex>(handle, MUBLAS_COMPUTE_64F);
}

TEST(gemm_ex_takes_a_data_type_as_compute_type) {
  const Handle handle;
  const float one = 1, zero = 0;
  Device<float> a(std::vector<float>{3}), b(std::vector<float>{4}), c(1);
  MUBLAS_OK(mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, a, MUSA_R_32F, 1, b,
                         MUSA_R_32F, 1, &zero, c, MUSA_R_32F, 1, MUSA_R_32F, MUBLAS_GEMM_DEFAULT));
  NEAR(c.read(), {12.0});
}

TEST(integer_products_wrap_around) {
  const Handle handle;
  const int one = 1, zero = 0;
  const int k = 140000;  // times 127 * 127 is beyond 2^31
  Device<std::int8_t> a(std::vector<std::int8_t>(k, 127)), b(std::vector<std::int8_t>(k, 127));
  Device<int> c(1);
  MUBLAS_OK(mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, k, &one, a, MUSA_R_8I, 1, b,
                         MUSA_R_8I, k, &zero, c, MUSA_R_32I, 1, MUBLAS_COMPUTE_32I,
                         MUBLAS_GEMM_DEFAULT));
  const std::uint32_t wrapped = 127U * 127U * 140000U;
  EQUAL(static_cast<std::uint32_t>(c.read()[0]), wrapped);
}

TEST(combinations_that_do_not_exist_are_not_supported) {
  const Handle handle;
  const float one = 1;
  Device<float> x(16);
  const auto gemm = [&](musaDataType_t a, musaDataType_t b, musaDataType_t c,
                        mublasComputeType_t compute) {
    return mublasGemmEx(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, x, a, 1, x, b, 1, &one, x,
                        c, 1, compute, MUBLAS_GEMM_DEFAULT);
  };
  const auto no = MUBLAS_STATUS_NOT_SUPPORTED;
  MUBLAS_FAILS(gemm(MUSA_R_16F, MUSA_R_32F, MUSA_R_32F, MUBLAS_COMPUTE_32F), no);
  MUBLAS_FAILS(gemm(MUSA_R_32F, MUSA_R_32F, MUSA_R_16F, MUBLAS_COMPUTE_32F), no);
  MUBLAS_FAILS(gemm(MUSA_R_32F, MUSA_R_32F, MUSA_R_32F, MUBLAS_COMPUTE_16F), no);
  MUBLAS_FAILS(gemm(MUSA_R_8I, MUSA_R_8I, MUSA_R_8I, MUBLAS_COMPUTE_32I), no);
  MUBLAS_FAILS(gemm(MUSA_R_4I, MUSA_R_4I, MUSA_R_32I, MUBLAS_COMPUTE_32I), no);
  MUBLAS_FAILS(gemm(MUSA_C_64F, MUSA_C_64F, MUSA_C_64F, MUBLAS_COMPUTE_32F), no);
}

namespace {

// SgemmEx and its relatives: call(narrow, alpha, a, b, beta, c) with elements AB and C, scalars S.
template <class AB, class C, class S, class F>
void check_typed_gemm(F call) {
  const S alpha = from_wide<S>({2, 1}), beta = from_wide<S>({0.5, 0});
  Device<AB> a(values<AB>(kM * kK, 1)), b(values<AB>(kK * kN, 2));
  Device<C> c(values<C>(kM * kN, 3));
  const Plain product = wide(alpha) * (plain(a.host, kM, kK, kM) * plain(b.host, kK, kN, kK));
  const Plain once = product + wide(beta) * plain(c.host, kM, kN, kM);
  const Plain twice = product + wide(beta) * once;
  MUBLAS_OK(call(true, &alpha, a.get(), b.get(), &beta, c.get()));
  NEAR(c.read(), once.at_, 2);
  MUBLAS_OK(call(false, &alpha, a.get(), b.get(), &beta, c.get()));
  NEAR(c.read(), twice.at_, 4);
}

#define TYPED_GEMM(NAME, WIDE, AB, C)                                                             \
  [&](bool narrow, auto alpha, auto a, auto b, auto beta, auto c) {                               \
    return narrow ? NAME(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, kK, alpha, a, data_type<AB>(), \
                         kM, b, data_type<AB>(), kK, beta, c, data_type<C>(), kM)                 \
                  : WIDE(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, kK, alpha, a, data_type<AB>(), \
                         kM, b, data_type<AB>(), kK, beta, c, data_type<C>(), kM);                \
  }

}  // namespace

TEST(products_with_typed_scalars) {
  const Handle handle;
  check_typed_gemm<float, float, float>(TYPED_GEMM(mublasSgemmEx, mublasSgemmEx_64, float, float));
  check_typed_gemm<__half, __half, float>(
      TYPED_GEMM(mublasSgemmEx, mublasSgemmEx_64, __half, __half));
  check_typed_gemm<std::int8_t, float, float>(
      TYPED_GEMM(mublasSgemmEx, mublasSgemmEx_64, std::int8_t, float));
  check_typed_gemm<double, double, double>(
      TYPED_GEMM(mublasDgemmEx, mublasDgemmEx_64, double, double));
  check_typed_gemm<muComplex, muComplex, muComplex>(
      TYPED_GEMM(mublasCgemmEx, mublasCgemmEx_64, muComplex, muComplex));
  check_typed_gemm<muComplex, muComplex, muComplex>(
      TYPED_GEMM(mublasCgemm3mEx, mublasCgemm3mEx_64, muComplex, muComplex));
}

TEST(rank_updates_of_complex_integers) {
  const Handle handle;
  // 2 x 2 of int8 pairs: (1+2i, 3-1i; 0+1i, 2+0i) by columns (1+2i, i), (3-i, 2)
  Device<std::int8_t> a(std::vector<std::int8_t>{1, 2, 0, 1, 3, -1, 2, 0});
  Plain full(2, 2);
  full.at_ = {{1, 2}, {0, 1}, {3, -1}, {2, 0}};
  const muComplex alpha = make_muComplex(1, 1), none = make_muComplex(0, 0);
  const float factor = 2, zero = 0;
  const auto up = MUBLAS_FILL_MODE_UPPER;
  const Plain symmetric_one = Complex(1, 1) * (full * op(MUBLAS_OP_T, full));
  const Plain hermitian_one = 2.0 * (full * op(MUBLAS_OP_C, full));
  const auto expect = [&](const Plain& result, auto call) {
    Device<muComplex> c(4);
    const auto wanted = overlaid(c.host, result, 2, up);
    MUBLAS_OK(call(c.get()));
    NEAR(c.read(), wanted);
  };
#define SYRK(NAME)                                                                                \
  expect(symmetric_one, [&](muComplex* c) {                                                       \
    return NAME(handle, up, MUBLAS_OP_N, 2, 2, &alpha, a, MUSA_C_8I, 2, &none, c, MUSA_C_32F, 2); \
  })
#define HERK(NAME)                                                                                 \
  expect(hermitian_one, [&](muComplex* c) {                                                        \
    return NAME(handle, up, MUBLAS_OP_N, 2, 2, &factor, a, MUSA_C_8I, 2, &zero, c, MUSA_C_32F, 2); \
  })
  SYRK(mublasCsyrkEx);
  SYRK(mublasCsyrkEx_64);
  SYRK(mublasCsyrk3mEx);
  SYRK(mublasCsyrk3mEx_64);
  HERK(mublasCherkEx);
  HERK(mublasCherkEx_64);
  HERK(mublasCherk3mEx);
  HERK(mublasCherk3mEx_64);
}

namespace {

constexpr auto kF = MUSA_R_32F;

// Vectors of T with increments 1 and -2, what they hold by index, and scalars in float.
template <class T>
struct Vectors {
  static constexpr int kLength = 6;
  Device<T> x{values<T>(kLength, 1)};
  Device<T> y{values<T>(2 * kLength, 2)};
  musaDataType_t type = data_type<T>();

  Complex at_x(int i) const { return wide(x.host[static_cast<std::size_t>(i)]); }
  Complex at_y(int i) const { return wide(y.host[static_cast<std::size_t>(place(i))]); }
  static int place(int i) { return -2 * (i + 1 - kLength); }
};

template <class F>
void for_vector_types(F f) {
  f(__half{});
  f(__mt_bfloat16{});
  f(float{});
}

}  // namespace

TEST(axpy_scal_copy_and_swap_of_narrow_types) {
  const Handle handle;
  for_vector_types([&](auto type) {
    using T = decltype(type);
    Vectors<T> v;
    const int n = v.kLength;
    const float alpha = 0.5;
    auto y = widened(v.y.host);
    auto x = widened(v.x.host);
    for (int i = 0; i < n; ++i) y[std::size_t(v.place(i))] += 0.5 * v.at_x(i);
    MUBLAS_OK(mublasAxpyEx(handle, n, &alpha, kF, v.x, v.type, 1, v.y, v.type, -2, kF));
    NEAR(v.y.read(), y);
    for (int i = 0; i < n; ++i) y[std::size_t(v.place(i))] += 0.5 * v.at_x(i);
    MUBLAS_OK(mublasAxpyEx_64(handle, n, &alpha, kF, v.x, v.type, 1, v.y, v.type, -2, kF));
    NEAR(v.y.read(), y, 2);
    for (auto& value : x) value *= 0.25;
    MUBLAS_OK(mublasScalEx(handle, n, &alpha, kF, v.x, v.type, 1, kF));
    MUBLAS_OK(mublasScalEx_64(handle, n, &alpha, kF, v.x, v.type, 1, kF));
    NEAR(v.x.read(), x);
    y = widened(v.y.read());
    for (int i = 0; i < n; ++i) std::swap(x[std::size_t(i)], y[std::size_t(v.place(i))]);
    MUBLAS_OK(mublasSwapEx(handle, n, v.x, v.type, 1, v.y, v.type, -2));
    NEAR(v.x.read(), x);
    NEAR(v.y.read(), y);
    MUBLAS_OK(mublasSwapEx_64(handle, n, v.x, v.type, 1, v.y, v.type, -2));
    EQUAL(v.at_y(0), Complex(wide(v.y.host[std::size_t(v.place(0))])));
    v.x.read();
    v.y.read();
    for (int i = 0; i < n; ++i) x[std::size_t(i)] = v.at_y(i);
    MUBLAS_OK(mublasCopyEx(handle, n, v.y, v.type, -2, v.x, v.type, 1));
    NEAR(v.x.read(), x);
    Device<float> as_float(n);
    MUBLAS_OK(mublasCopyEx_64(handle, n, v.x, v.type, 1, as_float, kF, 1));
    NEAR(as_float.read(), x, 100);
  });
}

TEST(dot_norm_and_sum_of_narrow_types) {
  const Handle handle;
  for_vector_types([&](auto type) {
    using T = decltype(type);
    Vectors<T> v;
    const int n = v.kLength;
    Complex dot = 0;
    double square = 0, sum = 0;
    for (int i = 0; i < n; ++i) {
      dot += v.at_x(i) * v.at_y(i);
      square += std::norm(v.at_x(i));
      sum += std::abs(v.at_x(i));
    }
    float got[8] = {};
    const auto t = v.type;
    MUBLAS_OK(mublasDotEx(handle, n, v.x, t, 1, v.y, t, -2, &got[0], kF, kF));
    MUBLAS_OK(mublasDotEx_64(handle, n, v.x, t, 1, v.y, t, -2, &got[1], kF, kF));
    MUBLAS_OK(mublasDotcEx(handle, n, v.x, t, 1, v.y, t, -2, &got[2], kF, kF));
    MUBLAS_OK(mublasDotcEx_64(handle, n, v.x, t, 1, v.y, t, -2, &got[3], kF, kF));
    MUBLAS_OK(mublasNrm2Ex(handle, n, v.x, t, 1, &got[4], kF, kF));
    MUBLAS_OK(mublasNrm2Ex_64(handle, n, v.x, t, 1, &got[5], kF, kF));
    MUBLAS_OK(mublasAsumEx(handle, n, v.x, t, 1, &got[6], kF, kF));
    MUBLAS_OK(mublasAsumEx_64(handle, n, v.x, t, 1, &got[7], kF, kF));
    const double norm = std::sqrt(square);
    NEAR(std::vector<float>(got, got + 8), {dot, dot, dot, dot, norm, norm, sum, sum});
    v.x.host[4] = from_wide<T>(-9);
    v.x.host[2] = from_wide<T>(0);
    v.x.put();
    int largest = 0, smallest = 0;
    std::int64_t largest_64 = 0, smallest_64 = 0;
    MUBLAS_OK(mublasIamaxEx(handle, n, v.x, t, 1, &largest));
    MUBLAS_OK(mublasIaminEx(handle, n, v.x, t, 1, &smallest));
    MUBLAS_OK(mublasIamaxEx_64(handle, n, v.x, t, 1, &largest_64));
    MUBLAS_OK(mublasIaminEx_64(handle, n, v.x, t, 1, &smallest_64));
    EQUAL(largest, 5);
    EQUAL(smallest, 3);
    EQUAL(largest_64, 5);
    EQUAL(smallest_64, 3);
  });
}

TEST(conjugated_dot_of_complex_elements) {
  const Handle handle;
  Device<muComplex> x(random_values<muComplex>(3, 1)), y(random_values<muComplex>(3, 2));
  Complex plain_sum = 0, conjugated = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    plain_sum += wide(x.host[i]) * wide(y.host[i]);
    conjugated += std::conj(wide(x.host[i])) * wide(y.host[i]);
  }
  muComplex got[2];
  const auto t = MUSA_C_32F;
  MUBLAS_OK(mublasDotEx(handle, 3, x, t, 1, y, t, 1, &got[0], t, t));
  MUBLAS_OK(mublasDotcEx(handle, 3, x, t, 1, y, t, 1, &got[1], t, t));
  NEAR(std::vector<muComplex>(got, got + 2), {plain_sum, conjugated});
}

TEST(rotations_of_narrow_types) {
  const Handle handle;
  for_vector_types([&](auto type) {
    using T = decltype(type);
    Vectors<T> v;
    const int n = v.kLength;
    float a = 3, b = 4, c = 0, s = 0;
    MUBLAS_OK(mublasRotgEx(handle, &a, &b, kF, &c, &s, kF, kF));
    NEAR(std::vector<float>{c, s, a}, {0.6, 0.8, 5.0});
    auto x = widened(v.x.host);
    auto y = widened(v.y.host);
    const auto turn = [&](double xx, double xy, double yx, double yy) {
      for (int i = 0; i < n; ++i) {
        Complex& p = x[std::size_t(i)];
        Complex& q = y[std::size_t(v.place(i))];
        const Complex old = p;
        p = xx * old + xy * q;
        q = yx * old + yy * q;
      }
    };
    MUBLAS_OK(mublasRotEx(handle, n, v.x, v.type, 1, v.y, v.type, -2, &c, &s, kF, kF));
    turn(0.6, 0.8, -0.8, 0.6);
    NEAR(v.x.read(), x);
    NEAR(v.y.read(), y);
    MUBLAS_OK(mublasRotEx_64(handle, n, v.x, v.type, 1, v.y, v.type, -2, &c, &s, kF, kF));
    turn(0.6, 0.8, -0.8, 0.6);
    NEAR(v.x.read(), x, 2);
    const float param[5] = {-1, 0, -1, 1, 0};  // x becomes y, y becomes -x
    MUBLAS_OK(mublasRotmEx(handle, n, v.x, v.type, 1, v.y, v.type, -2, param, kF, kF));
    turn(0, 1, -1, 0);
    NEAR(v.x.read(), x, 2);
    NEAR(v.y.read(), y, 2);
    MUBLAS_OK(mublasRotmEx_64(handle, n, v.x, v.type, 1, v.y, v.type, -2, param, kF, kF));
    turn(0, 1, -1, 0);
    NEAR(v.x.read(), x, 2);
  });
  float d1 = 2, d2 = 3, x1 = 4, y1 = 5, param[5] = {}, e1 = 2, e2 = 3, z1 = 4, same[5] = {};
  MUBLAS_OK(mublasRotmgEx(handle, &d1, kF, &d2, kF, &x1, kF, &y1, kF, param, kF, kF));
  MUBLAS_OK(mublasSrotmg(handle, &e1, &e2, &z1, &y1, same));
  NEAR(std::vector<float>{d1, d2, x1, param[0], param[2]}, {e1, e2, z1, same[0], same[2]});
}

TEST(scalars_of_typed_functions_may_be_on_the_device) {
  const Handle handle;
  MUBLAS_OK(mublasSetPointerMode(handle, MUBLAS_POINTER_MODE_DEVICE));
  Device<__half> x(std::vector<__half>{__float2half(3)}),
      alpha(std::vector<__half>{__float2half(2)});
  Device<float> result(1);
  const auto h = MUSA_R_16F;
  MUBLAS_OK(mublasScalEx(handle, 1, alpha, h, x, h, 1, kF));
  MUBLAS_OK(mublasNrm2Ex(handle, 1, x, h, 1, result, kF, kF));
  NEAR(result.read(), {6.0});
  MUBLAS_FAILS(mublasNrm2Ex(handle, 1, x, MUSA_R_4I, 1, result, kF, kF),
               MUBLAS_STATUS_NOT_SUPPORTED);
}

TEST_MAIN()
