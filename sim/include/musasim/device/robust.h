// Reads with a description of the buffer that they are from: outside of it they give zeros.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "musasim/device/shared_address.h"
#include "musasim/device/vector.h"

namespace __musa {

// The base and the size in bytes; older devices have three words for it.
using robust_v4_addr_t = ::musasim::device::Vector<unsigned long, 2>;
using robust_addr_t = ::musasim::device::Vector<int, 4>;

template <class T>
class robust_ptr {
 public:
  robust_ptr(T* base, std::size_t elements) : base_(base), bytes_(elements * sizeof(T)) {}

  T* get() const { return base_; }
  T* operator+(std::ptrdiff_t elements) const { return base_ + elements; }
  robust_v4_addr_t get_v4_robust_addr() const {
    return robust_v4_addr_t{reinterpret_cast<unsigned long>(base_), bytes_};
  }
  robust_addr_t get_robust_addr() const {
    robust_addr_t address;
    const robust_v4_addr_t words = get_v4_robust_addr();
    std::memcpy(&address, &words, sizeof address);
    return address;
  }

 private:
  T* base_;
  unsigned long bytes_;
};

}  // namespace __musa

namespace musasim::device {

// Reads the part of the range that lies in the buffer; the rest is zeros.
inline void robust_copy(void* to, const void* from, std::size_t bytes,
                        const __musa::robust_v4_addr_t& buffer) {
  const auto first = reinterpret_cast<unsigned long>(from);
  const unsigned long begin = first < buffer[0] ? buffer[0] : first;
  const unsigned long last =
      first + bytes < buffer[0] + buffer[1] ? first + bytes : buffer[0] + buffer[1];
  std::memset(to, 0, bytes);
  if (begin >= last) return;
  std::memcpy(static_cast<char*>(to) + (begin - first), reinterpret_cast<const void*>(begin),
              last - begin);
}

// The compiler's type is a vector of 16 bytes, of which programs write the elements themselves.
template <class Buffer>
inline __musa::robust_v4_addr_t robust_words(const Buffer& buffer) {
  static_assert(sizeof(Buffer) == sizeof(__musa::robust_v4_addr_t), "a description is 16 bytes");
  __musa::robust_v4_addr_t words;
  std::memcpy(&words, &buffer, sizeof words);
  return words;
}

template <class T, class Buffer>
inline T robust_load(const void* address, const Buffer& buffer) {
  T value;
  robust_copy(&value, address, sizeof value, robust_words(buffer));
  return value;
}

// Bytes that would lie outside are not stored.
inline void robust_store(void* to, const void* from, std::size_t bytes,
                         const __musa::robust_v4_addr_t& buffer) {
  const auto first = reinterpret_cast<unsigned long>(to);
  if (first < buffer[0] || first >= buffer[0] + buffer[1]) return;
  const unsigned long room = buffer[0] + buffer[1] - first;
  std::memcpy(to, from, room < bytes ? room : bytes);
}

}  // namespace musasim::device

namespace __musa {

// A Value from the element on; it may be several elements, and what lies outside is zeros.
template <class Value, class T, class Number>
inline Value robust_load(const robust_ptr<T>& pointer, Number element) {
  Value value;
  ::musasim::device::robust_copy(&value, pointer + element, sizeof value,
                                 pointer.get_v4_robust_addr());
  return value;
}
template <class Value, class T, class Number>
inline void robust_store(const Value& value, const robust_ptr<T>& pointer, Number element) {
  ::musasim::device::robust_store(pointer + element, &value, sizeof value,
                                  pointer.get_v4_robust_addr());
}

}  // namespace __musa

template <class Buffer>
inline void __musa_memcpy_g2s_robust_v4(void* to, const void* from, int bytes, const Buffer& buffer,
                                        int prefetched_bytes) {
  (void)prefetched_bytes;
  to = ::musasim::device::shared_place("__musa_memcpy_g2s_robust_v4", to);
  ::musasim::device::robust_copy(to, from, static_cast<std::size_t>(bytes),
                                 ::musasim::device::robust_words(buffer));
}
template <class Buffer>
inline void __musa_memcpy_g2s_robust(void* to, const void* from, int bytes, const Buffer& buffer,
                                     int prefetched_bytes) {
  __musa_memcpy_g2s_robust_v4(to, from, bytes, buffer, prefetched_bytes);
}

#define MUSASIM_ROBUST(name, type)                                                         \
  template <class Buffer>                                                                  \
  inline auto __musa_ld_v4_robust_##name(const void* address, const Buffer& buffer, int) { \
    return ::musasim::device::robust_load<type>(address, buffer);                          \
  }                                                                                        \
  template <class Buffer>                                                                  \
  inline auto __musa_ld_robust_##name(const void* address, const Buffer& buffer) {         \
    return ::musasim::device::robust_load<type>(address, buffer);                          \
  }                                                                                        \
  template <class Value, class Buffer>                                                     \
  inline void __musa_st_v4_robust_##name(const Value& value, void* address,                \
                                         const Buffer& buffer) {                           \
    static_assert(sizeof(Value) == sizeof(type), "the value has another size");            \
    ::musasim::device::robust_store(address, &value, sizeof value,                         \
                                    ::musasim::device::robust_words(buffer));              \
  }
#define MUSASIM_ROBUST_VECTOR(name, type, count) \
  MUSASIM_ROBUST(name, ::musasim::device::Vector<type MUSASIM_COMMA count>)
#define MUSASIM_COMMA ,
MUSASIM_ROBUST(i8, signed char)
MUSASIM_ROBUST(i16, short)
MUSASIM_ROBUST(i32, int)
MUSASIM_ROBUST(i64, long)
MUSASIM_ROBUST_VECTOR(v2i32, int, 2)
MUSASIM_ROBUST_VECTOR(v3i32, int, 3)
MUSASIM_ROBUST_VECTOR(v4i32, int, 4)
MUSASIM_ROBUST_VECTOR(v8i32, int, 8)
MUSASIM_ROBUST_VECTOR(v16i32, int, 16)
MUSASIM_ROBUST_VECTOR(v32i32, int, 32)
#undef MUSASIM_COMMA
#undef MUSASIM_ROBUST_VECTOR
#undef MUSASIM_ROBUST
