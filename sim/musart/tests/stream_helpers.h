// Helpers of the tests of streams, captures and graphs: handles that go by themselves, device memory
// of ints, and two kernels.
#pragma once

#include <cstddef>
#include <vector>

#include "check.h"
#include "musa_runtime_api.h"
#include "musasim/hand_kernel.h"

namespace helpers {

class Stream {
 public:
  explicit Stream(unsigned flags = musaStreamNonBlocking) {
    EQUAL(musaStreamCreateWithFlags(&handle_, flags), musaSuccess);
  }
  ~Stream() { EQUAL(musaStreamDestroy(handle_), musaSuccess); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator musaStream_t() const { return handle_; }

 private:
  musaStream_t handle_ = nullptr;
};

class Event {
 public:
  explicit Event(unsigned flags = musaEventDefault) {
    EQUAL(musaEventCreateWithFlags(&handle_, flags), musaSuccess);
  }
  ~Event() { EQUAL(musaEventDestroy(handle_), musaSuccess); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator musaEvent_t() const { return handle_; }

 private:
  musaEvent_t handle_ = nullptr;
};

// Ints on the current device, zero at first.
class Ints {
 public:
  explicit Ints(std::size_t count = 1) : count_(count) {
    EQUAL(musaMalloc(reinterpret_cast<void**>(&data_), bytes()), musaSuccess);
    EQUAL(musaMemset(data_, 0, bytes()), musaSuccess);
  }
  ~Ints() { EQUAL(musaFree(data_), musaSuccess); }
  Ints(const Ints&) = delete;
  Ints& operator=(const Ints&) = delete;

  int* data() const { return data_; }
  std::size_t bytes() const { return count_ * sizeof(int); }
  std::vector<int> read() const {
    std::vector<int> values(count_);
    EQUAL(musaMemcpy(values.data(), data_, bytes(), musaMemcpyDeviceToHost), musaSuccess);
    return values;
  }
  int first() const { return read()[0]; }

 private:
  const std::size_t count_;
  int* data_ = nullptr;
};

inline void add(int* data, int value) { *data += value; }
inline void multiply(int* data, int value) { *data *= value; }

template <void (*kernel)(int*, int)>
musaError_t launch(int* data, int value, musaStream_t stream) {
  void* arguments[] = {&data, &value};
  return musaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(1), arguments, 0,
                          stream);
}

// The parameters of a node; `data` and `value` must stay until they were used.
struct KernelNode {
  KernelNode(void (*kernel)(int*, int), int* data, int value) : data_(data), value_(value) {
    params.func = reinterpret_cast<void*>(kernel);
    params.gridDim = dim3(1);
    params.blockDim = dim3(1);
    params.kernelParams = arguments_;
  }
  KernelNode(const KernelNode&) = delete;
  KernelNode& operator=(const KernelNode&) = delete;
  musaKernelNodeParams params{};

 private:
  int* data_;
  int value_;
  void* arguments_[2] = {&data_, &value_};
};

MUSASIM_REGISTER_KERNEL(add);
MUSASIM_REGISTER_KERNEL(multiply);

// A graph that goes by itself.
class Graph {
 public:
  Graph() { EQUAL(musaGraphCreate(&handle_, 0), musaSuccess); }
  explicit Graph(musaGraph_t handle) : handle_(handle) {}
  ~Graph() { EQUAL(musaGraphDestroy(handle_), musaSuccess); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  operator musaGraph_t() const { return handle_; }

 private:
  musaGraph_t handle_ = nullptr;
};

class Exec {
 public:
  explicit Exec(musaGraph_t graph, unsigned long long flags = 0) {
    EQUAL(musaGraphInstantiateWithFlags(&handle_, graph, flags), musaSuccess);
  }
  ~Exec() { EQUAL(musaGraphExecDestroy(handle_), musaSuccess); }
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;
  operator musaGraphExec_t() const { return handle_; }

 private:
  musaGraphExec_t handle_ = nullptr;
};

inline void run(musaGraphExec_t exec) {
  Stream stream;
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
}

inline musaGraphNode_t add_kernel(musaGraph_t graph, std::vector<musaGraphNode_t> dependencies,
                                  void (*kernel)(int*, int), int* data, int value) {
  const KernelNode node(kernel, data, value);
  musaGraphNode_t added = nullptr;
  EQUAL(
      musaGraphAddKernelNode(&added, graph, dependencies.data(), dependencies.size(), &node.params),
      musaSuccess);
  return added;
}

}  // namespace helpers
