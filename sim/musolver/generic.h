// The functions whose types are arguments: which C++ type is meant, and their sizes.
#pragma once

#include <limits>

#include "musolver/call.h"

struct musolverDnParams {
  musolverAlgMode_t algorithm[2] = {MUSOLVER_ALG_0, MUSOLVER_ALG_0};  // by musolverDnFunction_t
};

namespace musasim::musolver {

// Calls body with a zero of the type, or refuses.
template <class Body>
void with_type(musaDataType type, Body&& body) {
  switch (type) {
    case MUSA_R_32F: return body(float{});
    case MUSA_R_64F: return body(double{});
    case MUSA_C_32F: return body(Complex{});
    case MUSA_C_64F: return body(DoubleComplex{});
    default: refuse(MUSOLVER_STATUS_NOT_SUPPORTED);
  }
}

// Runs body(zero of the type) as work.
template <class Body>
void run(musaStream_t stream, const char* name, musaDataType type, int* info, Body body) {
  submit(stream, name, info, [type, body] {
    int result = 0;
    with_type(type, [&](auto zero) { result = body(zero); });
    return result;
  });
}

// The type of eigenvalues and singular values.
inline musaDataType real_of(musaDataType type) {
  return type == MUSA_C_32F ? MUSA_R_32F : type == MUSA_C_64F ? MUSA_R_64F : type;
}

// All matrices of a call have one type here.
inline void require_same(musaDataType type, std::initializer_list<musaDataType> others) {
  with_type(type, [](auto) {});
  for (const musaDataType other : others) {
    require(other == type, MUSOLVER_STATUS_NOT_SUPPORTED);
  }
}

// LAPACK takes 32-bit sizes.
inline int narrow(int64_t size) {
  require(size >= 0);
  require(size <= std::numeric_limits<int>::max(), MUSOLVER_STATUS_NOT_SUPPORTED);
  return static_cast<int>(size);
}

inline void answer_bytes(size_t* device, size_t* host, int64_t elements) {
  require_pointers(device, host);
  *device = 16 * static_cast<size_t>(std::max<int64_t>(1, elements));
  *host = 0;
}

}  // namespace musasim::musolver
