// What mcc writes around __shared__ variables of code that is compiled with checks.
#pragma once

#include <cstddef>
#include <memory>

#include "musasim/device/state.h"

namespace musasim::device {

// Bytes that nobody may use, at both sides of the __shared__ variables of a declaration.
struct Guard {
  char bytes[64];
};
MUSASIM_DEVICE_API void note_shared(const char* name, const volatile void* variable,
                                    std::size_t size, const Guard& one, const Guard& other);
// A thread comes to the declaration of a __shared__ variable.
template <class T>
inline void note_shared(const char* name, T& variable, const Guard& one, const Guard& other) {
  note_shared(name, std::addressof(variable), sizeof variable, one, other);
}

// Dynamic shared memory that is declared outside of functions: a reference, which is made when a thread of the host
// first uses it. Checked kernels find it made, so that this is no race among their threads.
class MUSASIM_DEVICE_API SharedReference {
 public:
  explicit SharedReference(void* (*use)());
  ~SharedReference();
  SharedReference(const SharedReference&) = delete;
  SharedReference& operator=(const SharedReference&) = delete;

 private:
  void* (*const use_)();
};
template <class T>
inline void* place_of(T& variable) noexcept {
  return const_cast<void*>(static_cast<const volatile void*>(&variable));
}

}  // namespace musasim::device
