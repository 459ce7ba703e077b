// The arithmetic of reductions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mccl.h"

namespace musasim::collective {

// 0 for a type that there is not.
std::size_t type_size(int type) noexcept;
const char* type_name(int type) noexcept;

// A factor in both forms; the type of the operation says which one counts.
struct Scalar {
  double real = 1;
  std::int64_t integer = 1;
};

Scalar read_scalar(mcclDataType_t type, const void* pointer) noexcept;

struct ReduceJob {
  mcclDataType_t type = mcclFloat32;
  int reduction =
      mcclSum;  // mcclSum ... mcclAvg; mcclNumOps: sum of the sources times their scalars
  int sources = 0;
  const char* const* from = nullptr;
  const Scalar* scalars = nullptr;  // one a source
  int targets = 0;
  char* const* to = nullptr;  // may be the sources
};

// Elements [first, first + count) of all sources into all targets. Small floating point types are
// summed as float and rounded once.
void reduce(const ReduceJob& job, std::size_t first, std::size_t count) noexcept;

}  // namespace musasim::collective
