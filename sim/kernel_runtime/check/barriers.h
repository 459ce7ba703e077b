// Barriers and operations of warps that are called wrongly: not all threads come to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/fiber.h"

namespace musasim::device::check {

class Barriers {
 public:
  // nullptr: nothing is told.
  void begin(Findings* findings) noexcept { findings_ = findings; }

  // Those threads of the block that have not ended have come to a barrier.
  void block_met(const FiberList& waiting, unsigned ended);
  // Those threads wait at a barrier, and no other one will come.
  void wait_forever(const FiberList& waiting);
  // An operation of a warp is made, by the lanes that are here; `wanted` are those that it names and the warp has.
  void lanes_met(Fiber* const* lanes, const Lanes& here, const Lanes& wanted);
  // The thread calls an operation of a warp whose mask does not name it.
  void not_in_mask(const Fiber& caller);

 private:
  // By the line of the source: a compiler may write a barrier several times.
  using Groups = std::map<std::string, std::vector<const Fiber*>>;

  Groups by_line(const FiberList& waiting);
  const std::string& line_of(const void* place);
  void tell(const char* kind, const char* what, const Fiber& fiber, std::vector<std::string> lines);

  Findings* findings_ = nullptr;
  std::map<const void*, std::string> lines_;
  std::set<const void*> bad_masks_;  // places
};

}  // namespace musasim::device::check
