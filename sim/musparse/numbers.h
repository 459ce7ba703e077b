// Values and indices of any stored type, as vectors of the type that is computed in. To be used on a
// stream's worker: pointers go through backing().
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musparse/call.h"

namespace musasim::musparse {

template <class T>
T conjugate(T value) {
  if constexpr (kIsComplex<T>) {
    return std::conj(value);
  } else {
    return value;
  }
}

inline bool is_complex(musaDataType type) { return type == MUSA_C_32F || type == MUSA_C_64F; }

// Calls body with a zero of the C++ type that holds values of the type, or refuses.
template <class Body>
void with_stored(musaDataType type, Body&& body) {
  switch (type) {
    case MUSA_R_32F: return body(float{});
    case MUSA_R_64F: return body(double{});
    case MUSA_C_32F: return body(Complex{});
    case MUSA_C_64F: return body(DoubleComplex{});
    case MUSA_R_16F: return body(__half{});
    case MUSA_R_16BF: return body(__mt_bfloat16{});
    case MUSA_R_8I: return body(int8_t{});
    case MUSA_R_32I: return body(int32_t{});
    default: refuse(MUSPARSE_STATUS_NOT_SUPPORTED);
  }
}

// Calls body with a zero of the C++ type to compute in: float for the 16-bit types, double for
// integers.
template <class Body>
void with_computed(musaDataType type, Body&& body) {
  switch (type) {
    case MUSA_R_16F:
    case MUSA_R_16BF:
    case MUSA_R_32F: return body(float{});
    case MUSA_R_32I:
    case MUSA_R_64F: return body(double{});
    case MUSA_C_32F: return body(Complex{});
    case MUSA_C_64F: return body(DoubleComplex{});
    default: refuse(MUSPARSE_STATUS_NOT_SUPPORTED);
  }
}

// Values of these types may take part in a computation of that type.
template <class... Types>
void require_types(musaDataType compute, Types... types) {
  for (const musaDataType type : {types...}) {
    with_stored(type, [](auto) {});
    require(is_complex(compute) || !is_complex(type), MUSPARSE_STATUS_NOT_SUPPORTED);
  }
}

template <class Real>
double as_double(Real value) {
  if constexpr (std::is_arithmetic_v<Real>) {
    return static_cast<double>(value);
  } else {
    return static_cast<float>(value);
  }
}

template <class T, class Stored>
T converted(Stored value) {
  if constexpr (kIsComplex<Stored>) {
    if constexpr (kIsComplex<T>) {
      using Real = typename T::value_type;
      return T(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
    } else {
      return converted<T>(value.real());  // not reached: see require_types
    }
  } else if constexpr (kIsComplex<T>) {
    return T(static_cast<typename T::value_type>(as_double(value)));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(as_double(value));
  } else {
    return T(static_cast<float>(as_double(value)));
  }
}

// `count` values from the `first` on.
template <class T>
std::vector<T> load_values(const void* values, musaDataType type, int64_t count,
                           int64_t first = 0) {
  std::vector<T> result(static_cast<size_t>(count));
  with_stored(type, [&](auto zero) {
    using Stored = decltype(zero);
    const auto* from = static_cast<const Stored*>(backing_address(values)) + first;
    for (int64_t i = 0; i < count; ++i) {
      result[static_cast<size_t>(i)] = converted<T>(from[i]);
    }
  });
  return result;
}

template <class T>
void store_values(void* values, musaDataType type, const std::vector<T>& from, int64_t first = 0) {
  with_stored(type, [&](auto zero) {
    using Stored = decltype(zero);
    auto* to = static_cast<Stored*>(backing_address(values)) + first;
    for (size_t i = 0; i < from.size(); ++i) {
      to[i] = converted<Stored>(from[i]);
    }
  });
}

using Indices = std::vector<int64_t>;

template <class Body>
void with_index(musparseIndexType_t type, Body&& body) {
  switch (type) {
    case MUSPARSE_INDEX_16U: return body(uint16_t{});
    case MUSPARSE_INDEX_32I: return body(int32_t{});
    default: return body(int64_t{});
  }
}

inline Indices load_indices(const void* indices, musparseIndexType_t type, int64_t count,
                            musparseIndexBase_t base, int64_t first = 0) {
  Indices result(static_cast<size_t>(count));
  with_index(type, [&](auto zero) {
    const auto* from = static_cast<const decltype(zero)*>(backing_address(indices)) + first;
    for (int64_t i = 0; i < count; ++i) {
      result[static_cast<size_t>(i)] = static_cast<int64_t>(from[i]) - base;
    }
  });
  return result;
}

inline void store_indices(void* indices, musparseIndexType_t type, const Indices& from,
                          musparseIndexBase_t base, int64_t first = 0) {
  with_index(type, [&](auto zero) {
    using Stored = decltype(zero);
    auto* to = static_cast<Stored*>(backing_address(indices)) + first;
    for (size_t i = 0; i < from.size(); ++i) {
      to[i] = static_cast<Stored>(from[i] + base);
    }
  });
}

// alpha or beta: read at the call in host mode, by the work in device mode.
class Scalar {
 public:
  Scalar(musparseHandle_t handle, const void* pointer, musaDataType type)
      : device_(handle->pointer_mode == MUSPARSE_POINTER_MODE_DEVICE),
        pointer_(pointer),
        type_(type) {
    require_pointers(pointer);
    if (!device_) {
      with_stored(type, [&](auto zero) { std::memcpy(copy_, pointer, sizeof(zero)); });
    }
  }

  template <class T>
  T value() const {
    return load_values<T>(device_ ? pointer_ : copy_, type_, 1)[0];
  }

 private:
  bool device_;
  const void* pointer_;
  musaDataType type_;
  alignas(16) unsigned char copy_[16] = {};
};

}  // namespace musasim::musparse
