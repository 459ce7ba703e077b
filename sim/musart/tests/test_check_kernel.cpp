// MUSASIM_CHECK=1 and kernels: they reach live device memory, and nothing else.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "child.h"
#include "gate.h"
#include "machine/library.h"
#include "musa_runtime.h"
#include "musasim/check.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

constexpr int kCount = 1000;

// One test gives it a null pointer, which UBSan would find before the simulator does.
__attribute__((no_sanitize("undefined"))) void add_one(int* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) {
    data[i] += 1;
  }
}
MUSASIM_REGISTER_KERNEL(add_one);

void launch(int* data, int count) {
  void* arguments[] = {&data, &count};
  const unsigned blocks = static_cast<unsigned>(count + 63) / 64;
  musaLaunchKernel(reinterpret_cast<const void*>(add_one), dim3(blocks), dim3(64), arguments, 0,
                   nullptr);
}

int* device_ints() {
  void* pointer = nullptr;
  musaMalloc(&pointer, kCount * sizeof(int));
  musaMemset(pointer, 0, kCount * sizeof(int));
  return static_cast<int*>(pointer);
}

void correct() {
  int* data = device_ints();
  int* pinned = nullptr;
  musaMallocHost(reinterpret_cast<void**>(&pinned), kCount * sizeof(int));
  std::memset(pinned, 0, kCount * sizeof(int));
  for (int i = 0; i < 5; ++i) {
    launch(data, kCount);
  }
  launch(pinned, kCount);
  std::vector<int> host(kCount);
  musaMemcpy(host.data(), data, kCount * sizeof(int), musaMemcpyDeviceToHost);
  if (host[0] != 5 || host[kCount - 1] != 5 || pinned[3] != 1 || musasimCheckReportCount() != 0) {
    std::abort();
  }
  musaFree(data);
  musaFreeHost(pinned);
}

void after_free() {
  int* data = device_ints();
  musaFree(data);
  launch(data, kCount);
  musaDeviceSynchronize();
}

void just_beyond() {
  int* data = device_ints();
  launch(data, kCount + 1);
  musaFree(data);
}

// The kernel uses a pinned buffer that a copy behind it reads.
void pinned_before_copy() {
  int* data = device_ints();
  int* pinned = nullptr;
  musaMallocHost(reinterpret_cast<void**>(&pinned), kCount * sizeof(int));
  std::memset(pinned, 0, kCount * sizeof(int));
  Gate gate;
  gate.hold(nullptr);
  launch(pinned, kCount);
  musaMemcpyAsync(data, pinned, kCount * sizeof(int), musaMemcpyHostToDevice, nullptr);
  gate.open();
  musaDeviceSynchronize();
  int last = 0;
  musaMemcpy(&last, data + kCount - 1, sizeof last, musaMemcpyDeviceToHost);
  if (last != 1) {
    std::abort();
  }
  musaFree(data);
  musaFreeHost(pinned);
}

void far_beyond() {
  launch(device_ints(), 4 * kCount);
  musaDeviceSynchronize();
}

// The memory before it makes an arena, as every program has one that gets this far.
void null() {
  device_ints();
  launch(nullptr, kCount);
  musaDeviceSynchronize();
}

void host_after_kernel() {
  int* data = device_ints();
  launch(data, kCount);
  musaDeviceSynchronize();
  *static_cast<volatile int*>(data) = 1;
}

// Work of a library on `count` ints, as the libraries above the runtime do it.
void work_on(int* data, int count) {
  musasim::launch_work(nullptr, "scale", [data, count] {
    for (int i = 0; i < count; ++i) {
      musasim::backing(data)[i] += 1;
    }
    return musaSuccess;
  });
  musaDeviceSynchronize();
}

void library_correct() {
  int* data = device_ints();
  int* pinned = nullptr;
  musaMallocHost(reinterpret_cast<void**>(&pinned), kCount * sizeof(int));
  std::memset(pinned, 0, kCount * sizeof(int));
  work_on(data, kCount);
  work_on(pinned, kCount);
  int last = 0;
  musaMemcpy(&last, data + kCount - 1, sizeof last, musaMemcpyDeviceToHost);
  if (last != 1 || pinned[kCount - 1] != 1) {
    std::abort();
  }
  musaFree(data);
  musaFreeHost(pinned);
}

void library_after_free() {
  int* data = device_ints();
  musaFree(data);
  work_on(data, kCount);
}

void library_far_beyond() { work_on(device_ints(), 4 * kCount); }

void library_host_memory() {
  int here[2] = {0, 0};
  work_on(here, 2);
}

struct Case {
  const char* name;
  void (*run)();
};

constexpr Case kCases[] = {{"correct", correct},
                           {"after_free", after_free},
                           {"just_beyond", just_beyond},
                           {"pinned_before_copy", pinned_before_copy},
                           {"far_beyond", far_beyond},
                           {"null", null},
                           {"host_after_kernel", host_after_kernel},
                           {"library_correct", library_correct},
                           {"library_after_free", library_after_free},
                           {"library_far_beyond", library_far_beyond},
                           {"library_host_memory", library_host_memory}};

ChildResult run(const std::string& name) {
  Child child({"--case", name}, {"MUSASIM_CHECK=1", "ASAN_OPTIONS=handle_segv=0:handle_sigbus=0",
                                 "TSAN_OPTIONS=handle_segv=0:handle_sigbus=0"});
  return child.finish();
}

void expect(const ChildResult& result, int status, const std::vector<std::string>& words) {
  EQUAL(result.status, status);
  for (const std::string& word : words) {
    if (result.output.find(word) == std::string::npos) {
      ::testing::fail(__FILE__, __LINE__, "no `" + word + "` in:\n" + result.output);
    }
  }
}

}  // namespace

TEST(kernels_reach_device_and_pinned_memory) {
  expect(run("correct"), 0, {});
  expect(run("pinned_before_copy"), 0, {});
}

TEST(a_kernel_that_writes_just_behind_its_memory_is_noticed) {
  expect(run("just_beyond"), 99,
         {"ERROR: overrun: the program wrote beyond an allocation", "musaFree, called from",
          "lies 0 bytes beyond 4000 bytes of device memory", "made by call #",
          "compile it with MUSASIM_CHECK_KERNELS=1 to see its line"});
}

TEST(a_kernel_that_uses_freed_memory_is_reported) {
  expect(run("after_free"), -SIGBUS,
         {"ERROR: use after free: kernel add_one uses memory at", "freed by call #"});
}

TEST(a_kernel_that_leaves_its_memory_is_reported) {
  expect(run("far_beyond"), -SIGBUS,
         {"ERROR: wild access: kernel add_one uses memory at", "bytes beyond 4000 bytes"});
}

TEST(a_kernel_that_uses_a_null_pointer_is_reported) {
  expect(run("null"), -SIGSEGV,
         {"ERROR: wild access: kernel add_one uses memory at", "is not in any allocation",
          "compile it with MUSASIM_CHECK_KERNELS=1 to see its line"});
}

TEST(after_a_kernel_device_memory_is_closed_again) {
  expect(run("host_after_kernel"), -SIGSEGV, {"ERROR: host access: the host writes"});
}

TEST(work_of_a_library_is_checked_as_a_kernel_is) {
  expect(run("library_correct"), 0, {});
  expect(run("library_after_free"), -SIGBUS,
         {"ERROR: use after free: kernel scale uses memory at", "freed by call #"});
  expect(run("library_far_beyond"), -SIGBUS,
         {"ERROR: wild access: kernel scale uses memory at", "bytes beyond 4000 bytes"});
}

TEST(work_of_a_library_on_pageable_memory_is_reported_once) {
  expect(run("library_host_memory"), 99, {"ERROR: host pointer: kernel scale uses"});
}

int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "--case") {
    for (const Case& one : kCases) {
      if (std::strcmp(one.name, argv[2]) == 0) {
        one.run();
      }
    }
    return 0;
  }
  return ::testing::run_all(argc, argv);
}
