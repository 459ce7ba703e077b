// The handle of a compiled kernel, from the moment its program or library is loaded.
#pragma once

#include <cstddef>
#include <string>
#include <typeinfo>

#include "musasim/device/state.h"
#include "musasim/kernel_table.h"

namespace musasim::device {

// The name of a function as the linker knows it, from the name of a type that is local to it.
MUSASIM_DEVICE_API std::string function_of_local(const char* type);

// The name of a type that is local to a function: the linker's name of the type; with -fno-rtti the compiler's text
// about the type and the function.
#if defined(__GXX_RTTI)
using Naming = const std::type_info&;
inline const char* text_of(Naming naming) { return naming.name(); }
#define MUSASIM_NAMING(Local, function) typeid(Local)
#else
using Naming = const char*;
inline const char* text_of(Naming naming) { return naming; }
template <class Local, auto function>
const char* naming_of() {
  return __PRETTY_FUNCTION__;
}
#define MUSASIM_NAMING(Local, function) ::musasim::device::naming_of<Local, function>()
#endif

// A kernel that was compiled. A file may have thousands: what is done for each of them is a call. It is a function of
// the library that has the kernel, since it adds to that library's list.
class __attribute__((visibility("hidden"))) KernelRegistration {
 public:
  [[gnu::noinline]] KernelRegistration(const musasimKernel& row, Naming naming) noexcept
      : name_(function_of_local(text_of(naming))), registration_(named(row, name_.c_str())) {}
  [[gnu::noinline]] ~KernelRegistration() {}
  KernelRegistration(const KernelRegistration&) = delete;
  KernelRegistration& operator=(const KernelRegistration&) = delete;

  // In the kernel's row.
  std::size_t* static_shared_bytes() { return &registration_.kernel.static_shared_bytes; }

 private:
  static musasimKernel named(musasimKernel row, const char* name) {
    row.name = name;
    return row;
  }

  std::string name_;
  table::Registration registration_;
};

}  // namespace musasim::device
