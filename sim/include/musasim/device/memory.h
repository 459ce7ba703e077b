// Loads and stores that say how they use the caches, copies to shared memory, addresses.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "musasim/device/shared_address.h"
#include "musasim/device/state.h"

// Takes any pointer, so that a template of the program's own for `const T*` is another and the better one, as
// beside the compiler's overloads for each type.
#define MUSASIM_LOAD(name)                                                        \
  template <class Pointer>                                                        \
  inline std::remove_cv_t<std::remove_pointer_t<Pointer>> name(Pointer address) { \
    static_assert(std::is_pointer_v<Pointer>, #name " loads from a pointer");     \
    return *address;                                                              \
  }
MUSASIM_LOAD(__ldg)
MUSASIM_LOAD(__ldca)
MUSASIM_LOAD(__ldcg)
MUSASIM_LOAD(__ldcs)
MUSASIM_LOAD(__ldcv)
MUSASIM_LOAD(__ldlu)
#undef MUSASIM_LOAD

#define MUSASIM_STORE(name)                                   \
  template <class T>                                          \
  inline void name(T* address, std::common_type_t<T> value) { \
    *address = value;                                         \
  }
MUSASIM_STORE(__stcg)
MUSASIM_STORE(__stcs)
MUSASIM_STORE(__stwb)
MUSASIM_STORE(__stwt)
#undef MUSASIM_STORE

// An address of one kind is here its generic address.
inline std::size_t __cvta_generic_to_shared(const void* address) {
  ::musasim::device::note_shared_address(address);
  return reinterpret_cast<std::size_t>(address);
}
inline std::size_t __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
inline std::size_t __cvta_generic_to_constant(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
inline std::size_t __cvta_generic_to_local(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
// Programs keep addresses of shared memory in 32 bits.
inline void* __cvta_shared_to_generic(std::size_t address) {
  if (address >> 32 != 0) return reinterpret_cast<void*>(address);
  return ::musasim::device::shared_place("__cvta_shared_to_generic",
                                         static_cast<std::uint32_t>(address), 32);
}
inline void* __cvta_global_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}

// Copies that a thread starts and waits for later: done at once, which is as early as may be.
inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                    std::size_t zero_bytes = 0) {
  std::memcpy(to, from, bytes - zero_bytes);
  std::memset(static_cast<char*>(to) + bytes - zero_bytes, 0, zero_bytes);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(unsigned) {}

// Built-in functions of CUDA's compilers beside those of g++.
#if !defined(__clang__)
#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())
#endif
#define __assume(condition) __builtin_assume(condition)
