// Each kind of fault as a program meets it: the error it gets, and that what the fault does not
// touch goes on. Every case is a process of its own, since broken devices stay broken.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "musa_runtime.h"
#include "musasim/faults.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

void add_one(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
void add_two(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 2; }

MUSASIM_REGISTER_KERNEL(add_one);
MUSASIM_REGISTER_KERNEL(add_two);

constexpr std::size_t kCount = 64;
constexpr std::size_t kBytes = kCount * sizeof(int);

// Runs the case in a child that has used no device before, with two devices and these rules.
template <class Case>
void in_process(const char* rules, Case body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    setenv("MUSASIM_DEVICES", "2", 1);
    setenv("MUSASIM_FAULTS", rules, 1);
    ::testing::failures = 0;
    body();
    std::fflush(stdout);
    _exit(::testing::failures == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  EQUAL(status, 0);
}

int* device_ints() {
  int* data = nullptr;
  EQUAL(musaMalloc(reinterpret_cast<void**>(&data), kBytes), musaSuccess);
  EQUAL(musaMemset(data, 0, kBytes), musaSuccess);
  return data;
}

musaError_t launch(const void* kernel, int* data) {
  void* args[] = {&data};
  return musaLaunchKernel(kernel, dim3(1), dim3(kCount), args, 0, nullptr);
}

// The device computes: memory, kernel and copies do what they should.
void check_works() {
  int* data = device_ints();
  EQUAL(launch(reinterpret_cast<const void*>(add_two), data), musaSuccess);
  std::vector<int> host(kCount);
  EQUAL(musaMemcpy(host.data(), data, kBytes, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(host[kCount - 1], 2);
  EQUAL(musaFree(data), musaSuccess);
}

// All that a program may try on a broken device gives the error, again and again.
void check_broken(musaError_t error) {
  void* memory = nullptr;
  EQUAL(musaDeviceSynchronize(), error);
  EQUAL(musaMalloc(&memory, 16), error);
  EQUAL(musaGetLastError(), error);
  EQUAL(musaGetLastError(), error);
  EQUAL(musaSetDevice(1), musaSuccess);
  check_works();
  EQUAL(musaGetLastError(), musaSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaDeviceSynchronize(), error);
}

}  // namespace

TEST(allocation_failures_after_some_calls) {
  in_process("alloc:after=2,times=1", [] {
    void* memory[4] = {};
    EQUAL(musaMalloc(&memory[0], 1024), musaSuccess);
    EQUAL(musaMalloc(&memory[1], 1024), musaSuccess);
    EQUAL(musaMalloc(&memory[2], 1024), musaErrorMemoryAllocation);
    EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
    EQUAL(musaGetLastError(), musaSuccess);
    EQUAL(musaMalloc(&memory[3], 1024), musaSuccess);
    check_works();
  });
}

TEST(allocation_failures_above_a_size) {
  in_process("alloc:above=1M,device=0", [] {
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, (1 << 20) + 1), musaErrorMemoryAllocation);
    EQUAL(musaMalloc(&memory, 1 << 20), musaSuccess);
    EQUAL(musaSetDevice(1), musaSuccess);
    EQUAL(musaMalloc(&memory, 2 << 20), musaSuccess);
    check_works();
  });
}

TEST(illegal_access_in_a_named_kernel) {
  in_process("kernel:name=add_one,after=1", [] {
    int* data = device_ints();
    EQUAL(launch(reinterpret_cast<const void*>(add_one), data), musaSuccess);
    EQUAL(musaDeviceSynchronize(), musaSuccess);
    check_works();
    EQUAL(launch(reinterpret_cast<const void*>(add_one), data), musaSuccess);
    EQUAL(musaDeviceSynchronize(), musaErrorIllegalAddress);
    check_broken(musaErrorIllegalAddress);
  });
}

TEST(a_device_lost_after_some_calls) {
  in_process("device_lost:device=0,after=3", [] {
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, 16), musaSuccess);
    EQUAL(musaMalloc(&memory, 16), musaSuccess);
    EQUAL(musaMalloc(&memory, 16), musaSuccess);
    check_broken(musaErrorDevicesUnavailable);
  });
}

TEST(a_device_lost_after_a_time) {
  in_process("device_lost:device=0,after_ms=500", [] {
    EQUAL(musaDeviceSynchronize(), musaSuccess);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    check_broken(musaErrorDevicesUnavailable);
  });
}

TEST(a_device_lost_while_it_works) {
  in_process("device_lost:device=0,after_ms=300", [] {
    int done = 0;
    const auto work = [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(600)); };
    const auto more = [](void* flag) { *static_cast<int*>(flag) = 1; };
    EQUAL(musaLaunchHostFunc(nullptr, work, nullptr), musaSuccess);
    EQUAL(musaLaunchHostFunc(nullptr, more, &done), musaSuccess);
    EQUAL(musaDeviceSynchronize(), musaErrorDevicesUnavailable);
    EQUAL(done, 0);
    check_broken(musaErrorDevicesUnavailable);
  });
}

TEST(a_slow_copy) {
  in_process("copy:direction=d2h,delay_ms=80,times=1", [] {
    int* data = device_ints();
    std::vector<int> host(kCount, 7);
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    EQUAL(musaMemcpy(host.data(), data, kBytes, musaMemcpyDeviceToHost), musaSuccess);
    CHECK(Clock::now() - start >= std::chrono::milliseconds(80));
    EQUAL(host[0], 0);
    check_works();
  });
}

TEST(a_failing_copy) {
  in_process("copy:direction=h2d,above=1K", [] {
    check_works();
    std::vector<char> host(4096, 1);
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, host.size()), musaSuccess);
    EQUAL(musaMemcpy(memory, host.data(), 512, musaMemcpyHostToDevice), musaSuccess);
    EQUAL(musaMemcpy(memory, host.data(), host.size(), musaMemcpyHostToDevice),
          musaErrorECCUncorrectable);
    check_broken(musaErrorECCUncorrectable);
  });
}

TEST(faults_by_the_api) {
  in_process("", [] {
    check_works();
    EQUAL(musasimSetFaults("alloc:times=1", nullptr, 0), 0);
    void* memory = nullptr;
    EQUAL(musaMalloc(&memory, 16), musaErrorMemoryAllocation);
    EQUAL(musasimFaultCount(), 1u);
    EQUAL(musasimSetFaults("", nullptr, 0), 0);
    check_works();
  });
}

TEST(a_repaired_device_works_again) {
  in_process("kernel:name=add_one", [] {
    int* data = device_ints();
    EQUAL(launch(reinterpret_cast<const void*>(add_one), data), musaSuccess);
    EQUAL(musaMemcpyAsync(data, data, 1, musaMemcpyDeviceToDevice, nullptr), musaSuccess);
    EQUAL(musasimRepairDevices(), musaErrorIllegalAddress);
    EQUAL(musasimRepairDevices(), musaSuccess);
    EQUAL(musaGetLastError(), musaSuccess);
    EQUAL(musaDeviceSynchronize(), musaSuccess);
    EQUAL(musaFree(data), musaSuccess);
    check_works();
  });
}

TEST(a_lost_device_can_be_repaired) {
  in_process("device_lost:device=0,times=1", [] {
    EQUAL(musaDeviceSynchronize(), musaErrorDevicesUnavailable);
    EQUAL(musasimRepairDevices(), musaErrorDevicesUnavailable);
    check_works();
    unsigned long long events = 0;
    unsigned long long strikes = 0;
    EQUAL(musasimFaultRule(0, &events, &strikes), 0);
    CHECK(events > 1);
    EQUAL(strikes, 1u);
  });
}

TEST(a_loss_by_time_is_counted) {
  in_process("device_lost:device=0,after_ms=1", [] {
    unsigned long long events = 0;
    unsigned long long strikes = 0;
    while (musaDeviceSynchronize() == musaSuccess) {
    }
    EQUAL(musasimFaultRule(0, &events, &strikes), 0);
    EQUAL(strikes, 1u);
  });
}

TEST(wrong_rules_leave_no_device) {
  in_process("alloc:sometimes", [] {
    int count = -1;
    EQUAL(musaGetDeviceCount(&count), musaErrorNoDevice);
    EQUAL(musaMalloc(nullptr, 16), musaErrorNoDevice);
  });
}

TEST_MAIN()
