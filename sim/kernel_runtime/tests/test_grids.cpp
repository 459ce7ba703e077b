// Grids: cooperative launches, streams and devices at the same time, graphs, forked children, deep stacks.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kernel_runtime/tests/as_compiled.h"
#include "musasim/device/atomic.h"
#include "musasim/device/warp.h"

using namespace musasim::device;
using namespace musasim::testing;

namespace {

const int kEnvironment = setenv("MUSASIM_DEVICES", "3", 1);

// Each round adds up what all blocks wrote in the round before.
void rounds(int* values, int count) {
  auto body = MUSASIM_BODY {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned all = gridDim.x * blockDim.x;
    for (int round = 0; round < count; ++round) {
      const int next = values[(i + blockDim.x) % all] + 1;
      grid_barrier();
      values[i] = next;
      grid_barrier();
    }
  };
  kernel<static_cast<void (*)(int*, int)>(&rounds), Traits<kFiber>>(body, values, count);
}

TEST(all_blocks_of_a_cooperative_grid_meet) {
  constexpr int kBlocks = 24;
  constexpr int kThreads = 64;
  DeviceArray<int> values(std::vector<int>(kBlocks * kThreads, 0));
  int* data = values.data();
  int count = 20;
  void* arguments[] = {&data, &count};
  EQUAL(musaLaunchCooperativeKernel(reinterpret_cast<const void*>(&rounds), kBlocks, kThreads,
                                    arguments, 0, nullptr),
        musaSuccess);
  EQUAL(finish(), musaSuccess);
  EQUAL(values.get() == std::vector<int>(kBlocks * kThreads, count), true);
}

// Waits until the other kernel has come.
void meet(int* mine, int* other) {
  auto body = MUSASIM_BODY {
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicExch(mine, 1);
      while (atomicAdd(other, 0) == 0) {
      }
    }
    __syncthreads();
  };
  kernel<static_cast<void (*)(int*, int*)>(&meet), Traits<kFiber>>(body, mine, other);
}

TEST(kernels_of_two_streams_run_at_once) {
  DeviceArray<int> flags(std::vector<int>{0, 0});
  musaStream_t streams[2];
  for (musaStream_t& stream : streams) {
    EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  }
  LAUNCH(meet, 8, 256, 0, streams[0])(flags.data(), flags.data() + 1);
  LAUNCH(meet, 8, 256, 0, streams[1])(flags.data() + 1, flags.data());
  EQUAL(finish(), musaSuccess);
  for (const musaStream_t stream : streams) {
    EQUAL(musaStreamDestroy(stream), musaSuccess);
  }
}

void add_block(int* sum) {
  auto body = MUSASIM_BODY {
    if (__syncthreads_count(threadIdx.x % 3 == 0) != 0 && threadIdx.x == 0) {
      atomicAdd(sum, static_cast<int>(blockIdx.x));
    }
  };
  kernel<static_cast<void (*)(int*)>(&add_block), Traits<kFiber>>(body, sum);
}

TEST(kernels_of_several_devices_run_at_once) {
  std::vector<int*> sums;
  for (int device = 0; device < 3; ++device) {
    EQUAL(musaSetDevice(device), musaSuccess);
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, sizeof(int)), musaSuccess);
    EQUAL(musaMemset(memory, 0, sizeof(int)), musaSuccess);
    sums.push_back(static_cast<int*>(memory));
    LAUNCH(add_block, 1000, 96)(sums.back());
  }
  for (int device = 0; device < 3; ++device) {
    EQUAL(musaSetDevice(device), musaSuccess);
    int sum = 0;
    EQUAL(musaMemcpy(&sum, sums[static_cast<std::size_t>(device)], sizeof sum,
                     musaMemcpyDeviceToHost),
          musaSuccess);
    EQUAL(sum, 999 * 1000 / 2);
    EQUAL(musaFree(sums[static_cast<std::size_t>(device)]), musaSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(a_graph_replays_kernels) {
  DeviceArray<int> sum(std::vector<int>{0});
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal), musaSuccess);
  LAUNCH(add_block, 10, 32, 0, stream)(sum.data());
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  musaGraphExec_t exec = nullptr;
  EQUAL(musaGraphInstantiate(&exec, graph, 0), musaSuccess);
  for (int i = 0; i < 5; ++i) {
    EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  }
  EQUAL(finish(), musaSuccess);
  EQUAL(sum.get()[0], 5 * 45);
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

__attribute__((noinline)) int fill(volatile char* room, int size) {
  for (int i = 0; i < size; ++i) {
    room[i] = static_cast<char>(i);
  }
  __syncthreads();
  return room[size - 1];
}

void deep(int* out) {
  auto body = MUSASIM_BODY {
    char room[128 << 10];
    out[threadIdx.x] = fill(room, sizeof room);
  };
  kernel<static_cast<void (*)(int*)>(&deep), Traits<kFiber>>(body, out);
}

TEST(threads_have_room_for_large_arrays) {
  DeviceArray<int> out(std::vector<int>(64, 0));
  LAUNCH(deep, 1, 64)(out.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == std::vector<int>(64, -1), true);
}

void use_dynamic(int* out) {
  auto body = MUSASIM_BODY {
    int* const shared = static_cast<int*>(dynamic_shared());
    shared[threadIdx.x] = static_cast<int>(threadIdx.x + blockIdx.x);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
  };
  kernel<static_cast<void (*)(int*)>(&use_dynamic), Traits<kFiber>>(body, out);
}

TEST(dynamic_shared_memory_is_the_blocks_own) {
  DeviceArray<int> out(std::size_t{200} * 128);
  LAUNCH(use_dynamic, 200, 128, 128 * sizeof(int))(out.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == made<int>(200 * 128, [](std::size_t i) { return i / 128 + 127 - i % 128; }),
        true);
}

// The variables stay while threads wait.
void wide(int* out) {
  auto body = MUSASIM_BODY {
    char room[768 << 10];
    const int sum = fill(room, sizeof room);
    __syncthreads();
    out[threadIdx.x] = sum + room[threadIdx.x];
  };
  kernel<static_cast<void (*)(int*)>(&wide), Traits<kFiber>>(body, out);
}

TEST(threads_that_wait_have_room_for_their_variables) {
  DeviceArray<int> out(std::vector<int>(64, 0));
  LAUNCH(deep, 1, 64)(out.data());  // leaves smaller stacks
  LAUNCH(wide, 1, 64)(out.data());
  EQUAL(finish(), musaSuccess);
  EQUAL(out.get() == made<int>(64, [](std::size_t i) { return static_cast<int>(i % 128) - 1; }),
        true);
}

__attribute__((noinline)) int fill_much() {
  char room[512 << 10];
  return fill(room, sizeof room);
}

void too_deep(int* out) {
  auto body = MUSASIM_BODY {
    __syncthreads();
    out[threadIdx.x] = fill_much();
  };
  kernel<static_cast<void (*)(int*)>(&too_deep), Traits<kFiber>>(body, out);
}

TEST(a_thread_that_needs_more_room_is_told_so) {
  int ends[2];
  EQUAL(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    execl("/proc/self/exe", "test", "too_deep", nullptr);
    _exit(1);
  }
  close(ends[1]);
  std::string text;
  char piece[256];
  for (ssize_t count = 0; (count = read(ends[0], piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  EQUAL(waitpid(child, &status, 0), child);
  EQUAL(status != 0, true);  // by the signal; a sanitizer catches that
  EQUAL(text.find("too_deep") != std::string::npos, true);
  EQUAL(text.find("needs more stack than the 256 KiB") != std::string::npos, true);
}

// The parent has used the pool; the child's launches must not wait for its threads.
TEST(a_forked_child_does_not_hang) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    LAUNCH(use_dynamic, 1, 1, 128)(nullptr);
    _exit(musaGetLastError() == musaSuccess ? 1 : 0);
  }
  int status = 0;
  EQUAL(waitpid(child, &status, 0), child);
  EQUAL(WIFEXITED(status), true);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "too_deep") == 0) {
    void* out = nullptr;
    musaMalloc(&out, 64 * sizeof(int));
    LAUNCH(too_deep, 1, 64)(static_cast<int*>(out));
    return finish() == musaSuccess ? 0 : 2;
  }
  return ::testing::run_all(argc, argv);
}
