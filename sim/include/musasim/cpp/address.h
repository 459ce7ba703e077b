// Addresses as the C functions take them.
#pragma once

namespace musasim {

// The address of a kernel or of plain memory.
template <class T>
inline const void* address(T* pointer) {
  return reinterpret_cast<const void*>(pointer);
}
template <class T>
inline const void* address(const T* pointer) {
  return static_cast<const void*>(pointer);
}

// The address of a variable on the device, by its name on the host.
template <class T>
inline const void* symbol_address(const T& symbol) {
  return const_cast<const char*>(&reinterpret_cast<const volatile char&>(symbol));
}

template <class T>
inline void** out(T** pointer) {
  return reinterpret_cast<void**>(pointer);
}

}  // namespace musasim
