// Arrays in device memory whose values are known as complex double, whatever type they are stored in.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "check.h"
#include "machine/element_types.h"
#include "musa_runtime_api.h"

#define OK(call) EQUAL(static_cast<int>(call), 0)

// Calls a function template with each of the four element types.
#define EACH_TYPE(function, ...)    \
  do {                              \
    function<float>(__VA_ARGS__);   \
    function<double>(__VA_ARGS__);  \
    function<Complex>(__VA_ARGS__); \
    function<Number>(__VA_ARGS__);  \
  } while (false)

namespace musasim::testing {

using Number = DoubleComplex;
using musasim::Complex;
using musasim::Computed;
using musasim::Declared;
using musasim::kIsComplex;

template <class T>
class Device {
 public:
  explicit Device(const std::vector<T>& values) : size_(values.size()) {
    OK(musaMalloc(&pointer_, bytes() + 1));
    OK(musaMemcpy(pointer_, values.data(), bytes(), musaMemcpyHostToDevice));
  }
  explicit Device(std::size_t size) : Device(std::vector<T>(size)) {}
  ~Device() { OK(musaFree(pointer_)); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  std::vector<T> read() const {
    std::vector<T> values(size_);
    OK(musaMemcpy(values.data(), pointer_, bytes(), musaMemcpyDeviceToHost));
    return values;
  }
  template <class As = T>
  As* as() const {
    return static_cast<As*>(pointer_);
  }
  operator T*() const { return static_cast<T*>(pointer_); }

 private:
  std::size_t bytes() const { return size_ * sizeof(T); }
  std::size_t size_;
  void* pointer_ = nullptr;
};

// Pointers as the functions of a header take them.
template <class T>
auto* in_header(const Device<T>& device) {
  return device.template as<Declared<T>>();
}
template <class T>
const auto* in_header(const T* host) {
  return reinterpret_cast<const Declared<T>*>(host);
}

template <class T>
using Real = decltype(std::abs(T{}));

template <class T>
T stored(Number value) {
  if constexpr (kIsComplex<T>) {
    using Real = typename T::value_type;
    return T(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(value.real());
  } else {
    return T(static_cast<float>(value.real()));
  }
}

template <class T>
Number known(T value) {
  if constexpr (kIsComplex<T>) {
    return Number(value.real(), value.imag());
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else {
    return static_cast<double>(static_cast<float>(value));
  }
}

}  // namespace musasim::testing
