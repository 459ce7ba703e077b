// Loads and stores under the names that the compiler of .mu files has beside CUDA's: volatile ones, ones with
// hints for caches, addresses of the kinds of memory, asynchronous copies to shared memory.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "musa_runtime_api.h"
#include "musasim/device/shared_address.h"
#include "musasim/device/state.h"
#include "musasim/device/sync.h"

namespace musasim::device {

// In words that the processor reads at once, up to eight bytes.
template <class T>
using WordOf = std::conditional_t<
    sizeof(T) % 8 == 0, unsigned long long,
    std::conditional_t<sizeof(T) % 4 == 0, unsigned,
                       std::conditional_t<sizeof(T) % 2 == 0, unsigned short, unsigned char>>>;

}  // namespace musasim::device

// Memory, not a copy of it that the compiler has. Whoever asks in a loop lets others go on.
template <class T>
inline std::remove_cv_t<T> volatile_load(T* address) {
  using Value = std::remove_cv_t<T>;
  using Word = ::musasim::device::WordOf<Value>;
  typedef volatile Word __attribute__((may_alias)) Place;
  const Place* const words = (const Place*)address;
  Word read[sizeof(Value) / sizeof(Word)];
  for (std::size_t i = 0; i < sizeof(Value) / sizeof(Word); ++i) read[i] = words[i];
  Value value;
  std::memcpy(static_cast<void*>(&value), read, sizeof value);
  ::musasim::device::spin();
  return value;
}
template <class T, class Value>
inline void volatile_store(Value value, T* address) {
  using Word = ::musasim::device::WordOf<T>;
  typedef volatile Word __attribute__((may_alias)) Place;
  const std::remove_cv_t<T> converted = static_cast<std::remove_cv_t<T>>(value);
  Word written[sizeof(T) / sizeof(Word)];
  std::memcpy(written, static_cast<const void*>(&converted), sizeof written);
  Place* const words = (Place*)address;
  for (std::size_t i = 0; i < sizeof(T) / sizeof(Word); ++i) words[i] = written[i];
}

// The hints say how long lines stay in which cache.
template <class T, class... Hint>
inline std::remove_cv_t<T> __lsu_ld_cache_hint(T* address, Hint...) {
  return volatile_load(address);
}
template <class T, class Value, class... Hint>
inline void __lsu_st_cache_hint(T* address, Value value, Hint...) {
  volatile_store(value, address);
}

namespace musasim::device {

// Memory that is neither the device's nor on the calling thread's stack is shared.
inline bool is_device_memory(const void* address) {
  musaPointerAttributes attributes{};
  return musaPointerGetAttributes(&attributes, address) == musaSuccess &&
         (attributes.type == musaMemoryTypeDevice || attributes.type == musaMemoryTypeManaged);
}
inline bool is_on_own_stack(const void* address) {
  constexpr std::size_t kMost = std::size_t{256} << 10;
  const char* const here = static_cast<const char*>(__builtin_frame_address(0));
  return static_cast<std::size_t>(static_cast<const char*>(address) - here) + kMost < 2 * kMost;
}

}  // namespace musasim::device

extern "C" {

// An address of one kind is here its generic address.
#define MUSASIM_ADDRESS(kind)                                    \
  inline void* __musa_ptr_gen_to_##kind(const void* address) {   \
    return const_cast<void*>(address);                           \
  }                                                              \
  inline void* __musa_ptr_##kind##_to_gen(const void* address) { \
    return const_cast<void*>(address);                           \
  }
MUSASIM_ADDRESS(global)
MUSASIM_ADDRESS(shared)
MUSASIM_ADDRESS(local)
MUSASIM_ADDRESS(constant)
#undef MUSASIM_ADDRESS

inline bool __musa_isspacep_global(const void* address) {
  return ::musasim::device::is_device_memory(address);
}
inline bool __musa_isspacep_local(const void* address) {
  return ::musasim::device::is_on_own_stack(address);
}
inline bool __musa_isspacep_shared(const void* address) {
  return !__musa_isspacep_local(address) && !__musa_isspacep_global(address);
}

// Copies that a thread starts and waits for later: done at once, which is as early as may be.
inline void __musa_memcpy_g2s(void* to, const void* from, int bytes, int prefetched_bytes) {
  (void)prefetched_bytes;
  to = ::musasim::device::shared_place("__musa_memcpy_g2s", to);
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
inline void __musa_memcpy_g2s_wait() {}
inline void __musa_memcpy_g2s_wait_group(int) {}
inline void __musa_memcpy_g2s_commit_group() {}

}  // extern "C"
