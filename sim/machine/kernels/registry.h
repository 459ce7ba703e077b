// The kernels and variables: those of fat binaries (by host address) and those of loaded
// modules (by name). Everything here is per process; memory of variables and function attributes
// are per device, made at the first use there.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/kernels/kernel.h"
#include "musasim/kernel.h"

namespace musasim {

// --- fat binaries: the __musaRegister* functions ---

// The handle for the calls below; nullptr when it is no fat binary of ours.
MUSASIM_API void** register_fat_binary(const void* fat_binary);
// Unknown handles are ignored, as is nullptr.
MUSASIM_API void unregister_fat_binary(void** handle);
// `thread_limit` <= 0: none. False: the table has no kernel of that name.
MUSASIM_API bool register_function(void** handle, const void* host, const char* name,
                                   int thread_limit);
MUSASIM_API bool register_variable(void** handle, const void* host, const char* name);
// `host_pointer` is set to the variable's memory by make_managed_variables().
MUSASIM_API bool register_managed_variable(void** handle, void** host_pointer, const char* name);
// __musaInitModule: before the host first reads a managed variable. Launches do it too.
MUSASIM_API musaError_t make_managed_variables(void** handle, int device);

// --- look-up ---

// The kernel that a launch names: a registered host address, or a living Function of any device.
// Empty when there is none. *function is what it is on the device (for a Function of a loaded
// module: that Function, whatever `device` is).
MUSASIM_API KernelPtr find_kernel(const void* symbol, int device, Function** function);
inline KernelPtr find_kernel(const void* symbol, int device) {
  Function* function = nullptr;
  return find_kernel(symbol, device, &function);
}

// The handle of a registered kernel: musaGetFuncBySymbol. musaErrorInvalidDeviceFunction.
MUSASIM_API musaError_t function_of(const void* host, int device, Function** function);

struct Symbol {
  void* address = nullptr;  // on the device
  std::size_t size = 0;
  musasimVariableKind kind = MUSASIM_VARIABLE_DEVICE;
};
// By the address of the host's shadow. musaErrorInvalidSymbol when there is none.
MUSASIM_API musaError_t find_symbol(const void* host, int device, Symbol* symbol);

// --- loaded modules: their address is the MUmodule ---

// musaErrorFileNotFound, or musaErrorInvalidKernelImage when it is no module.
MUSASIM_API musaError_t load_module_file(const char* path, int device, Module** module);
// `image` begins with an ELF shared object (its length is read from its headers), or is the fat
// binary wrapper of a registered table.
MUSASIM_API musaError_t load_module_image(const void* image, int device, Module** module);
// musaErrorInvalidResourceHandle when there is no such module. Work that uses it ends first.
MUSASIM_API musaError_t unload_module(Module* module);
// musaErrorSymbolNotFound, musaErrorInvalidResourceHandle.
MUSASIM_API musaError_t module_function(Module* module, const char* name, Function** function);
MUSASIM_API musaError_t module_symbol(Module* module, const char* name, Symbol* symbol);

// Resets the device: its variables and attributes are gone, and its modules. Before free_all().
MUSASIM_API void reset_kernels(int device);

}  // namespace musasim
