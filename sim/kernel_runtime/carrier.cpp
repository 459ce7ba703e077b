// Threads of the operating system that run blocks, and what each has for them.
#include "kernel_runtime/carrier.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "kernel_runtime/block.h"
#include "kernel_runtime/check/shared_references.h"
#include "kernel_runtime/check/watch.h"
#include "kernel_runtime/denormals.h"
#include "kernel_runtime/overflow.h"

namespace musasim::device {

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread dim3 blockDim;
__thread dim3 gridDim;
__thread int warpSize;
__thread Carrier carrier;
__thread const void* shared_variable;

namespace {

__thread Block* t_block;  // that runs
__thread bool t_loop;     // as a plain loop

// Room for dynamic shared memory, at an address that stays; taken when it is touched. More than any device
// has.
class Arena {
 public:
  Arena() : mapped_(mmap(nullptr, kMapped, PROT_READ | PROT_WRITE, kFlags, -1, 0)) {
    if (mapped_ == MAP_FAILED) {
      throw std::bad_alloc();
    }
  }
  ~Arena() { munmap(mapped_, kMapped); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  void* base() const noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(mapped_) + kDynamicSharedAlignment - 1;
    return reinterpret_cast<void*>(address / kDynamicSharedAlignment * kDynamicSharedAlignment);
  }

  static constexpr std::size_t kBytes = std::size_t{1} << 20;

 private:
  static constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  static constexpr std::size_t kMapped = kBytes + kDynamicSharedAlignment;
  void* mapped_;
};

// Things that a thread keeps from kernel to kernel.
struct Kept {
  SignalStack signals;
  Block block;
  Arena arena;
  check::Watch watch;
};

Kept& kept() {
  watch_for_overflow();
  static thread_local const std::unique_ptr<Kept> mine = std::make_unique<Kept>();
  return *mine;
}

dim3 size_of(const uint3& size) { return dim3(size.x, size.y, size.z); }

// The thread is the job's as long as it lives.
class Holder {
 public:
  explicit Holder(const Job& job) {
    const musasimLaunch& launch = job.launch();
    carrier = {&launch, kept().arena.base()};
    blockDim = size_of(launch.block);
    gridDim = size_of(launch.grid);
    warpSize = static_cast<int>(launch.warp_size);
    t_block = &kept().block;
    t_loop = job.grid().is_loop();
    if (job.findings() != nullptr) {
      check::make_shared_references();
      kept().watch.begin(kept().block, job);
      check::t_watch = &kept().watch;
    }
  }
  ~Holder() {
    check::t_watch = nullptr;
    carrier = {};
    t_block = nullptr;
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
};

void carry_blocks(Job& job, std::uint64_t begin, std::uint64_t end) {
  for (; begin < end && !job.stopped(); ++begin) {
    blockIdx = index_of_block(begin);
    t_block->run(job);
    if (job.launch().cooperative != 0) {
      job.block_ended();
    }
  }
}

}  // namespace

void carry(Job& job) {
  const Holder holder(job);
  const DenormalsAsZeros flushing(job.grid().flushing);
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  while (job.take(&begin, &end)) {
    if (t_loop) {
      t_block->run_loop(job, begin, end);
    } else {
      carry_blocks(job, begin, end);
    }
  }
}

uint3 index_of_block(std::uint64_t number) {
  const std::uint64_t rows = number / gridDim.x;
  return {static_cast<unsigned>(number % gridDim.x), static_cast<unsigned>(rows % gridDim.y),
          static_cast<unsigned>(rows / gridDim.y)};
}

uint3 index_of_thread(unsigned rank) {
  const unsigned rows = rank / blockDim.x;
  return {rank % blockDim.x, rows % blockDim.y, rows / blockDim.y};
}

const Block& own_block() { return kept().block; }

Block* running_block() noexcept { return t_loop ? nullptr : t_block; }

Block* any_running_block() noexcept { return t_block; }

Block& no_block() {
  if (t_block == nullptr) {
    std::fprintf(
        stderr,
        "musasim: host code called __syncthreads() or an operation of a warp; only device code can "
        "call them\n");
    std::abort();
  }
  std::fprintf(
      stderr,
      "musasim: a kernel waits for its other threads, but was compiled as a kernel that does not "
      "wait (kLoop in musasim/device/kernel.h)\n");
  fail_kernel(musaErrorLaunchFailure);
}

bool is_beyond_stack(const void* address) noexcept {
  return t_block != nullptr && t_block->is_beyond_stack(address);
}

bool is_dynamic_shared(const void* address) noexcept {
  const char* const base = static_cast<const char*>(carrier.dynamic_shared);
  return static_cast<std::size_t>(static_cast<const char*>(address) - base) < Arena::kBytes;
}

void fail_kernel(musaError_t error) { t_block->fail(error); }

void fail_kernel(const char* name, const char* reason) {
  std::fprintf(stderr, "musasim: %s: %s\n", name, reason);
  fail_kernel(musaErrorLaunchFailure);
}

}  // namespace musasim::device
