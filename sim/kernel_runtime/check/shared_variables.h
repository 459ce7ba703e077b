// The static __shared__ variables of the kernel that a carrier runs, as threads come to their declarations.
#pragma once

#include <string>
#include <vector>

#include "kernel_runtime/check/host_memory.h"

namespace musasim::device::check {

struct SharedVariable {
  const char* name = nullptr;
  Range place;
  Range guards[2];  // closed bytes at both sides, in an order that the linker chose
};

class SharedVariables {
 public:
  void clear() { all_.clear(); }
  void begin_block() { ++block_; }
  // Whether the block has it for the first time.
  bool note(const SharedVariable& variable);
  // "": the bytes lie in a variable, or nothing is known about them. Else what is wrong.
  std::string problem(const char* address, std::size_t size) const;

 private:
  struct Entry {
    SharedVariable what;
    unsigned long long block;  // that came to it last
  };

  std::vector<Entry> all_;
  unsigned long long block_ = 0;
};

}  // namespace musasim::device::check
