// Variables of device code: __device__, __constant__ and __managed__. The compiler of .mu files writes
// them as ordinary variables and one of these behind each, so that musaMemcpyToSymbol, musaGetSymbolAddress
// and muModuleGetGlobal know them. They lie where the host has them, once for all devices.
#pragma once

#include <cstddef>
#include <utility>

#include "musasim/kernel_table.h"

namespace musasim::device {

inline constexpr musasimVariableKind kDeviceVariable = MUSASIM_VARIABLE_DEVICE;
inline constexpr musasimVariableKind kConstantVariable = MUSASIM_VARIABLE_CONSTANT;
inline constexpr musasimVariableKind kManagedVariable = MUSASIM_VARIABLE_MANAGED;

struct Variable;
// The library's variables, as musasim::table::registrations are its kernels.
inline Variable* variables __attribute__((visibility("hidden"))) = nullptr;

struct Variable {
  Variable* next;
  musasimVariable row;
  musasimModule module;
  musasimFatBinary binary;
  void** handle;

  // `name` is the linker's; `address` as the host names it.
  Variable(musasimVariableKind kind, const char* name, const volatile void* address,
           std::size_t size)
      : next(std::exchange(variables, this)),
        row{name, const_cast<const void*>(address), size, const_cast<const void*>(address), kind},
        module{MUSASIM_KERNEL_ABI, 0, nullptr, 1, &row, name},
        binary{MUSASIM_FATBIN_MAGIC, 1, &module, nullptr},
        handle(__musaRegisterFatBinary(&binary)) {}
  ~Variable() { __musaUnregisterFatBinary(handle); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
};

}  // namespace musasim::device
