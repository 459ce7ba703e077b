// A kernel that torch.compile has generated for the device.
#pragma once

#include <string>
#include <vector>

namespace musasim {

// An argument: an address of device or host memory, an integer, or a float (as double).
union KernelWord {
  void* address;
  long long integer;
  double real;
};

class CompiledKernel {
 public:
  using Entry = void (*)(const KernelWord*);

  CompiledKernel(Entry entry, std::string name) : entry_(entry), name_(std::move(name)) {}

  // Runs it in the turn of the device's current stream; done when it returns. Throws what the kernel
  // throws.
  void run(int device, const std::vector<KernelWord>& words) const;

 private:
  Entry entry_;
  std::string name_;
};

}  // namespace musasim
