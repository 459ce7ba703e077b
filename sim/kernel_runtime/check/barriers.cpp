// Tells of threads that miss a barrier. The usual case, all at one place and none ended, costs a look at each.
#include "kernel_runtime/check/barriers.h"

#include <algorithm>

#include "machine/memory/check/check.h"
#include "musasim/device/state.h"

namespace musasim::device::check {

namespace {

constexpr const char* kMissed = "barrier that not all threads of the block come to";

bool same_place(const FiberList& waiting) {
  const void* place = nullptr;
  bool same = true;
  waiting.for_each([&](const Fiber& fiber) {
    same = same && (place == nullptr || fiber.place == place);
    place = fiber.place;
  });
  return same;
}

std::string threads(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " thread" : " threads");
}

}  // namespace

void Barriers::thread_ended(const Fiber& fiber) {
  if (findings_ != nullptr) {
    ended_.resize(std::max<std::size_t>(ended_.size(), fiber.rank + 1));
    ended_[fiber.rank] = {true, fiber.last_access, fiber.place};
  }
}

void Barriers::block_met(const FiberList& waiting) {
  if (findings_ == nullptr || (ended_.empty() && same_place(waiting))) {
    return;
  }
  const Groups groups = by_line(waiting);
  for (const auto& [line, here] : groups) {
    std::vector<std::string> lines;
    for (const auto& [other, there] : groups) {
      if (other != line) lines.push_back(threads(there.size()) + " of the block wait at " + other);
    }
    if (const std::size_t passed = count_passed(here.front()->place)) {
      lines.push_back(threads(passed) + " of the block went on behind it and ended");
    }
    if (const std::size_t left = count_last_at(here.front()->place)) {
      lines.push_back(threads(left) + " of the block came to it fewer times and ended");
    }
    if (!lines.empty()) {
      tell("divergent-block", kMissed, *here.front(), std::move(lines));
    }
  }
}

bool Barriers::has_passed(const Ended& thread, const void* barrier) {
  if (!thread.yes || thread.last_access == nullptr) return false;
  const SourcePlace& line = place_of(barrier);
  const bool was_there =
      thread.last_barrier != nullptr && !is_behind(line, place_of(thread.last_barrier));
  return !was_there && is_behind(place_of(thread.last_access), line);
}

std::size_t Barriers::count_passed(const void* barrier) {
  return static_cast<std::size_t>(
      std::count_if(ended_.begin(), ended_.end(),
                    [&](const Ended& thread) { return has_passed(thread, barrier); }));
}

std::size_t Barriers::count_last_at(const void* barrier) {
  return static_cast<std::size_t>(std::count_if(
      ended_.begin(), ended_.end(),
      [&](const Ended& thread) { return thread.yes && thread.last_barrier == barrier; }));
}

void Barriers::wait_forever(const FiberList& waiting) {
  if (findings_ == nullptr) return;
  for (const auto& [line, here] : by_line(waiting)) {
    tell("divergent-block", kMissed, *here.front(),
         {threads(here.size()) + (here.size() == 1 ? " waits" : " wait") + " here forever"});
  }
}

void Barriers::lanes_met(unsigned rank, Fiber* const* lanes, const Lanes& here,
                         const Lanes& wanted) {
  if (findings_ == nullptr) return;
  const Fiber* first = nullptr;
  for (unsigned lane = 128; lane-- > 0;) first = here.has(lane) ? lanes[lane] : first;
  unsigned missing = 0;
  for (unsigned lane = 0; lane < 128 && first != nullptr; ++lane) {
    if (!wanted.has(lane) || here.has(lane)) continue;
    const Ended ended = rank + lane < ended_.size() ? ended_[rank + lane] : Ended{};
    missing += !ended.yes || has_passed(ended, first->place) ? 1 : 0;
  }
  if (missing != 0 && first != nullptr && bad_masks_.count(first->place) == 0) {
    tell("divergent-warp", "operation of a warp that not all lanes of its mask come to", *first,
         {std::to_string(missing) + " of the lanes that it names do not come"});
  }
}

void Barriers::not_in_mask(const Fiber& caller) {
  if (findings_ != nullptr) {
    bad_masks_.insert(caller.place);
    tell("invalid-arguments", "operation of a warp whose mask lacks the calling lane", caller, {});
  }
}

Barriers::Groups Barriers::by_line(const FiberList& waiting) {
  Groups groups;
  waiting.for_each([&](const Fiber& fiber) {
    const SourcePlace& known = place_of(fiber.place);
    groups[known.line.empty() ? musasim::check::place_in_program(fiber.place) : known.line]
        .push_back(&fiber);
  });
  return groups;
}

const SourcePlace& Barriers::place_of(const void* place) {
  const auto known = places_.find(place);
  return known != places_.end() ? known->second
                                : places_.emplace(place, source_place(place)).first->second;
}

void Barriers::tell(const char* kind, const char* what, const Fiber& fiber,
                    std::vector<std::string> lines) {
  if (findings_->is_new(kind, fiber.place)) {
    Finding finding{"synccheck", kind, what, {"barrier", fiber.place, fiber.index, blockIdx}};
    finding.lines = std::move(lines);
    findings_->report(finding);
  }
}

}  // namespace musasim::device::check
