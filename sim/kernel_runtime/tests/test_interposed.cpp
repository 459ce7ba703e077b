// A program that brings functions which the library calls, as one does that is linked with -static-libstdc++: what is
// interrupted there is the library, though the code lies beside that of the kernels.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

std::atomic<bool> g_interrupting{false};
std::atomic<int> g_signals{0};
// Counts calls during which another thread of the block ran and came here, too.
std::atomic<int> g_nested{0};
thread_local volatile int t_depth = 0;

// A call of the C library would put the place of the interrupt there.
void signal_this_thread() {
  if (t_depth != 0) ++g_nested;
  t_depth = t_depth + 1;
  const long process = getpid();
  const long thread = syscall(SYS_gettid);
#if defined(__x86_64__)
  long result = SYS_tgkill;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(process), "S"(thread), "d"(SIGURG)
               : "rcx", "r11", "memory");
#else
  syscall(SYS_tgkill, process, thread, SIGURG);
#endif
  ++g_signals;
  t_depth = t_depth - 1;
}

// Only kernels that take long are interrupted.
void all_meet(int* out) {
  auto body = MUSASIM_BODY {
    volatile int work = threadIdx.x == 0 ? 500000000 : 0;
    while (work > 0) work = work - 1;
    for (int i = 0; i < 3; ++i) __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  };
  kernel<static_cast<void (*)(int*)>(&all_meet), Traits<kFiber>>(body, out);
}

// The signal has a handler from the first interrupt on.
void wait_for_the_last(volatile int* last) {
  auto body = MUSASIM_BODY {
    if (threadIdx.x == blockDim.x - 1) *last = 1;
    while (*last == 0) {
    }
  };
  kernel<static_cast<void (*)(volatile int*)>(&wait_for_the_last), Traits<kFiber>>(body, last);
}

TEST(the_library_is_not_interrupted_in_functions_of_the_program) {
  DeviceArray<int> last(std::vector<int>(1, 0));
  LAUNCH(wait_for_the_last, 1, 2)(last.data());
  EQUAL(finish(), musaSuccess);
  constexpr unsigned kBlocks = 2;
  constexpr unsigned kThreads = 512;  // more fibers than there are
  DeviceArray<int> out(std::vector<int>(kBlocks * kThreads, 0));
  g_interrupting = true;
  LAUNCH(all_meet, kBlocks, kThreads)(out.data());
  const musaError_t error = finish();
  g_interrupting = false;
  EQUAL(error, musaSuccess);
  EQUAL(g_signals > 0, true);
  EQUAL(g_nested, 0);
  EQUAL(out.get() == std::vector<int>(kBlocks * kThreads, 1), true);
}

}  // namespace

void* operator new(std::size_t size) {
  if (g_interrupting) signal_this_thread();
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

TEST_MAIN()
