// Operations of the lanes of a warp.
#pragma once

#include <vector>

#include "kernel_runtime/fiber.h"

namespace musasim::device {

class Block;

class Warps {
 public:
  explicit Warps(Block& block) : block_(block) {}

  void begin_block(unsigned threads, unsigned warp_size);
  // All meetings that wait are given up.
  void clear();
  bool waiting() const noexcept { return meetings_ != 0; }

  Lanes lanes_of(unsigned mask, unsigned rank) const noexcept;
  const Lanes& all_lanes() const noexcept { return all_; }
  // `place`, if any, keeps apart what waits for whoever comes at different places of the program.
  void meet(const Lanes& who, WarpFunction function, void* record, const void* place);
  void thread_ended(unsigned rank);
  // Nobody can go on: meetings end without those who have not come. False: there are none of that kind.
  enum class Which { kActive, kAll };
  bool end_incomplete(Which which);

 private:
  struct Meeting {
    Lanes who;
    Lanes here;
    unsigned missing;
    WarpFunction function;
    const void* place;
  };
  struct Warp {
    Lanes ended{};   // or never there
    Lanes absent{};  // never there
    std::vector<Meeting> meetings;
  };

  Meeting& meeting_for(Warp& warp, const Lanes& who, WarpFunction function, const void* place);
  void finish(unsigned warp, std::size_t meeting);

  Block& block_;
  unsigned size_ = 32;
  unsigned shift_ = 5;  // the size is 2 to that
  Lanes all_{};
  unsigned meetings_ = 0;
  std::vector<Warp> warps_;
  std::vector<void*> records_;  // by rank
  std::vector<Fiber*> fibers_;  // by rank; of those that wait
};

}  // namespace musasim::device
