// A kernel that torch.compile has generated for the device.
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <utility>
#include <vector>

namespace musasim {

// An argument: an address of device or host memory, an integer, or a float (as double).
union KernelWord {
  void* address;
  long long integer;
  double real;
};

struct KernelCall {
  std::vector<KernelWord> words;
  int device = -1;  // that of the first tensor on one
  std::vector<at::Tensor>
      written;  // device tensors that the kernel writes, while something captures

  void add_tensor(const at::Tensor& tensor, bool is_written);
};

class CompiledKernel {
 public:
  using Entry = void (*)(const KernelWord*);

  // The entry stays loaded.
  CompiledKernel(Entry entry, std::string name) : entry_(entry), name_(std::move(name)) {}

  // Runs it in the turn of the device's current stream; done when it returns. While the stream is
  // being captured it becomes a node of the graph instead. Throws what the kernel throws.
  void run(KernelCall call) const;

 private:
  void capture(KernelCall call) const;

  Entry entry_;
  std::string name_;
};

}  // namespace musasim
