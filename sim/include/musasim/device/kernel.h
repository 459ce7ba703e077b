// What a compiled .mu file calls: the compiler of .mu files writes each kernel as
//
//   template <class T, int N> void k(T* p, int n) {
//     auto musasim_body = [=](const uint3& threadIdx, const uint3& blockIdx, const dim3& blockDim,
//                             const dim3& gridDim) mutable -> void { ...the kernel's body... };
//     ::musasim::device::kernel<static_cast<void (*)(T*, int)>(&k<T, N>),
//                               ::musasim::device::Traits<::musasim::device::kFiber, 256>>(
//         musasim_body, p, n);
//   }
//
// and each launch  k<<<grid, block, shared, stream>>>(p, n)  as
//
//   (::musasim::device::configure(grid, block, shared, stream) ? (void)0 : k(p, n))
//
// So a kernel's function is what the host calls to launch it, and what the machine calls to run it:
// kernel() tells the two apart. A kernel is registered when the program or library that holds it is
// loaded. Compile with -fno-gnu-unique, or a library of kernels cannot be unloaded; with -O3 and
// -fno-trapping-math, or loops with a condition stay scalar; with -fstack-clash-protection, or a large
// local array may step over the page that ends a thread's stack.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "musa_runtime_api.h"
#include "musasim/device/state.h"
#include "musasim/kernel_table.h"

namespace musasim::device {

#if defined(__clang__)
#define MUSASIM_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define MUSASIM_INDEPENDENT _Pragma("GCC ivdep")
#endif

#if defined(__x86_64__) && !defined(__AVX2__)
#define MUSASIM_WIDE_VECTORS __attribute__((target("avx2")))
#else
#define MUSASIM_WIDE_VECTORS
#endif

// How a kernel may run. kLoop: the threads of a block run one after the other in a plain loop, and the
// body must not meet a barrier or warp operation, nor wait for another thread, nor call what reads
// threadIdx by itself (assert and printf of musasim do not). Atomics alone do not need kFiber; a loop
// until atomicCAS or atomicExch gives a lock does.
enum : unsigned { kFiber = 0, kLoop = 1 };

template <unsigned flags, int max_threads = 0, std::size_t shared_bytes = 0>
struct Traits {
  static constexpr bool kIsLoop = (flags & kLoop) != 0;
  static constexpr int kMaxThreads = max_threads;            // __launch_bounds__; 0: none
  static constexpr std::size_t kSharedBytes = shared_bytes;  // static ones of a block
};

// Threads of a block with the same y and z.
struct Row {
  uint3 block;
  unsigned y;
  unsigned z;
};
constexpr unsigned kMostThreads = 1024;                 // of a row
constexpr unsigned kMostBlocksOfLoop = (1U << 21) - 1;  // in x: numbers of threads fit into an int

// What runs a grid calls: one thread, whose indices are set; or a row of threads as a loop.
struct GridBody {
  const void* body;
  void (*thread)(const void* body);
  void (*row)(const void* body, const Row& row);  // or nullptr
};

// Runs the grid of a launch to its end.
MUSASIM_DEVICE_API void run_grid(const musasimLaunch& launch, const GridBody& grid);

// The machine is about to call the kernel's function, which is to run this launch.
MUSASIM_DEVICE_API void begin_entry(const void* function, const musasimLaunch* launch);
// That launch; nullptr: the function was called by the host's code.
MUSASIM_DEVICE_API const musasimLaunch* take_entry(const void* function);

// The name of a function as the linker knows it, from the name of a type that is local to it.
MUSASIM_DEVICE_API std::string function_of_local(const char* type);

// What stands between <<< and >>>. Not 0: an error, which musaGetLastError() tells.
inline unsigned configure(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                          musaStream_t stream = nullptr) {
  return __musaPushCallConfiguration(grid, block, shared_bytes, stream);
}

// Everything below is made once for each kernel. Hidden: each library has its own.
#pragma GCC visibility push(hidden)
namespace glue {

// A kernel's body with its guard, if it has one.
struct NoGuard {};
template <class Body, class Guard>
struct Work {
  const Body& body;
  const Guard& guard;
};

// The body of one thread, on its own copy of the parameters.
template <class Guard, class Body>
__attribute__((always_inline)) inline void run_body(const Body& body, const uint3& thread,
                                                    const uint3& block, const dim3& block_size,
                                                    const dim3& grid_size, bool passes) {
  Body own(body);
  if constexpr (std::is_same_v<Guard, NoGuard>) {
    own(thread, block, block_size, grid_size);
  } else {
    own(thread, block, block_size, grid_size, passes);
  }
}

template <class Body, class Guard>
void run_thread(const void* work) {
  const uint3 thread = threadIdx;
  const uint3 block = blockIdx;
  const dim3 block_size = blockDim;
  const dim3 grid_size = gridDim;
  run_body<Guard>(static_cast<const Work<Body, Guard>*>(work)->body, thread, block, block_size,
                  grid_size, false);
}

// Calls what(thread, block, block_size, grid_size) for the threads of a row, one after the other. The
// ranges let the compiler see that their numbers do not wrap, so that neighbours use neighbouring memory;
// that they do not depend on each other is what a kernel is.
template <class What>
__attribute__((always_inline)) inline void for_row(const Row& row, What what) {
  const dim3 block_size = blockDim;
  const dim3 grid_size = gridDim;
  const uint3 block = row.block;
  if (block_size.x > kMostThreads || block.x > kMostBlocksOfLoop) {
    __builtin_unreachable();
  }
  const unsigned y = row.y;
  const unsigned z = row.z;
  MUSASIM_INDEPENDENT
  for (unsigned x = 0; x < block_size.x; ++x) {
    const uint3 thread = {x, y, z};
    what(thread, block, block_size, grid_size);
  }
}

// Wide vectors can be stored in part, which a condition needs.
template <bool passes, class Guard, class Body>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) void run_bodies(const Body& body, const Row& row) {
  const Body shared(body);
  for_row(row, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                   const dim3& grid_size) __attribute__((always_inline)) {
    run_body<Guard>(shared, thread, block, block_size, grid_size, passes);
  });
}

template <class Guard>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) bool all_pass(const Guard& guard, const Row& row) {
  const Guard shared(guard);
  unsigned failed = 0;
  for_row(row, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                   const dim3& grid_size) __attribute__((always_inline)) {
    failed += shared(thread, block, block_size, grid_size) ? 0 : 1;
  });
  return failed == 0;
}

template <class Body, class Guard>
void run_row(const void* pointer, const Row& row) {
  const auto& work = *static_cast<const Work<Body, Guard>*>(pointer);
  if constexpr (!std::is_same_v<Guard, NoGuard>) {
    if (all_pass(work.guard, row)) {
      return run_bodies<true, Guard>(work.body, row);
    }
  }
  run_bodies<false, Guard>(work.body, row);
}

template <auto function, class Traits, class Body>
struct Registered {
  using Form = table::Signature<decltype(function)>;
  static constexpr typename Form::Parameters kParameters{};
  static const table::Registration registration;

  static const void* host() { return reinterpret_cast<const void*>(function); }

  static void entry(const musasimLaunch* launch, void** args) {
    begin_entry(host(), launch);
    Form::template call<function>(args, std::make_index_sequence<Form::kCount>());
  }

  static musasimKernel row() {
    static const std::string name = function_of_local(typeid(Body).name());
    musasimKernel kernel{};
    kernel.name = name.c_str();
    kernel.entry = entry;
    kernel.host = host();
    kernel.parameter_count = Form::kCount;
    kernel.parameters = kParameters.rows;
    kernel.static_shared_bytes = Traits::kSharedBytes;
    kernel.max_threads_per_block = Traits::kMaxThreads;
    return kernel;
  }
};

template <auto function, class Traits, class Body>
const table::Registration Registered<function, Traits, Body>::registration{row()};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
// Of a pointer that is __restrict__, clang lets no other cast make a void*.
template <class T>
void* address_of(T& parameter) {
  return (void*)std::addressof(parameter);
}
#pragma GCC diagnostic pop

template <class... Parameter>
void launch(const void* function, Parameter&... parameters) {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  musaStream_t stream = nullptr;
  if (__musaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) != musaSuccess) {
    return;
  }
  void* arguments[sizeof...(Parameter) + 1] = {address_of(parameters)..., nullptr};
  musaLaunchKernel(function, grid, block, arguments, shared_bytes, stream);
}

}  // namespace glue
#pragma GCC visibility pop

// `guard` says whether a thread passes the condition that the body begins with; it has no effects. Where
// all threads of a row pass, the body is told so by a fifth argument and need not ask.
template <auto function, class Traits, class Body, class Guard, class... Parameter>
void guarded_kernel(const Body& body, const Guard& guard, Parameter&... parameters) {
  const void* const host = glue::Registered<function, Traits, Body>::host();
  (void)&glue::Registered<function, Traits, Body>::registration;
  if (const musasimLaunch* const launch = take_entry(host)) {
    const glue::Work<Body, Guard> work = {body, guard};
    GridBody grid = {&work, glue::run_thread<Body, Guard>, nullptr};
    if constexpr (Traits::kIsLoop) {
      grid.row = glue::run_row<Body, Guard>;
    }
    run_grid(*launch, grid);
  } else {
    glue::launch(host, parameters...);
  }
}

template <auto function, class Traits, class Body, class... Parameter>
void kernel(const Body& body, Parameter&... parameters) {
  guarded_kernel<function, Traits>(body, glue::NoGuard(), parameters...);
}

}  // namespace musasim::device
