// thrust::host_vector: the standard library's, which device vectors are copied to and from.
#pragma once

#include <memory>
#include <vector>

#include "thrust/copy.h"
#include "thrust/device_malloc.h"

namespace thrust {

template <class T, class Allocator>
class device_vector;

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;

 public:
  using Base::Base;
  using Base::operator=;
  host_vector() = default;
  host_vector(const Base& other) : Base(other) {}
  template <class U, class OtherAllocator>
  host_vector(const std::vector<U, OtherAllocator>& other) : Base(other.begin(), other.end()) {}
  template <class U, class OtherAllocator>
  host_vector(const device_vector<U, OtherAllocator>& other) {
    take(other);
  }
  // From device memory.
  template <class U>
  host_vector(device_ptr<U> first, device_ptr<U> last)
      : Base(static_cast<std::size_t>(last - first)) {
    thrust::copy(first, last, this->begin());
  }
  template <class U, class OtherAllocator>
  host_vector& operator=(const device_vector<U, OtherAllocator>& other) {
    take(other);
    return *this;
  }

 private:
  template <class Other>
  void take(const Other& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
  }
};

template <class T>
using universal_vector = host_vector<T, universal_allocator<T>>;

}  // namespace thrust
