// Copies of vectors and matrices between host and device.
#include "mublas/tests/support.h"

using namespace blas_test;

namespace {

const std::vector<float> kNumbers = {1, 2, 3, 4, 5, 6};

// `set` and `get` are the functions with their element size of 4 and, for the asynchronous ones,
// their stream.
template <class Set, class Get>
void check_vectors(Set set, Get get) {
  Device<float> device(6);
  std::vector<float> back(6);
  MUBLAS_OK(set(3, kNumbers.data(), 2, device.get(), 1));
  NEAR(device.read(), {1.0, 3.0, 5.0, 0.0, 0.0, 0.0});
  MUBLAS_OK(get(3, device.get(), 1, back.data(), 2));
  MUSA_OK(musaDeviceSynchronize());
  NEAR(back, {1.0, 0.0, 3.0, 0.0, 5.0, 0.0});
}

template <class Set, class Get>
void check_matrices(Set set, Get get) {
  Device<float> device(8);
  std::vector<float> back(6);
  MUBLAS_OK(set(kNumbers.data(), 3, device.get(), 4));
  NEAR(device.read(), {1.0, 2.0, 0.0, 0.0, 4.0, 5.0, 0.0, 0.0});
  MUBLAS_OK(get(device.get(), 4, back.data(), 2));
  MUSA_OK(musaDeviceSynchronize());
  NEAR(back, {1.0, 2.0, 4.0, 5.0, 0.0, 0.0});
}

#define VECTOR(FUNCTION) \
  [](int n, auto x, int incx, auto y, int incy) { return FUNCTION(n, 4, x, incx, y, incy); }
#define MATRIX(FUNCTION) \
  [](auto a, int lda, auto b, int ldb) { return FUNCTION(2, 2, 4, a, lda, b, ldb); }
#define VECTOR_ASYNC(FUNCTION)                       \
  [&](int n, auto x, int incx, auto y, int incy) {   \
    return FUNCTION(n, 4, x, incx, y, incy, stream); \
  }
#define MATRIX_ASYNC(FUNCTION) \
  [&](auto a, int lda, auto b, int ldb) { return FUNCTION(2, 2, 4, a, lda, b, ldb, stream); }

}  // namespace

TEST(vectors_go_to_the_device_and_back) {
  check_vectors(VECTOR(mublasSetVector), VECTOR(mublasGetVector));
  check_vectors(VECTOR(mublasSetVector_64), VECTOR(mublasGetVector_64));
}

TEST(matrices_go_to_the_device_and_back) {
  check_matrices(MATRIX(mublasSetMatrix), MATRIX(mublasGetMatrix));
  check_matrices(MATRIX(mublasSetMatrix_64), MATRIX(mublasGetMatrix_64));
}

TEST(asynchronous_copies_run_on_their_stream) {
  musaStream_t stream = nullptr;
  MUSA_OK(musaStreamCreate(&stream));
  check_vectors(VECTOR_ASYNC(mublasSetVectorAsync), VECTOR_ASYNC(mublasGetVectorAsync));
  check_vectors(VECTOR_ASYNC(mublasSetVectorAsync_64), VECTOR_ASYNC(mublasGetVectorAsync_64));
  check_matrices(MATRIX_ASYNC(mublasSetMatrixAsync), MATRIX_ASYNC(mublasGetMatrixAsync));
  check_matrices(MATRIX_ASYNC(mublasSetMatrixAsync_64), MATRIX_ASYNC(mublasGetMatrixAsync_64));
  MUSA_OK(musaStreamDestroy(stream));
}

TEST(bad_arguments_have_their_statuses) {
  float host = 0;
  const auto size = MUBLAS_STATUS_INVALID_SIZE;
  MUBLAS_FAILS(mublasSetVector(-1, 4, &host, 1, &host, 1), size);
  MUBLAS_FAILS(mublasSetVector(1, 0, &host, 1, &host, 1), size);
  MUBLAS_FAILS(mublasSetVector(1, 4, &host, 0, &host, 1), size);
  MUBLAS_FAILS(mublasSetMatrix(2, 1, 4, &host, 1, &host, 2), size);
  MUBLAS_FAILS(mublasGetVector(1, 4, nullptr, 1, &host, 1), MUBLAS_STATUS_INVALID_POINTER);
  MUBLAS_OK(mublasGetVector(0, 4, nullptr, 1, nullptr, 1));
}

TEST_MAIN()
