// The two ways in which batches of matrices are given: an array of pointers in device memory, read
// when the work runs, or one pointer and a distance.
#pragma once

#include <cstdint>

#include "machine/library.h"

namespace musasim::blas {

template <class T>
class PointerArray {
 public:
  explicit PointerArray(T* const* pointers) : pointers_(pointers) {}
  T* operator[](std::int64_t i) const { return backing(backing(pointers_)[i]); }

 private:
  T* const* pointers_;
};

template <class T>
class StridedArray {
 public:
  StridedArray(T* data, std::int64_t stride) : data_(data), stride_(stride) {}
  T* operator[](std::int64_t i) const { return backing(data_) + i * stride_; }

 private:
  T* data_;
  std::int64_t stride_;
};

}  // namespace musasim::blas
