// Barriers and operations of warps that are called wrongly: not all threads come to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/source_line.h"
#include "kernel_runtime/fiber.h"

namespace musasim::device::check {

class Barriers {
 public:
  // nullptr: nothing is told.
  void begin(Findings* findings) noexcept { findings_ = findings; }

  void begin_block() { ended_.clear(); }
  void thread_ended(const Fiber& fiber);
  // Those threads of the block that have not ended have come to a barrier. It does not wait for those that have returned
  // before it. Who has used memory behind it, and was never there, has passed it by; who came to no other barrier after
  // it goes round its loop fewer times than the rest.
  void block_met(const FiberList& waiting);
  // Those threads wait at a barrier, and no other one will come.
  void wait_forever(const FiberList& waiting);
  // An operation of a warp is made, by the lanes that are here; `wanted` are those that it names and the warp has. `rank`
  // is that of its first thread.
  void lanes_met(unsigned rank, Fiber* const* lanes, const Lanes& here, const Lanes& wanted);
  // The thread calls an operation of a warp whose mask does not name it.
  void not_in_mask(const Fiber& caller);

 private:
  // By the line of the source: a compiler may write a barrier several times.
  using Groups = std::map<std::string, std::vector<const Fiber*>>;

  struct Ended {
    bool yes = false;
    const void* last_access = nullptr;
    const void* last_barrier = nullptr;
  };

  Groups by_line(const FiberList& waiting);
  const SourcePlace& place_of(const void* place);
  bool has_passed(const Ended& thread, const void* barrier);
  std::size_t count_passed(const void* barrier);
  std::size_t count_last_at(const void* barrier);
  void tell(const char* kind, const char* what, const Fiber& fiber, std::vector<std::string> lines);

  Findings* findings_ = nullptr;
  std::vector<Ended> ended_;  // by rank
  std::map<const void*, SourcePlace> places_;
  std::set<const void*> bad_masks_;  // places
};

}  // namespace musasim::device::check
