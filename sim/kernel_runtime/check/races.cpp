// Finds races in shared memory and tells of them.
#include "kernel_runtime/check/races.h"

#include <cstdio>
#include <cstring>

#include "kernel_runtime/check/source_line.h"
#include "machine/memory/check/check.h"
#include "musasim/device/state.h"

namespace musasim::device::check {

namespace {

std::string index_of(unsigned rank) {
  char text[64];
  const unsigned rows = rank / blockDim.x;
  std::snprintf(text, sizeof text, "thread (%u,%u,%u)", rank % blockDim.x, rows % blockDim.y,
                rows / blockDim.y);
  return text;
}

const char* past(Use use) {
  switch (use) {
    case Use::kRead: return "read";
    case Use::kWrite: return "wrote";
    default: return "changed it atomically";
  }
}

std::string line_about(const Mark& mark) {
  return index_of(mark.when.rank) + " " + past(mark.use) + " at " + source_line(mark.caller);
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
  if (access.use == Use::kAtomic) {
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
  if (!findings_->is_new("race", race.mark.caller)) {
    return;
  }
  char block[96];
  std::snprintf(block, sizeof block, "in block (%u,%u,%u), with no barrier in between",
                race.block.x, race.block.y, race.block.z);
  musasim::check::report_in_kernel(
      "race: two threads use the same " + std::to_string(race.size) +
          " bytes of shared memory in kernel " + findings_->kernel(),
      {line_about(race.other), line_about(race.mark), block, race.place}, false, nullptr);
}

}  // namespace musasim::device::check
