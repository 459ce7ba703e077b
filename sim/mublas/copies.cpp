// Copies of vectors and matrices between host and device. The blocking forms run on the default
// stream; the others on the one given.
#include <cstring>

#include "machine/device/access.h"
#include "mublas/call.h"

namespace musasim::blas {
namespace {

// Columns of `rows` bytes, at distances of `from_step` and `to_step` bytes.
struct Block {
  const void* from;
  void* to;
  std::int64_t rows, columns, from_step, to_step;
};

void copy_block(const Block& block) {
  allow_host_pointers();
  const auto* from = static_cast<const char*>(backing(block.from));
  auto* to = static_cast<char*>(backing(block.to));
  for (std::int64_t i = 0; i < block.columns; ++i) {
    std::memmove(to + i * block.to_step, from + i * block.from_step,
                 static_cast<std::size_t>(block.rows));
  }
}

Status submit(const char* name, const Block& block, musaStream_t stream, bool blocking) {
  return public_call(name, [&](const ApiCall& call) -> Status {
    if (const musaError_t error = call.usable(); error != musaSuccess) {
      return status_of(error);
    }
    if (block.rows == 0 || block.columns == 0) {
      return kSuccess;
    }
    if (const Status bad = pointers(block.from, block.to); bad != kSuccess) {
      return bad;
    }
    const musaError_t error = launch_work(stream, name, [block] {
      copy_block(block);
      return musaSuccess;
    });
    return status_of(error == musaSuccess && blocking ? wait_for(stream) : error);
  });
}

// A vector is a matrix whose columns are single elements.
Status copy_vector(const char* name, std::int64_t n, std::int64_t size, const void* x,
                   std::int64_t incx, void* y, std::int64_t incy, musaStream_t stream,
                   bool blocking) {
  if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) {
    return MUBLAS_STATUS_INVALID_SIZE;
  }
  return submit(name, Block{x, y, size, n, incx * size, incy * size}, stream, blocking);
}

Status copy_matrix(const char* name, std::int64_t rows, std::int64_t columns, std::int64_t size,
                   const void* a, std::int64_t lda, void* b, std::int64_t ldb, musaStream_t stream,
                   bool blocking) {
  const std::int64_t least = rows > 1 ? rows : 1;
  if (rows < 0 || columns < 0 || size <= 0 || lda < least || ldb < least) {
    return MUBLAS_STATUS_INVALID_SIZE;
  }
  return submit(name, Block{a, b, rows * size, columns, lda * size, ldb * size}, stream, blocking);
}

}  // namespace
}  // namespace musasim::blas

using namespace musasim::blas;

// To and from the device are the same copy on this machine.
#define MUSASIM_COPIES(DIRECTION, N, S)                                                          \
  mublasStatus_t mublas##DIRECTION##Vector##S(N n, N elemSize, const void* x, N incx, void* y,   \
                                              N incy) {                                          \
    return copy_vector(__func__, n, elemSize, x, incx, y, incy, nullptr, true);                  \
  }                                                                                              \
  mublasStatus_t mublas##DIRECTION##VectorAsync##S(N n, N elemSize, const void* x, N incx,       \
                                                   void* y, N incy, musaStream_t stream) {       \
    return copy_vector(__func__, n, elemSize, x, incx, y, incy, stream, false);                  \
  }                                                                                              \
  mublasStatus_t mublas##DIRECTION##Matrix##S(N rows, N cols, N elemSize, const void* A, N lda,  \
                                              void* B, N ldb) {                                  \
    return copy_matrix(__func__, rows, cols, elemSize, A, lda, B, ldb, nullptr, true);           \
  }                                                                                              \
  mublasStatus_t mublas##DIRECTION##MatrixAsync##S(N rows, N cols, N elemSize, const void* A,    \
                                                   N lda, void* B, N ldb, musaStream_t stream) { \
    return copy_matrix(__func__, rows, cols, elemSize, A, lda, B, ldb, stream, false);           \
  }
MUSASIM_COPIES(Set, int, )
MUSASIM_COPIES(Get, int, )
MUSASIM_COPIES(Set, int64_t, _64)
MUSASIM_COPIES(Get, int64_t, _64)
