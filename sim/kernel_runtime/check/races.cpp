// Finds races in shared memory and tells of them.
#include "kernel_runtime/check/races.h"

#include <cstring>

#include "kernel_runtime/carrier.h"
#include "musasim/device/state.h"

namespace musasim::device::check {

namespace {

Actor actor_of(const Mark& mark, const uint3& block) {
  return {name_of(mark.use), mark.caller, index_of_thread(mark.when.rank), block};
}

}  // namespace

void Races::begin_block(unsigned threads, unsigned warp_size) {
  settle();
  order_.begin_block(threads, warp_size);
}

void Races::barrier() {
  settle();
  order_.barrier();
}

void Races::use(Kind kind, std::size_t offset, const Access& access, unsigned rank) {
  settle();
  if (access.use == Use::kAtomic || access.is_volatile) {
    order_.look(rank);
  }
  const Mark mark{order_.now(rank), access.use, access.caller};
  Race race{};
  if (!shadows_[static_cast<std::size_t>(kind)].use(offset, access.size, mark, order_,
                                                    &race.other)) {
    return;
  }
  race.mark = mark;
  race.block = blockIdx;
  race.address = access.address;
  race.size = access.size;
  race.place = kind == Kind::kDynamic
                   ? "at byte " + std::to_string(offset) + " of the dynamic shared memory"
                   : "in a __shared__ variable";
  const bool both_write = access.use != Use::kRead && race.other.use != Use::kRead;
  if (!both_write || access.size > race.before.size()) {
    report(race);
  } else {
    std::memcpy(race.before.data(), access.address, access.size);
    pending_ = race;
  }
}

void Races::settle() {
  if (pending_) {
    const Race race = *pending_;
    pending_.reset();
    if (std::memcmp(race.before.data(), race.address, race.size) != 0) {
      report(race);
    }
  }
}

void Races::report(const Race& race) {
  if (findings_->is_new("race-shared", race.mark.caller)) {
    Finding finding{
        "racecheck", "race-shared",
        "race: two threads use the same " + std::to_string(race.size) + " bytes of shared memory",
        actor_of(race.mark, race.block)};
    finding.other = actor_of(race.other, race.block);
    finding.lines = {race.place};
    finding.address = race.address;
    finding.size = race.size;
    findings_->report(finding);
  }
}

}  // namespace musasim::device::check
