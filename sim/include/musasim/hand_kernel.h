// Kernels by hand, for tests and for trying things out: an ordinary function that does the work of
// one thread, compiled by any C++17 compiler, and a line that registers it.
//
//   #include <musa_runtime.h>
//   #include <musasim/hand_kernel.h>
//   using namespace musasim::builtin;
//
//   static void scale(float* data, float factor, int n) {
//     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//     if (i < n) data[i] *= factor;
//   }
//   MUSASIM_REGISTER_KERNEL(scale);
//
//   void* args[] = {&data, &factor, &n};
//   musaLaunchKernel((const void*)scale, dim3(blocks), dim3(256), args, 0, stream);
//
// The threads of a grid run one after the other, so there are no barriers, no warp operations and no
// need of atomics; intrinsics such as __ldg are not there. __shared__ and __constant__ mean nothing:
// a block's memory is dynamic_shared<T>(), variables are rows of a table (musasim/kernel.h).
// MUSASIM_EXPORT_MODULE makes a shared object of such kernels a module for muModuleLoad.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "musasim/kernel_table.h"
#include "vector_types.h"

namespace musasim {

// The variables by which a kernel's thread knows itself. Names as in .mu files.
namespace builtin {

inline thread_local uint3 threadIdx{};
inline thread_local uint3 blockIdx{};
inline thread_local uint3 blockDim{};
inline thread_local uint3 gridDim{};
inline thread_local const musasimLaunch* current_launch = nullptr;

// The block's dynamic shared memory.
template <class T>
T* dynamic_shared() {
  return reinterpret_cast<T*>(static_cast<char*>(current_launch->shared_memory) +
                              current_launch->dynamic_shared_offset);
}

// The module's variable of that index, on the launch's device.
template <class T>
T* variable(unsigned index) {
  return static_cast<T*>(current_launch->variables[index]);
}

// Ends the launch with an error, as a failed assert() in a kernel does.
inline void fail(int error) { __atomic_store_n(current_launch->error, error, __ATOMIC_RELAXED); }

}  // namespace builtin

namespace hand {

template <class Body>
void for_each(const uint3& size, uint3& index, Body body) {
  for (index.z = 0; index.z < size.z; ++index.z) {
    for (index.y = 0; index.y < size.y; ++index.y) {
      for (index.x = 0; index.x < size.x; ++index.x) {
        body();
      }
    }
  }
}

template <class F, F function>
struct Kernel {
  using Form = table::Signature<F>;
  static constexpr typename Form::Parameters kParameters{};

  static void entry(const musasimLaunch* launch, void** args) {
    const musasimLaunch* const outer = std::exchange(builtin::current_launch, launch);
    builtin::gridDim = launch->grid;
    builtin::blockDim = launch->block;
    for_each(launch->grid, builtin::blockIdx, [&] {
      for_each(launch->block, builtin::threadIdx, [&] {
        Form::template call<function>(args, std::make_index_sequence<Form::kCount>());
      });
    });
    builtin::current_launch = outer;
  }

  static musasimKernel row(const char* name) {
    musasimKernel kernel{};
    kernel.name = name;
    kernel.entry = entry;
    kernel.host = reinterpret_cast<const void*>(function);
    kernel.parameter_count = Form::kCount;
    kernel.parameters = kParameters.rows;
    return kernel;
  }
};

constexpr unsigned count(std::nullptr_t) { return 0; }
template <class T, std::size_t n>
constexpr unsigned count(const T (&)[n]) {
  return n;
}

}  // namespace hand
}  // namespace musasim

#define MUSASIM_JOIN_(a, b) a##b
#define MUSASIM_JOIN(a, b) MUSASIM_JOIN_(a, b)

// The table's row of a function, which may be an instance of a template.
#define MUSASIM_KERNEL_ROW(...) \
  ::musasim::hand::Kernel<decltype(&__VA_ARGS__), &__VA_ARGS__>::row(#__VA_ARGS__)

// At namespace scope: the function can be launched by its address from now on.
#define MUSASIM_REGISTER_KERNEL(...)                        \
  static const ::musasim::table::Registration MUSASIM_JOIN( \
      musasim_kernel_, __COUNTER__)(MUSASIM_KERNEL_ROW(__VA_ARGS__))

// At namespace scope of a shared object, once: makes it a module for muModuleLoad. Takes arrays of
// musasimKernel and musasimVariable; nullptr when there are none.
#define MUSASIM_EXPORT_MODULE(kernels, variables)                          \
  extern "C" __attribute__((visibility("default")))                        \
  const musasimModule musasim_module = {MUSASIM_KERNEL_ABI,                \
                                        ::musasim::hand::count(kernels),   \
                                        kernels,                           \
                                        ::musasim::hand::count(variables), \
                                        variables,                         \
                                        __FILE__}
