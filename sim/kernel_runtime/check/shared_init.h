// Which bytes of a block's shared memory its threads have written.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "kernel_runtime/check/access.h"
#include "kernel_runtime/check/host_memory.h"
#include "machine/memory/unwritten.h"

namespace musasim::device::check {

class SharedInit {
 public:
  void clear() { parts_.clear(); }
  // The block has that memory now, and nobody has written it.
  void hand_out(const Range& place);
  // Whether the access needs bytes that are not written. Bytes that nobody handed out are.
  bool use(const Access& access);

 private:
  struct Part {
    Range place;
    std::vector<std::uint64_t> bits;
    unwritten::Bytes bytes;
    std::size_t shift;  // behind a multiple of eight

    explicit Part(const Range& range);
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
  };

  std::deque<Part> parts_;
};

}  // namespace musasim::device::check
