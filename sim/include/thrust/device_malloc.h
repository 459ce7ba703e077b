// Device memory: device_malloc(), device_free(), and the allocators of Thrust's vectors.
#pragma once

#include <new>

#include "thrust/device_ptr.h"

namespace thrust {

template <class T = void>
device_ptr<T> device_malloc(std::size_t count) {
  std::size_t bytes = count;
  if constexpr (!std::is_void_v<T>) bytes *= sizeof(T);
  void* memory = nullptr;
  if (musaMalloc(&memory, bytes) != musaSuccess) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(memory));
}
template <class T>
void device_free(device_ptr<T> memory) {
  detail::throw_on_error(musaFree(memory.get()), "device_free");
}
template <class T, class Policy>
device_ptr<T> malloc(const Policy&, std::size_t count) {
  return device_malloc<T>(count);
}
template <class Policy, class T>
void free(const Policy&, device_ptr<T> memory) {
  device_free(memory);
}

template <class T>
class device_allocator {
 public:
  using value_type = T;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <class Other>
  struct rebind {
    using other = device_allocator<Other>;
  };

  device_allocator() = default;
  template <class Other>
  device_allocator(const device_allocator<Other>&) {}
  pointer allocate(std::size_t count) { return device_malloc<T>(count); }
  void deallocate(pointer memory, std::size_t) { device_free(memory); }
  friend bool operator==(const device_allocator&, const device_allocator&) { return true; }
  friend bool operator!=(const device_allocator&, const device_allocator&) { return false; }
};
template <class T>
using device_malloc_allocator = device_allocator<T>;

// Memory that host and device share.
template <class T>
class universal_allocator {
 public:
  using value_type = T;
  universal_allocator() = default;
  template <class Other>
  universal_allocator(const universal_allocator<Other>&) {}
  T* allocate(std::size_t count) {
    void* memory = nullptr;
    if (musaMallocManaged(&memory, count * sizeof(T), musaMemAttachGlobal) != musaSuccess)
      throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { detail::throw_on_error(musaFree(memory)); }
  friend bool operator==(const universal_allocator&, const universal_allocator&) { return true; }
  friend bool operator!=(const universal_allocator&, const universal_allocator&) { return false; }
};

}  // namespace thrust
