// The interface of torchada._core and libtorchada_interposer.so: the table of hooks, and the switches.
//
// The interposer is a library of its own because it is opened with RTLD_GLOBAL: whatever it depends
// on becomes visible to every library loaded later, so it depends on libc alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "interposer/device_string.h"

namespace torchada {

// Head of libstdc++'s std::string under the C++11 ABI, which a mangled name with __cxx11 pins.
// Spelled out because std::string's members would make the interposer depend on libstdc++.
struct StringHead {
  const char* data;
  std::size_t size;
};

// The libraries that call the function of a hook: all but the one that defines it, or only that one.
enum class Callers { others, itself };

// A row of hooks.def.
struct Hook {
  const char* symbol;
  const char* library;
  Callers callers;
};

inline constexpr Hook kHooks[] = {
#define TORCHADA_HOOK(name, symbol, signature, library, callers) \
  {#symbol, library, Callers::callers},
#include "hooks.def"
};

// The place of a row in kHooks: hook::construct_device and so on.
namespace hook {
enum Index : std::size_t {
#define TORCHADA_HOOK(name, ...) name,
#include "hooks.def"
  kCount
};
}  // namespace hook

// off: everything is passed through. traced: on, and on_device is told of each CUDA device.
enum class Mode : std::uint8_t { off, on, traced };

struct Interposer {
  std::atomic<Mode> mode;
  // Gets the text; set before the mode is `traced`.
  void (*on_device)(const char* text, std::size_t size);
  // c10::DispatchKey of the tensors that torch.set_default_tensor_type("torch.cuda.FloatTensor")
  // asked for; 0 (Undefined) where PyTorch's own default holds.
  std::atomic<std::uint16_t> default_key;
  // PyTorch's function of each hook; looked up at the first call when nobody has set it.
  std::atomic<void*> originals[hook::kCount];
};

}  // namespace torchada

// The one control symbol that the interposer exports next to the functions.
#define TORCHADA_INTERPOSER_SYMBOL "torchada_interposer"
