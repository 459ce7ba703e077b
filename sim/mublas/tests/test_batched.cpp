// Batches behind pointers in device memory and at fixed distances, against single products.
#include "mublas/tests/support.h"

using namespace blas_test;

// The functions tested here, by type: the name without prefix takes it as template argument.
namespace {

BLAS_TEST_ALL(gemmBatched, mublasSgemmBatched, mublasDgemmBatched, mublasCgemmBatched,
              mublasZgemmBatched)
BLAS_TEST_ALL(gemmBatched_64, mublasSgemmBatched_64, mublasDgemmBatched_64, mublasCgemmBatched_64,
              mublasZgemmBatched_64)
BLAS_TEST_ALL(gemmStridedBatched, mublasSgemmStridedBatched, mublasDgemmStridedBatched,
              mublasCgemmStridedBatched, mublasZgemmStridedBatched)
BLAS_TEST_ALL(gemmStridedBatched_64, mublasSgemmStridedBatched_64, mublasDgemmStridedBatched_64,
              mublasCgemmStridedBatched_64, mublasZgemmStridedBatched_64)
BLAS_TEST_ALL(trsmBatched, mublasStrsmBatched, mublasDtrsmBatched, mublasCtrsmBatched,
              mublasZtrsmBatched)
BLAS_TEST_ALL(trsmBatched_64, mublasStrsmBatched_64, mublasDtrsmBatched_64, mublasCtrsmBatched_64,
              mublasZtrsmBatched_64)

}  // namespace

namespace {

constexpr int kM = 4;
constexpr int kN = 3;
constexpr int kK = 5;
constexpr int kBatch = 3;

// The addresses of `kBatch` matrices at a distance, in device memory.
template <class T>
Device<T*> addresses(T* first, int distance) {
  std::vector<T*> all;
  for (int i = 0; i < kBatch; ++i) all.push_back(first + i * distance);
  return Device<T*>(all);
}
template <class T>
const T* const* as_const(const Device<T*>& pointers) {
  return pointers.get();
}

template <class T>
struct Matrices {
  Device<T> a{random_values<T>(kM * kK * kBatch, 1)};
  Device<T> b{random_values<T>(kK * kN * kBatch, 2)};
  Device<T> c{random_values<T>(kM * kN * kBatch, 3)};

  // All of C after one product each.
  std::vector<Complex> wanted(Complex alpha, Complex beta) const {
    std::vector<Complex> all;
    for (int i = 0; i < kBatch; ++i) {
      const auto at = [&](const Device<T>& from, int rows, int columns) {
        return plain(from.host, rows, columns, rows, static_cast<std::size_t>(i * rows * columns));
      };
      const Plain result = alpha * (at(a, kM, kK) * at(b, kK, kN)) + beta * at(c, kM, kN);
      all.insert(all.end(), result.at_.begin(), result.at_.end());
    }
    return all;
  }
};

template <class T, class F>
void check_pointers(F multiply) {
  const T alpha = from_wide<T>({2, 1}), beta = from_wide<T>({0.5, 0});
  Matrices<T> m;
  const auto a = addresses(m.a.get(), kM * kK), b = addresses(m.b.get(), kK * kN),
             c = addresses(m.c.get(), kM * kN);
  const auto wanted = m.wanted(wide(alpha), wide(beta));
  MUBLAS_OK(multiply(&alpha, as_const(a), as_const(b), &beta, static_cast<T* const*>(c.get())));
  NEAR(m.c.read(), wanted);
}

template <class T, class F>
void check_strides(F multiply) {
  const T alpha = from_wide<T>({2, 1}), beta = from_wide<T>({0.5, 0});
  Matrices<T> m;
  const auto wanted = m.wanted(wide(alpha), wide(beta));
  MUBLAS_OK(multiply(&alpha, m.a.get(), m.b.get(), &beta, m.c.get()));
  NEAR(m.c.read(), wanted);
}

#define BATCHED(FUNCTION)                                                                       \
  [&](auto alpha, auto a, auto b, auto beta, auto c) {                                          \
    return FUNCTION(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, kK, alpha, a, kM, b, kK, beta, c, \
                    kM, kBatch);                                                                \
  }
#define STRIDED(FUNCTION)                                                                       \
  [&](auto alpha, auto a, auto b, auto beta, auto c) {                                          \
    return FUNCTION(handle, MUBLAS_OP_N, MUBLAS_OP_N, kM, kN, kK, alpha, a, kM, kM * kK, b, kK, \
                    kK * kN, beta, c, kM, kM * kN, kBatch);                                     \
  }

}  // namespace

TEST(gemm_batched_reads_pointers_on_the_device) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    check_pointers<T>(BATCHED(gemmBatched<T>));
    check_pointers<T>(BATCHED(gemmBatched_64<T>));
  });
  check_pointers<__half>(BATCHED(mublasHgemmBatched));
  check_pointers<__half>(BATCHED(mublasHgemmBatched_64));
  check_pointers<muComplex>(BATCHED(mublasCgemm3mBatched));
  check_pointers<muComplex>(BATCHED(mublasCgemm3mBatched_64));
}

TEST(gemm_strided_batched_steps_through_memory) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    check_strides<T>(STRIDED(gemmStridedBatched<T>));
    check_strides<T>(STRIDED(gemmStridedBatched_64<T>));
  });
  check_strides<__half>(STRIDED(mublasHgemmStridedBatched));
  check_strides<__half>(STRIDED(mublasHgemmStridedBatched_64));
  check_strides<muComplex>(STRIDED(mublasCgemm3mStridedBatched));
  check_strides<muComplex>(STRIDED(mublasCgemm3mStridedBatched_64));
}

TEST(a_stride_of_zero_uses_one_matrix_for_all) {
  const Handle handle;
  const double one = 1, zero = 0;
  Device<double> a(std::vector<double>{2}), b(std::vector<double>{3, 4, 5}), c(3);
  MUBLAS_OK(mublasDgemmStridedBatched(handle, MUBLAS_OP_N, MUBLAS_OP_N, 1, 1, 1, &one, a, 1, 0, b,
                                      1, 1, &zero, c, 1, 1, 3));
  NEAR(c.read(), {6.0, 8.0, 10.0});
}

namespace {

// A batch of matrix-vector products whose elements (T), results (Y) and scalars (A) differ.
template <class T, class Y, class A, class P, class S>
void check_gemv(P by_pointers, S by_strides) {
  const A alpha = from_wide<A>({2, 1}), beta = from_wide<A>({0.5, 0});
  for (const auto trans : kOperations) {
    const int in = trans == MUBLAS_OP_N ? kN : kM, out = trans == MUBLAS_OP_N ? kM : kN;
    Device<T> a(random_values<T>(kM * kN * kBatch, 1)),
        x(random_values<T>(static_cast<std::size_t>(in * kBatch), 2));
    Device<Y> y(random_values<Y>(static_cast<std::size_t>(out * kBatch), 3));
    const auto step = [&](std::vector<Complex> before) {
      std::vector<Complex> all;
      for (int i = 0; i < kBatch; ++i) {
        const auto at = [](const auto& values, int rows, int columns, int index) {
          return plain(values, rows, columns, rows,
                       static_cast<std::size_t>(index * rows * columns));
        };
        Plain old(out, 1);
        for (int k = 0; k < out; ++k) old.at(k, 0) = before[static_cast<std::size_t>(i * out + k)];
        const Plain result =
            wide(alpha) * (op(trans, at(a.host, kM, kN, i)) * at(x.host, in, 1, i)) +
            wide(beta) * old;
        all.insert(all.end(), result.at_.begin(), result.at_.end());
      }
      return all;
    };
    const auto once = step(widened(y.host));
    const auto twice = step(once);
    const auto as = addresses(a.get(), kM * kN), xs = addresses(x.get(), in);
    const auto ys = addresses(y.get(), out);
    MUBLAS_OK(by_pointers(trans, &alpha, as_const(as), as_const(xs), &beta,
                          static_cast<Y* const*>(ys.get())));
    NEAR(y.read(), once);
    MUBLAS_OK(by_strides(trans, &alpha, a.get(), x.get(), in, &beta, y.get(), out));
    NEAR(y.read(), twice, 2);
  }
}

#define GEMV_POINTERS(FUNCTION)                                                     \
  [&](auto trans, auto alpha, auto a, auto x, auto beta, auto y) {                  \
    return FUNCTION(handle, trans, kM, kN, alpha, a, kM, x, 1, beta, y, 1, kBatch); \
  }
#define GEMV_STRIDES(FUNCTION)                                                                    \
  [&](auto trans, auto alpha, auto a, auto x, int stepx, auto beta, auto y, int stepy) {          \
    return FUNCTION(handle, trans, kM, kN, alpha, a, kM, kM * kN, x, 1, stepx, beta, y, 1, stepy, \
                    kBatch);                                                                      \
  }
#define CHECK_GEMV(T, Y, A, POINTERS, STRIDES) \
  check_gemv<T, Y, A>(GEMV_POINTERS(POINTERS), GEMV_STRIDES(STRIDES))

}  // namespace

TEST(gemv_batches_of_one_type) {
  const Handle handle;
  CHECK_GEMV(float, float, float, mublasSgemvBatched, mublasSgemvStridedBatched);
  CHECK_GEMV(float, float, float, mublasSgemvBatched_64, mublasSgemvStridedBatched_64);
  CHECK_GEMV(double, double, double, mublasDgemvBatched, mublasDgemvStridedBatched);
  CHECK_GEMV(double, double, double, mublasDgemvBatched_64, mublasDgemvStridedBatched_64);
  CHECK_GEMV(muComplex, muComplex, muComplex, mublasCgemvBatched, mublasCgemvStridedBatched);
  CHECK_GEMV(muComplex, muComplex, muComplex, mublasCgemvBatched_64, mublasCgemvStridedBatched_64);
  CHECK_GEMV(muDoubleComplex, muDoubleComplex, muDoubleComplex, mublasZgemvBatched,
             mublasZgemvStridedBatched);
  CHECK_GEMV(muDoubleComplex, muDoubleComplex, muDoubleComplex, mublasZgemvBatched_64,
             mublasZgemvStridedBatched_64);
}

TEST(gemv_batches_of_half_and_bfloat16) {
  const Handle handle;
  CHECK_GEMV(__half, __half, float, mublasHSHgemvBatched, mublasHSHgemvStridedBatched);
  CHECK_GEMV(__half, __half, float, mublasHSHgemvBatched_64, mublasHSHgemvStridedBatched_64);
  CHECK_GEMV(__half, float, float, mublasHSSgemvBatched, mublasHSSgemvStridedBatched);
  CHECK_GEMV(__half, float, float, mublasHSSgemvBatched_64, mublasHSSgemvStridedBatched_64);
  CHECK_GEMV(__mt_bfloat16, __mt_bfloat16, float, mublasTSTgemvBatched,
             mublasTSTgemvStridedBatched);
  CHECK_GEMV(__mt_bfloat16, __mt_bfloat16, float, mublasTSTgemvBatched_64,
             mublasTSTgemvStridedBatched_64);
  CHECK_GEMV(__mt_bfloat16, float, float, mublasTSSgemvBatched, mublasTSSgemvStridedBatched);
  CHECK_GEMV(__mt_bfloat16, float, float, mublasTSSgemvBatched_64, mublasTSSgemvStridedBatched_64);
}

TEST(trsm_batched_solves_every_system) {
  const Handle handle;
  for_types([&](auto type) {
    using T = decltype(type);
    const T alpha = from_wide<T>(1);
    for (const bool narrow : {true, false}) {
      std::vector<T> triangles;
      for (unsigned i = 0; i < kBatch; ++i) {
        const auto one = strong_diagonal(random_values<T>(kM * kM, i), kM, kM);
        triangles.insert(triangles.end(), one.begin(), one.end());
      }
      Device<T> a(triangles), b(random_values<T>(kM * kN * kBatch, 2));
      const auto as = addresses(a.get(), kM * kM), bs = addresses(b.get(), kM * kN);
      const auto right = b.host;
      const auto solve = [&](auto size) {
        (void)size;
        return narrow ? trsmBatched<T>(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER,
                                       MUBLAS_OP_N, MUBLAS_DIAG_NON_UNIT, kM, kN, &alpha,
                                       as_const(as), kM, bs.get(), kM, kBatch)
                      : trsmBatched_64<T>(handle, MUBLAS_SIDE_LEFT, MUBLAS_FILL_MODE_LOWER,
                                          MUBLAS_OP_N, MUBLAS_DIAG_NON_UNIT, kM, kN, &alpha,
                                          as_const(as), kM, bs.get(), kM, kBatch);
      };
      MUBLAS_OK(solve(0));
      b.read();
      std::vector<Complex> products;
      for (int i = 0; i < kBatch; ++i) {
        const Plain lower = triangle(plain(a.host, kM, kM, kM, std::size_t(i * kM * kM)),
                                     MUBLAS_FILL_MODE_LOWER, MUBLAS_DIAG_NON_UNIT);
        const Plain back = lower * plain(b.host, kM, kN, kM, std::size_t(i * kM * kN));
        products.insert(products.end(), back.at_.begin(), back.at_.end());
      }
      NEAR(right, products, 10);
    }
  });
}

TEST(an_empty_batch_does_nothing) {
  const Handle handle;
  const float one = 1;
  MUBLAS_OK(mublasSgemmBatched(handle, MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, &one, nullptr, 2, nullptr,
                               2, &one, nullptr, 2, 0));
  MUBLAS_FAILS(mublasSgemmBatched(handle, MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, &one, nullptr, 2,
                                  nullptr, 2, &one, nullptr, 2, 1),
               MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_FAILS(mublasSgemmBatched(handle, MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, &one, nullptr, 2,
                                  nullptr, 2, &one, nullptr, 2, -1),
               MUBLAS_STATUS_INVALID_SIZE);
}

TEST_MAIN()
