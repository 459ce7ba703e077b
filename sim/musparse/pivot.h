// The place at which an analysis or factorization met a zero pivot: found on a stream's worker, asked for by the
// host.
#pragma once

#include <atomic>
#include <memory>

#include "musparse/call.h"

namespace musasim::musparse {

struct Pivot {
  // In the index base of the matrix; -1: none.
  std::shared_ptr<std::atomic<int64_t>> row = std::make_shared<std::atomic<int64_t>>(-1);
};

// Waits, writes the position, and refuses with MUSPARSE_STATUS_ZERO_PIVOT when there is one.
inline void report(musparseHandle_t handle, const Pivot& pivot, int* position) {
  require_pointers(position);
  require(!is_capturing(handle->stream), MUSPARSE_STATUS_EXECUTION_FAILED);
  check(wait_for(handle->stream));
  *backing(position) = static_cast<int>(*pivot.row);
  require(*pivot.row < 0, MUSPARSE_STATUS_ZERO_PIVOT);
}

}  // namespace musasim::musparse

// Types in which the caller keeps a pivot: bsrsv2Info_t and others, made, freed, and asked for it.
#define MUSPARSE_PIVOT_INFO(Name, type)                                                    \
  struct type##Info {                                                                      \
    musasim::musparse::Pivot pivot;                                                        \
  };                                                                                       \
  musparseStatus_t musparseCreate##Name##Info(type##Info_t* info) {                        \
    return public_call(__func__, [&] {                                                     \
      require_pointers(info);                                                              \
      *info = new type##Info;                                                              \
    });                                                                                    \
  }                                                                                        \
  musparseStatus_t musparseDestroy##Name##Info(type##Info_t info) {                        \
    return public_call(__func__, [&] { delete info; });                                    \
  }                                                                                        \
  musparseStatus_t musparseX##type##_zeroPivot(musparseHandle_t handle, type##Info_t info, \
                                               int* position) {                            \
    return public_call(__func__, handle, [&] {                                             \
      require_pointers(info);                                                              \
      report(handle, info->pivot, position);                                               \
    });                                                                                    \
  }
