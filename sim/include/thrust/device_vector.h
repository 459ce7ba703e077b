// thrust::device_vector: a vector in device memory.
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "thrust/copy.h"
#include "thrust/device_malloc.h"
#include "thrust/host_vector.h"
#include "thrust/transform.h"

namespace thrust {

template <class T, class Allocator = device_allocator<T>>
class device_vector {
  static_assert(std::is_trivially_copyable_v<T>,
                "the elements of a device vector must be trivially copyable");

 public:
  using value_type = T;
  using allocator_type = Allocator;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  device_vector() = default;
  explicit device_vector(const Allocator& allocator) : allocator_(allocator) {}
  explicit device_vector(std::size_t count) : device_vector(count, T()) {}
  device_vector(std::size_t count, const T& value, const Allocator& allocator = Allocator())
      : allocator_(allocator) {
    assign(count, value);
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last) {
    assign(first, last);
  }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  device_vector(const device_vector& other) : allocator_(other.allocator_) {
    assign(other.begin(), other.end());
  }
  device_vector(device_vector&& other) noexcept : device_vector() { swap(other); }
  template <class U, class OtherAllocator>
  device_vector(const device_vector<U, OtherAllocator>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class OtherAllocator>
  device_vector(const std::vector<U, OtherAllocator>& other) {
    assign(other.begin(), other.end());
  }
  ~device_vector() { release(); }

  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class OtherAllocator>
  device_vector& operator=(const device_vector<U, OtherAllocator>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class OtherAllocator>
  device_vector& operator=(const std::vector<U, OtherAllocator>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    make_room(static_cast<std::size_t>(std::distance(first, last)));
    copy_in(first, last, begin());
  }
  void assign(std::size_t count, const T& value) {
    make_room(count);
    thrust::fill(begin(), end(), value);
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t max_size() const { return static_cast<std::size_t>(-1) / sizeof(T); }
  bool empty() const { return size_ == 0; }
  pointer data() { return data_; }
  const_pointer data() const { return data_; }
  iterator begin() { return data_; }
  iterator end() { return data_ + static_cast<std::ptrdiff_t>(size_); }
  const_iterator begin() const { return data_; }
  const_iterator end() const { return data_ + static_cast<std::ptrdiff_t>(size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  reference operator[](std::size_t i) { return data_[i]; }
  const_reference operator[](std::size_t i) const { return const_pointer(data_)[i]; }
  reference front() { return data_[0]; }
  reference back() { return data_[size_ - 1]; }
  const_reference front() const { return (*this)[0]; }
  const_reference back() const { return (*this)[size_ - 1]; }
  allocator_type get_allocator() const { return allocator_; }

  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    const pointer larger = allocator_.allocate(count);
    thrust::copy(begin(), end(), larger);
    const std::size_t size = size_;
    release();
    data_ = larger;
    size_ = size;
    capacity_ = count;
  }
  void resize(std::size_t count, const T& value = T()) {
    if (count > capacity_) reserve(count);
    const std::size_t before = std::exchange(size_, count);
    if (count > before) thrust::fill(begin() + static_cast<std::ptrdiff_t>(before), end(), value);
  }
  void clear() { size_ = 0; }
  void shrink_to_fit() {
    if (size_ < capacity_) device_vector(*this).swap(*this);
  }
  void push_back(const T& value) {
    if (size_ == capacity_) reserve(size_ == 0 ? 1 : 2 * size_);
    ++size_;
    back() = value;
  }
  void pop_back() { --size_; }

  iterator insert(iterator place, const T& value) { return insert(place, &value, &value + 1); }
  void insert(iterator place, std::size_t count, const T& value) {
    const std::vector<T> values(count, value);
    insert(place, values.begin(), values.end());
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  iterator insert(iterator place, It first, It last) {
    const std::ptrdiff_t at = place - begin();
    const std::ptrdiff_t count = last - first;
    device_vector longer;
    longer.make_room(size_ + static_cast<std::size_t>(count));
    thrust::copy(begin(), place, longer.begin());
    longer.copy_in(first, last, longer.begin() + at);
    thrust::copy(place, end(), longer.begin() + at + count);
    swap(longer);
    return begin() + at;
  }
  iterator erase(iterator place) { return erase(place, place + 1); }
  iterator erase(iterator first, iterator last) {
    const device_vector rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<std::size_t>(last - first);
    return first;
  }
  void swap(device_vector& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  friend void swap(device_vector& a, device_vector& b) noexcept { a.swap(b); }

 private:
  template <class It>
  static void copy_in(It first, It last, iterator to) {
    using Category = typename std::iterator_traits<It>::iterator_category;
    if constexpr (std::is_base_of_v<std::random_access_iterator_tag, Category>) {
      thrust::copy(first, last, to);
    } else {
      const std::vector<T> values(first, last);
      thrust::copy(values.begin(), values.end(), to);
    }
  }
  // Room for as many items, which have no values yet.
  void make_room(std::size_t count) {
    if (count > capacity_) {
      release();
      data_ = allocator_.allocate(count);
      capacity_ = count;
    }
    size_ = count;
  }
  void release() {
    if (capacity_ != 0) allocator_.deallocate(data_, capacity_);
    data_ = pointer();
    size_ = capacity_ = 0;
  }

  Allocator allocator_;
  pointer data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return host_vector<T>(a) == host_vector<T>(b);
}
template <class T, class A, class U, class B>
bool operator!=(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return !(a == b);
}
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const std::vector<U, B>& b) {
  return host_vector<T>(a) == host_vector<T>(b);
}
template <class T, class A, class U, class B>
bool operator==(const std::vector<U, B>& b, const device_vector<T, A>& a) {
  return a == b;
}

}  // namespace thrust
