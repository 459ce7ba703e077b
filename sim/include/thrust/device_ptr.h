// thrust::device_ptr and thrust::device_reference: an address in device memory, and what is there, which
// the host reads and writes by copies.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "thrust/detail/policy.h"

namespace thrust {

template <class T>
class device_ptr;

template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  using pointer = device_ptr<T>;

  explicit device_reference(T* place) : place_(place) {}
  device_reference(const device_reference&) = default;
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, T*>>>
  device_reference(const device_reference<Other>& other) : place_(other.place()) {}

  operator value_type() const { return get(); }
  device_ptr<T> operator&() const { return device_ptr<T>(place_); }
  T* place() const { return place_; }

  const device_reference& operator=(const value_type& value) const {
    if (musasim::device::inside()) {
      *place_ = value;
    } else {
      detail::throw_on_error(musaMemcpy(place_, &value, sizeof(T), musaMemcpyHostToDevice));
    }
    return *this;
  }
  device_reference& operator=(const device_reference& other) {
    *this = other.get();
    return *this;
  }
  template <class Other>
  const device_reference& operator=(const device_reference<Other>& other) const {
    return *this = static_cast<value_type>(other);
  }

#define MUSASIM_ASSIGNMENT(op)                                              \
  const device_reference& operator op## = (const value_type& value) const { \
    value_type now = get();                                                 \
    now op## = value;                                                       \
    return *this = now;                                                     \
  }
  MUSASIM_ASSIGNMENT(+)
  MUSASIM_ASSIGNMENT(-)
  MUSASIM_ASSIGNMENT(*)
  MUSASIM_ASSIGNMENT(/)
  MUSASIM_ASSIGNMENT(%)
  MUSASIM_ASSIGNMENT(&)
  MUSASIM_ASSIGNMENT(|)
  MUSASIM_ASSIGNMENT(^)
#undef MUSASIM_ASSIGNMENT
  const device_reference& operator++() const { return *this += value_type(1); }
  const device_reference& operator--() const { return *this -= value_type(1); }
  value_type operator++(int) const {
    const value_type before = get();
    ++*this;
    return before;
  }
  value_type operator--(int) const {
    const value_type before = get();
    --*this;
    return before;
  }

  friend void swap(const device_reference& a, const device_reference& b) {
    const value_type kept = a;
    a = static_cast<value_type>(b);
    b = kept;
  }

 private:
  value_type get() const {
    if (musasim::device::inside()) return *place_;
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    detail::throw_on_error(musaMemcpy(bytes, place_, sizeof(T), musaMemcpyDeviceToHost));
    return *reinterpret_cast<value_type*>(bytes);
  }

  T* place_;
};

namespace detail {
template <class Stream, class T>
Stream& print(Stream& out, const device_reference<T>& reference) {
  return out << static_cast<std::remove_cv_t<T>>(reference);
}
template <class T>
struct ReferenceTo {
  using Type = device_reference<T>;
};
template <>
struct ReferenceTo<void> {
  using Type = void;
};
template <>
struct ReferenceTo<const void> {
  using Type = void;
};
}  // namespace detail

template <class Character, class Traits, class T>
auto& operator<<(std::basic_ostream<Character, Traits>& out, const device_reference<T>& reference) {
  return detail::print(out, reference);
}

template <class T>
class device_ptr {
 public:
  using element_type = T;
  using raw_pointer = T*;
  using value_type = std::remove_cv_t<T>;
  using reference = typename detail::ReferenceTo<T>::Type;
  using pointer = device_ptr;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  template <class Other>
  using rebind = device_ptr<Other>;

  device_ptr(std::nullptr_t = nullptr) : raw_(nullptr) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, T*>>>
  explicit device_ptr(Other* raw) : raw_(raw) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, T*>>, class = void>
  device_ptr(const device_ptr<Other>& other) : raw_(other.get()) {}

  T* get() const { return raw_; }
  explicit operator bool() const { return raw_ != nullptr; }

  reference operator*() const { return reference(raw_); }
  template <class Distance>
  reference operator[](Distance distance) const {
    return reference(raw_ + distance);
  }
  device_ptr& operator++() { return *this += 1; }
  device_ptr& operator--() { return *this -= 1; }
  device_ptr operator++(int) {
    const device_ptr before = *this;
    ++raw_;
    return before;
  }
  device_ptr operator--(int) {
    const device_ptr before = *this;
    --raw_;
    return before;
  }
  device_ptr& operator+=(std::ptrdiff_t distance) {
    raw_ += distance;
    return *this;
  }
  device_ptr& operator-=(std::ptrdiff_t distance) { return *this += -distance; }

  friend device_ptr operator+(device_ptr p, std::ptrdiff_t distance) { return p += distance; }
  friend device_ptr operator+(std::ptrdiff_t distance, device_ptr p) { return p += distance; }
  friend device_ptr operator-(device_ptr p, std::ptrdiff_t distance) { return p -= distance; }
  friend std::ptrdiff_t operator-(device_ptr a, device_ptr b) { return a.raw_ - b.raw_; }
  friend bool operator==(device_ptr a, device_ptr b) { return a.raw_ == b.raw_; }
  friend bool operator!=(device_ptr a, device_ptr b) { return a.raw_ != b.raw_; }
  friend bool operator<(device_ptr a, device_ptr b) { return a.raw_ < b.raw_; }
  friend bool operator>(device_ptr a, device_ptr b) { return a.raw_ > b.raw_; }
  friend bool operator<=(device_ptr a, device_ptr b) { return a.raw_ <= b.raw_; }
  friend bool operator>=(device_ptr a, device_ptr b) { return a.raw_ >= b.raw_; }

 private:
  T* raw_;
};

template <class T>
device_ptr<T> device_pointer_cast(T* raw) {
  return device_ptr<T>(raw);
}
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) {
  return pointer;
}
template <class T>
T* raw_pointer_cast(T* raw) {
  return raw;
}
template <class T>
T* raw_pointer_cast(const device_ptr<T>& pointer) {
  return pointer.get();
}
template <class T>
T& raw_reference_cast(T& reference) {
  return reference;
}
template <class T>
T& raw_reference_cast(const device_reference<T>& reference) {
  return *reference.place();
}

}  // namespace thrust
