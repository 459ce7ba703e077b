// Finds races in global memory and tells of them.
#include "kernel_runtime/check/global_races.h"

#include <algorithm>
#include <cstring>

#include "kernel_runtime/carrier.h"
#include "musasim/device/state.h"

namespace musasim::device::check {

namespace {

constexpr std::uintptr_t kEight = 8;

Use use_of(const GlobalMark& mark) { return static_cast<Use>(mark.use); }

}  // namespace

void GlobalRaces::begin(Findings& findings, const Order& order, GridOrder* grid) noexcept {
  findings_ = &findings;
  order_ = &order;
  grid_ = grid != nullptr && grid->is_watched() ? grid : nullptr;
  pending_.reset();
}

void GlobalRaces::begin_block(std::uint64_t block, unsigned warp_size) {
  if (is_watched()) {
    settle();
    barrier();
    block_ = block;
    warp_size_ = warp_size;
    grid_->begin(block);
    number_ = grid_->number_of(block);
  }
}

void GlobalRaces::barrier() {
  settle();
  barrier_ = ++tick_;
}

void GlobalRaces::grid_met() {
  if (is_watched()) {
    begin_block(block_, warp_size_);
  }
}

void GlobalRaces::fence(unsigned rank) {
  if (is_watched()) {
    grid_->fence(block_, rank / warp_size_, tick_++, barrier_);
  }
}

void GlobalRaces::look() {
  if (is_watched()) {
    grid_->look(block_);
  }
}

bool GlobalRaces::conflict(const GlobalMark& mark, const GlobalMark& other) const {
  std::uint64_t block = 0;
  if ((mark.bytes & other.bytes) == 0 || !grid_->has(other.block, &block)) {
    return false;
  }
  // Words that are used atomically may be read in another way: to see whether it is worth the while.
  const bool plain_write = use_of(mark) == Use::kWrite || use_of(other) == Use::kWrite;
  if (!plain_write) {
    return false;
  }
  if (other.block != mark.block) {
    return !grid_->is_before(block, other.rank / warp_size_, other.tick, block_);
  }
  const bool same_epoch = other.tick >= barrier_;
  return same_epoch && !order_->is_before({order_->epoch(), other.clock, other.rank}, mark.rank);
}

bool GlobalRaces::use_eight(std::uintptr_t eight, GlobalMark mark, GlobalMark* other) {
  GlobalShadow& shadow = GlobalShadow::instance();
  GlobalShadow::Marks* const marks = shadow.lock(eight);
  if (marks == nullptr) {
    return false;
  }
  // A lock is given back by a plain write as well: to a word that the block has changed atomically.
  const bool was_atomic = std::any_of(marks->begin(), marks->end(), [&](const GlobalMark& each) {
    return each.block == mark.block && each.bytes == mark.bytes && use_of(each) == Use::kAtomic;
  });
  if (was_atomic && use_of(mark) == Use::kWrite) {
    mark.use = static_cast<unsigned>(Use::kAtomic);
  }
  // Whoever reads what others change atomically looks for them, past the cache or in any other way.
  const bool looks = use_of(mark) == Use::kRead &&
                     std::any_of(marks->begin(), marks->end(), [&](const GlobalMark& each) {
                       return (each.bytes & mark.bytes) != 0 && use_of(each) == Use::kAtomic;
                     });
  if (looks) {
    look();
  }
  const auto found = std::find_if(marks->begin(), marks->end(),
                                  [&](const GlobalMark& each) { return conflict(mark, each); });
  const bool race = found != marks->end();
  *other = race ? *found : *other;
  GlobalShadow::add(*marks, mark);
  shadow.unlock(eight);
  return race;
}

unsigned GlobalRaces::site_of(const void* caller) {
  Site& site = sites_[reinterpret_cast<std::uintptr_t>(caller) % sites_.size()];
  if (site.caller != caller) {
    site = {caller, GlobalShadow::site_of(caller)};
  }
  return site.number;
}

void GlobalRaces::use(const Access& access, unsigned rank) {
  if (!is_watched()) {
    return;
  }
  settle();
  const bool strong = access.use == Use::kAtomic || access.is_volatile;
  if (strong) {
    look();
  }
  Race race{{}, {}, access, {}};
  race.mark.block = number_;
  race.mark.tick = tick_;
  race.mark.clock = order_->now(rank).clock;
  race.mark.rank = rank & 0x3ffU;
  race.mark.use = static_cast<unsigned>(strong ? Use::kAtomic : access.use) & 3U;
  race.mark.site = site_of(access.caller) & 0xfffU;
  bool found = false;
  const auto begin = reinterpret_cast<std::uintptr_t>(access.address);
  const std::uintptr_t end = begin + access.size;
  for (std::uintptr_t at = begin; at < end;) {
    const std::uintptr_t stop = std::min(end, (at / kEight + 1) * kEight);
    race.mark.bytes = (0xffU >> (kEight - (stop - at))) << at % kEight & 0xffU;
    found = use_eight(at / kEight, race.mark, &race.other) || found;
    at = stop;
  }
  if (found) {
    note(race);
  }
}

// A write that changes nothing is none: that is judged when it is done.
void GlobalRaces::note(const Race& race) {
  if (use_of(race.mark) == Use::kRead || race.access.size > race.before.size()) {
    report(race);
  } else {
    pending_ = race;
    std::memcpy(pending_->before.data(), race.access.address, race.access.size);
  }
}

void GlobalRaces::settle() {
  if (pending_) {
    const Race race = *pending_;
    pending_.reset();
    if (std::memcmp(race.before.data(), race.access.address, race.access.size) != 0) {
      report(race);
    }
  }
}

Actor GlobalRaces::actor_of(const GlobalMark& mark) const {
  std::uint64_t block = 0;
  grid_->has(mark.block, &block);
  return {name_of(use_of(mark)), GlobalShadow::caller_of(mark.site), index_of_thread(mark.rank),
          index_of_block(block)};
}

void GlobalRaces::report(const Race& race) {
  if (findings_->is_new("race-global", race.access.caller)) {
    Finding finding{"racecheck", "race-global",
                    "race: two threads use the same " + std::to_string(race.access.size) +
                        " bytes of global memory",
                    actor_of(race.mark)};
    finding.other = actor_of(race.other);
    finding.address = race.access.address;
    finding.size = race.access.size;
    finding.near_allocation = true;
    findings_->report(finding);
  }
}

}  // namespace musasim::device::check
