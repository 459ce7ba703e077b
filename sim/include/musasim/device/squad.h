// Products of matrices that lie in shared memory, by squads of 128 threads (devices of capability 3.1). They are done
// when the function returns, which is as early as may be: there is nothing to wait for.
#pragma once

#include "musasim/device/matrix.h"

namespace musasim::device::squad {

struct Operands {
  int m, n, k;
  int a, b;  // descriptions of the matrices in shared memory
  matrix::Formats formats;
  bool a_by_columns, b_by_columns;
  bool negate_a, negate_b;
  bool clear;  // the result is the product alone
  void* d;
  const void* c;
};

MUSASIM_DEVICE_API void multiply(const char* name, const Operands& operands);

}  // namespace musasim::device::squad

#define MUSASIM_SQUAD(rows, columns)                                                             \
  inline void __musa_sqmma_m##rows##n##columns##_mma(                                            \
      void* d, const int* a, const int* b, const void* c, int a_by_columns, int b_by_columns,    \
      int negate_a, int negate_b, int clear, int saturate, int k, int type) {                    \
    constexpr const char* kName = "__musa_sqmma_m" #rows "n" #columns "_mma";                    \
    if (saturate != 0) ::musasim::device::matrix::operand_not_public(kName);                     \
    ::musasim::device::squad::multiply(                                                          \
        kName,                                                                                   \
        {rows, columns, k, *a, *b, ::musasim::device::matrix::formats_of(kName, type),           \
         a_by_columns != 0, b_by_columns != 0, negate_a != 0, negate_b != 0, clear != 0, d, c}); \
  }
MUSASIM_SQUAD(16, 64)
MUSASIM_SQUAD(32, 32)
MUSASIM_SQUAD(32, 64)
MUSASIM_SQUAD(32, 128)
MUSASIM_SQUAD(64, 16)
MUSASIM_SQUAD(64, 32)
MUSASIM_SQUAD(64, 64)
MUSASIM_SQUAD(64, 128)
MUSASIM_SQUAD(128, 32)
MUSASIM_SQUAD(128, 64)
MUSASIM_SQUAD(128, 128)
#undef MUSASIM_SQUAD

inline void __musa_sqmma_wait() {}
inline void __musa_tce_commit_group() {}
inline void __musa_tce_wait_group(int) {}
