// Races in global memory: two threads of a launch use the same bytes, one of them writes, and nothing puts them in order.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernel_runtime/check/access.h"
#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/global_shadow.h"
#include "kernel_runtime/check/grid_order.h"
#include "kernel_runtime/check/order.h"

namespace musasim::device::check {

class GlobalRaces {
 public:
  // The order of the block's threads is kept by another one. Without `grid` nothing is watched.
  void begin(Findings& findings, const Order& order, GridOrder* grid) noexcept;
  void begin_block(std::uint64_t block, unsigned warp_size);
  void use(const Access& access, unsigned rank);
  void barrier();
  void grid_met();
  void fence(unsigned rank);
  void look();
  // As in Races.
  void settle();

 private:
  struct Race {
    GlobalMark mark;
    GlobalMark other;
    Access access;
    std::array<char, 16> before;
  };

  struct Site {
    const void* caller;
    unsigned number;
  };

  unsigned site_of(const void* caller);
  bool is_watched() const noexcept { return grid_ != nullptr; }
  // Whether the two are in conflict.
  bool conflict(const GlobalMark& mark, const GlobalMark& other) const;
  // Uses the bytes of one eight; the other one of a race, if there is one, is left in *other.
  bool use_eight(std::uintptr_t eight, GlobalMark mark, GlobalMark* other);
  void note(const Race& race);
  void report(const Race& race);
  Actor actor_of(const GlobalMark& mark) const;

  Findings* findings_ = nullptr;
  const Order* order_ = nullptr;
  GridOrder* grid_ = nullptr;
  std::uint64_t block_ = 0;
  std::uint32_t number_ = 0;
  unsigned warp_size_ = 32;
  std::uint32_t tick_ = 1;     // counts barriers and fences
  std::uint32_t barrier_ = 1;  // the tick of the last one
  std::optional<Race> pending_;
  std::array<Site, 64> sites_{};  // used lately
};

}  // namespace musasim::device::check
