// Functions that a compiled .mu file calls: the compiler of .mu files writes each kernel as
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
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "musa_runtime_api.h"
#include "musasim/device/registration.h"
#include "musasim/device/state.h"
#include "musasim/device/static_shared.h"
#include "musasim/device/thread_end.h"
#include "musasim/device/turns.h"
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

// The ways in which a kernel may run. kLoop: the threads of a block run one after the other in a plain loop, and the
// body must not meet a barrier or warp operation, nor wait for another thread, nor call what reads
// threadIdx by itself (assert and printf of musasim do not). Atomics alone do not need kFiber; a loop
// until atomicCAS or atomicExch gives a lock does.
// kApart: blocks use no shared memory, so some of them may run row by row, or turn by turn.
// kOrdered: whoever comes to a turn came to all before, whatever the numbers are; where the last thread of a
// block passes the condition that the body begins with, all pass, and those of blocks before it in x.
// kChecked: it was compiled with checks (checked.h); never with kLoop.
// kFlushing: it takes and makes zeros for denormal numbers.
enum : unsigned { kFiber = 0, kLoop = 1, kApart = 2, kOrdered = 4, kChecked = 8, kFlushing = 16 };

template <unsigned flags, int max_threads = 0>
struct Traits {
  static constexpr bool kIsLoop = (flags & kLoop) != 0;
  static constexpr bool kIsApart = (flags & kApart) != 0;
  static constexpr bool kIsOrdered = (flags & kOrdered) != 0;
  static constexpr bool kIsChecked = (flags & kChecked) != 0;
  static constexpr bool kIsFlushing = (flags & kFlushing) != 0;
  static constexpr int kMaxThreads = max_threads;  // __launch_bounds__; 0: none
};

// Rows of threads of some blocks that are neighbours in x: a row has the same y and z, and the number
// z * blockDim.y + y.
struct Rows {
  uint3 block;  // the first one
  unsigned blocks;
  unsigned begin;
  unsigned end;
};
// Rows that take turns: all their threads come to those before `sure`; how far to ask ahead.
struct RowsOfTurns {
  Rows rows;
  unsigned sure = 0;
  unsigned ahead = 1;
};
constexpr unsigned kMostThreads = 1024;                 // of a block
constexpr unsigned kMostBlocksOfLoop = (1U << 21) - 1;  // in x: numbers of threads fit into an int

// The functions that the runner of a grid calls: one thread, whose indices are set; or rows of threads as loops.
struct GridBody {
  const void* body;
  void (*thread)(const void* body);
  void (*rows)(const void* body, const Rows& rows) = nullptr;
  // A turn of such rows (turns.h); false: there is no other one.
  bool (*turn)(const void* body, RowsOfTurns* rows, unsigned turn) = nullptr;
  bool apart = false;     // blocks may run together
  bool checked = false;   // it was compiled with checks
  bool flushing = false;  // denormal numbers are zeros
  bool heavy = false;     // a thread does what dozens do elsewhere

  bool is_loop() const { return rows != nullptr || turn != nullptr; }
};

// Runs the grid of a launch to its end.
MUSASIM_DEVICE_API void run_grid(const musasimLaunch& launch, const GridBody& grid);

// The machine is about to call the kernel's function, which is to run this launch.
MUSASIM_DEVICE_API void begin_entry(const void* function, const musasimLaunch* launch);
// The running launch; nullptr where the host's code called the function.
MUSASIM_DEVICE_API const musasimLaunch* take_entry(const void* function);

// The configuration between <<< and >>>. Not 0: an error, which musaGetLastError() tells.
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
  until_end([&]() __attribute__((always_inline)) {
    run_body<Guard>(static_cast<const Work<Body, Guard>*>(work)->body, thread, block, block_size,
                    grid_size, false);
  });
}

// Calls what(thread, block, block_size, grid_size) for the threads of a row, one after the other. That they
// do not depend on each other is what a kernel is.
template <class What>
__attribute__((always_inline)) inline void for_row(const uint3& block, unsigned y, unsigned z,
                                                   const dim3& block_size, const dim3& grid_size,
                                                   What what) {
  if (block.x > kMostBlocksOfLoop) {
    __builtin_unreachable();
  }
  blockIdx = block;
  MUSASIM_INDEPENDENT
  for (unsigned x = 0; x < block_size.x; ++x) {
    const uint3 thread = {x, y, z};
    what(thread, block, block_size, grid_size);
  }
}

// The same for rows, in the order in which they probably lie in memory. The ranges let the compiler see that
// numbers of threads do not wrap, so that neighbours use neighbouring memory.
// Until `enough` says so behind a row of all blocks.
template <class What, class Enough>
__attribute__((always_inline)) inline void for_rows_until(const Rows rows, What what,
                                                          Enough enough) {
  const dim3 block_size = blockDim;
  const dim3 grid_size = gridDim;
  if (block_size.x > kMostThreads || rows.block.x + rows.blocks - 1 > kMostBlocksOfLoop) {
    __builtin_unreachable();
  }
  unsigned y = rows.begin % block_size.y;
  unsigned z = rows.begin / block_size.y;
  for (unsigned row = rows.begin; row < rows.end; ++row) {
    for (unsigned number = 0; number < rows.blocks; ++number) {
      const uint3 block = {rows.block.x + number, rows.block.y, rows.block.z};
      for_row(block, y, z, block_size, grid_size, what);
    }
    if (enough()) return;
    if (++y == block_size.y) {
      y = 0;
      ++z;
    }
  }
}

template <class What>
__attribute__((always_inline)) inline void for_rows(const Rows& rows, What what) {
  for_rows_until(rows, what, [] { return false; });
}

// Wide vectors can be stored in part, which a condition needs.
template <bool passes, class Guard, class Body>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) void run_bodies(const Body& body, const Rows& rows) {
  const Body shared(body);
  for_rows(rows, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                     const dim3& grid_size) __attribute__((always_inline)) {
    run_body<Guard>(shared, thread, block, block_size, grid_size, passes);
  });
}

template <class Guard>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) bool all_pass(const Guard& guard, const Rows& rows) {
  const Guard shared(guard);
  unsigned failed = 0;
  for_rows_until(
      rows,
      [&](const uint3& thread, const uint3& block, const dim3& block_size, const dim3& grid_size)
          __attribute__((always_inline)) {
            failed += shared(thread, block, block_size, grid_size) ? 0 : 1;
          },
      [&] { return failed != 0; });
  return failed == 0;
}

// The last one of all.
template <class Guard>
bool last_passes(const Guard& guard, const Rows& rows) {
  const Guard own(guard);
  const unsigned row = rows.end - 1;
  const uint3 thread = {blockDim.x - 1, row % blockDim.y, row / blockDim.y};
  const uint3 block = {rows.block.x + rows.blocks - 1, rows.block.y, rows.block.z};
  return own(thread, block, blockDim, gridDim);
}

template <class Body, class Guard, bool ordered>
void run_rows(const void* pointer, const Rows& rows);

// Few blocks have threads that do not pass.
template <class Body, class Guard, bool ordered>
void run_halves(const void* pointer, const Rows& rows) {
  const unsigned half = rows.blocks / 2;
  const uint3 behind = {rows.block.x + half, rows.block.y, rows.block.z};
  run_rows<Body, Guard, ordered>(pointer, {rows.block, half, rows.begin, rows.end});
  run_rows<Body, Guard, ordered>(pointer, {behind, rows.blocks - half, rows.begin, rows.end});
}

template <class Body, class Guard, bool ordered>
void run_rows(const void* pointer, const Rows& rows) {
  const auto& work = *static_cast<const Work<Body, Guard>*>(pointer);
  if constexpr (!std::is_same_v<Guard, NoGuard>) {
    if (ordered ? last_passes(work.guard, rows) : all_pass(work.guard, rows)) {
      return run_bodies<true, Guard>(work.body, rows);
    }
    if (rows.blocks > 1) return run_halves<Body, Guard, ordered>(pointer, rows);
    if (rows.end - rows.begin > 1) {
      for (unsigned row = rows.begin; row < rows.end; ++row) {
        run_rows<Body, Guard, ordered>(pointer, {rows.block, 1, row, row + 1});
      }
      return;
    }
  }
  run_bodies<false, Guard>(work.body, rows);
}

// The body of a kernel that is one loop of turns, and what tells whether a thread comes to a turn.
template <class Body, class Test>
struct TurnWork {
  const Body& body;
  const Test& test;
};

template <class Body, class Test>
void run_thread_of_turns(const void* work) {
  until_end([&] {
    Turn turn(Turn::What::kRest, 0);
    Body own(static_cast<const TurnWork<Body, Test>*>(work)->body);
    own(threadIdx, blockIdx, blockDim, gridDim, turn);
  });
}

// The number of threads that do not come to a turn; a number above all threads means that it is not known.
template <class Test>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) unsigned missing_at(const Test& test,
                                                                   const Rows& rows,
                                                                   unsigned number) {
  const Test shared(test);
  unsigned missing = 0;
  for_rows(rows, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                     const dim3& grid_size) __attribute__((always_inline)) {
    Turn turn(Turn::What::kAsk, number);
    missing += shared(thread, block, block_size, grid_size, turn);
  });
  return missing;
}

// The threads of a block that have no turns left.
class Ended {
 public:
  bool any() const { return any_; }
  bool has(const uint3& thread) const { return any_ && threads_[number(thread)]; }
  void add(const uint3& thread) {
    if (!any_) {
      any_ = true;
      std::memset(threads_, 0, sizeof threads_);
    }
    threads_[number(thread)] = true;
  }

 private:
  static unsigned number(const uint3& thread) {
    return (thread.z * blockDim.y + thread.y) * blockDim.x + thread.x;
  }

  bool any_ = false;
  bool threads_[kMostThreads];
};

template <class Body>
MUSASIM_WIDE_VECTORS __attribute__((noinline)) void run_turn(const Body& body, const Rows& rows,
                                                             unsigned number, Ended* ended) {
  const Body shared(body);
  for_rows(rows, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                     const dim3& grid_size) __attribute__((always_inline)) {
    Turn turn(Turn::What::kOne, number);
    Body own(shared);
    own(thread, block, block_size, grid_size, turn);
    if (turn.ended()) ended->add(thread);
  });
}

template <class Body>
__attribute__((noinline)) void run_rest(const Body& body, const Rows& rows, unsigned number,
                                        const Ended& ended) {
  for_rows(rows, [&](const uint3& thread, const uint3& block, const dim3& block_size,
                     const dim3& grid_size) __attribute__((always_inline)) {
    if (ended.has(thread)) return;
    Turn turn(Turn::What::kRest, number);
    Body own(body);
    own(thread, block, block_size, grid_size, turn);
  });
}

// The number of threads that miss the turn. When all come, they also come to those before `sure` then.
template <bool ordered, class Test>
unsigned ask(const Test& test, RowsOfTurns* rows, unsigned number) {
  constexpr unsigned kMostAhead = 64;
  if (ordered && rows->ahead > 1) {
    if (missing_at(test, rows->rows, number + rows->ahead - 1) == 0) {
      rows->sure = number + rows->ahead;
      rows->ahead = rows->ahead < kMostAhead ? 2 * rows->ahead : kMostAhead;
      return 0;
    }
    rows->ahead = 0;
  }
  const unsigned missing = missing_at(test, rows->rows, number);
  if (missing == 0) {
    rows->sure = number + 1;
    rows->ahead *= 2;
  }
  return missing;
}

// As long as all threads of the rows come, they take turns; then each goes its own way.
template <class Body, class Test, bool ordered>
bool run_turn_of_rows(const void* pointer, RowsOfTurns* rows, unsigned number) {
  const auto& work = *static_cast<const TurnWork<Body, Test>*>(pointer);
  const unsigned missing = number < rows->sure ? 0 : ask<ordered>(work.test, rows, number);
  if (missing == (rows->rows.end - rows->rows.begin) * blockDim.x) return false;
  Ended ended;
  if (missing == 0) {
    run_turn(work.body, rows->rows, number, &ended);
    if (!ended.any()) return true;
    ++number;
  }
  run_rest(work.body, rows->rows, number, ended);
  return false;
}

template <auto function, class Traits, class Body>
struct Registered {
  using Form = table::Signature<decltype(function)>;
  static constexpr typename Form::Parameters kParameters{};
  static const musasimKernel row;

  // Runs when the program or library is loaded, for each kernel by itself: as static objects, thousands of
  // registrations would share a function, and g++ takes time by the square of the pointers in one.
  __attribute__((constructor, used)) static void enroll() {
    static KernelRegistration registration{row, MUSASIM_NAMING(Body, function)};
    StaticShared<function>::count_in(registration.static_shared_bytes());
  }

  static const void* host() { return reinterpret_cast<const void*>(function); }

  static void entry(const musasimLaunch* launch, void** args) {
    begin_entry(host(), launch);
    Form::template call<function>(args, std::make_index_sequence<Form::kCount>());
  }
};

// Without what is known when the program runs: its name, and the shared memory of a block.
template <auto function, class Traits, class Body>
const musasimKernel Registered<function, Traits, Body>::row = {
    nullptr,
    entry,
    reinterpret_cast<const void*>(function),
    Form::kCount,
    kParameters.rows,
    0,
    0,
    0,
    0,
    Traits::kMaxThreads};

// No cast makes a void* of the address of a pointer that is __restrict__ in clang and in g++ -pedantic.
template <class T>
void* address_of(T& parameter) {
  const auto address = std::addressof(parameter);
  void* copy;
  std::memcpy(&copy, &address, sizeof(copy));
  return copy;
}

template <auto function, class... Parameter>
void launch(const void* host, Parameter&... parameters) {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  musaStream_t stream = nullptr;
  if (__musaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) != musaSuccess) {
    return;
  }
  void* addresses[sizeof...(Parameter) + 1] = {address_of(parameters)..., nullptr};
  void* arguments[sizeof...(Parameter) + 1] = {};
  for (std::size_t i = 0; i < sizeof...(Parameter); ++i) {
    const bool reference = table::Signature<decltype(function)>::kIsReference[i];
    arguments[i] = reference ? static_cast<void*>(&addresses[i]) : addresses[i];
  }
  musaLaunchKernel(host, grid, block, arguments, shared_bytes, stream);
}

}  // namespace glue
#pragma GCC visibility pop

// The function was called: by the machine, which has the grid run, or by the host.
template <auto function, class Traits, class Body, class... Parameter>
void run_or_launch(const GridBody& grid, Parameter&... parameters) {
  using Registered = glue::Registered<function, Traits, Body>;
  (void)&Registered::enroll;
  if (const musasimLaunch* const launch = take_entry(Registered::host())) {
    run_grid(*launch, grid);
  } else {
    glue::launch<function>(Registered::host(), parameters...);
  }
}

// `guard` says whether a thread passes the condition that the body begins with; it has no effects. Where
// all threads of a row pass, the body is told so by a fifth argument and need not ask.
template <auto function, class Traits, class Body, class Guard, class... Parameter>
void guarded_kernel(const Body& body, const Guard& guard, Parameter&... parameters) {
  const glue::Work<Body, Guard> work = {body, guard};
  GridBody grid = {&work, glue::run_thread<Body, Guard>};
  if constexpr (Traits::kIsLoop) grid.rows = glue::run_rows<Body, Guard, Traits::kIsOrdered>;
  grid.apart = Traits::kIsApart;
  grid.checked = Traits::kIsChecked;
  grid.flushing = Traits::kIsFlushing;
  run_or_launch<function, Traits, Body>(grid, parameters...);
}

template <auto function, class Traits, class Body, class... Parameter>
void kernel(const Body& body, Parameter&... parameters) {
  guarded_kernel<function, Traits>(body, glue::NoGuard(), parameters...);
}

// The body is a loop that threads take turns of; `test` says whether a thread comes to a turn.
template <auto function, class Traits, class Body, class Test, class... Parameter>
void turning_kernel(const Body& body, const Test& test, Parameter&... parameters) {
  const glue::TurnWork<Body, Test> work = {body, test};
  GridBody grid = {&work, glue::run_thread_of_turns<Body, Test>};
  grid.turn = glue::run_turn_of_rows<Body, Test, Traits::kIsOrdered>;
  grid.apart = Traits::kIsApart;
  grid.flushing = Traits::kIsFlushing;
  run_or_launch<function, Traits, Body>(grid, parameters...);
}

}  // namespace musasim::device
