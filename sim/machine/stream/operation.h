// One piece of work for a stream: what it is (so that a graph can show and change it) and how it
// runs. A recorded operation is run once per replay, so `run` owns or keeps alive all that it uses
// and may be called often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"

namespace musasim {

class Event;
class Graph;
class GraphAllocation;
template <class Params>
struct SemaphoreCalls;  // machine/stream/external_semaphore.h

enum class OperationKind {
  kKernel,
  kCopy,
  kMemset,
  kHost,
  kGraph,  // child graph, or a launch of an executable graph
  kEmpty,
  kEventWait,
  kEventRecord,
  kAllocate,
  kFree,
  kSemaphoreSignal,
  kSemaphoreWait,
  kOther,  // anything that no graph can hold
};

// A copy of a kernel's arguments: pointers() is what the kernel gets as `void** args`, and stays
// valid as long as this lives.
class MUSASIM_API KernelArguments {
 public:
  // Copies sizes[i] bytes from values[i] for each i. Alignment of every value: 16 bytes.
  KernelArguments(void* const* values, const std::size_t* sizes, std::size_t count);
  KernelArguments(const KernelArguments&) = delete;
  KernelArguments& operator=(const KernelArguments&) = delete;

  std::shared_ptr<KernelArguments> copy() const {
    return std::make_shared<KernelArguments>(pointers_.data(), sizes_.data(), sizes_.size());
  }

  void** pointers() const noexcept { return const_cast<void**>(pointers_.data()); }
  std::size_t count() const noexcept { return sizes_.size(); }
  std::size_t size(std::size_t index) const noexcept { return sizes_[index]; }

 private:
  std::unique_ptr<unsigned char[]> storage_;
  std::vector<void*> pointers_;
  std::vector<std::size_t> sizes_;
};

// The parameters that musaGraphKernelNodeGetParams shows. Without a function for work of a library.
struct KernelParams {
  const void* function = nullptr;  // what the launch named it by: host stub or MUfunction
  dim3 grid{};
  dim3 block{};
  unsigned shared_bytes = 0;
  bool cooperative = false;
  std::shared_ptr<const KernelArguments> arguments;
  std::uint64_t moment = 0;  // pieces::Moment
};

// The place of an end of a copy that is not on a device; on one it is the device's number.
constexpr int kHostPlace = -1;
constexpr int kManagedPlace = -2;

struct CopyParams {
  musaMemcpy3DParms parms{};  // 1D copies: extent {bytes, 1, 1}, pointers in srcPtr and dstPtr
  bool one_dimensional = false;
  int from_place = kHostPlace;
  int to_place = kHostPlace;
};

struct MemsetParams {
  musaMemsetParams parms{};
};

struct HostParams {
  musaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct EventParams {
  std::shared_ptr<Event> event;
};

struct ChildGraphParams {
  std::shared_ptr<Graph> graph;
};

// Memory that a graph allocates, or frees.
struct GraphMemoryParams {
  std::shared_ptr<GraphAllocation> allocation;  // empty: freed memory that no graph made
  void* pointer = nullptr;
};

struct SemaphoreSignalParams {
  std::shared_ptr<const SemaphoreCalls<musaExternalSemaphoreSignalParams>> calls;
};

struct SemaphoreWaitParams {
  std::shared_ptr<const SemaphoreCalls<musaExternalSemaphoreWaitParams>> calls;
};

using OperationParams =
    std::variant<std::monostate, KernelParams, CopyParams, MemsetParams, HostParams, EventParams,
                 ChildGraphParams, GraphMemoryParams, SemaphoreSignalParams, SemaphoreWaitParams>;

struct Operation {
  OperationKind kind = OperationKind::kOther;
  std::string name;  // of the kernel or of the public function, for reports
  OperationParams params;
  // Runs in the stream's worker, or in the caller of run_now(), with `device` as current device.
  // Anything but musaSuccess breaks that device.
  std::function<musaError_t()> run;
  int device = -1;  // set by submit(): the stream's device
  unsigned long long stream =
      0;  // by submit() too: its id, and what the thread marks its work with
  std::uint64_t correlation = 0;
  bool run_if_broken = false;  // also runs when the device is broken (callbacks that get the error)
};

}  // namespace musasim
