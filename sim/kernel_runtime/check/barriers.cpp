// Tells of threads that miss a barrier. The usual case, all at one place and none ended, costs a look at each.
#include "kernel_runtime/check/barriers.h"

#include "kernel_runtime/check/source_line.h"
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

void Barriers::block_met(const FiberList& waiting, unsigned ended) {
  if (findings_ == nullptr || (ended == 0 && same_place(waiting))) {
    return;
  }
  const Groups groups = by_line(waiting);
  if (ended == 0 && groups.size() == 1) {
    return;
  }
  for (const auto& [line, here] : groups) {
    std::vector<std::string> lines;
    for (const auto& [other, there] : groups) {
      if (other != line) lines.push_back(threads(there.size()) + " of the block wait at " + other);
    }
    if (ended != 0) lines.push_back(threads(ended) + " of the block have ended");
    tell("divergent-block", kMissed, *here.front(), std::move(lines));
  }
}

void Barriers::wait_forever(const FiberList& waiting) {
  if (findings_ == nullptr) return;
  for (const auto& [line, here] : by_line(waiting)) {
    tell("divergent-block", kMissed, *here.front(),
         {threads(here.size()) + (here.size() == 1 ? " waits" : " wait") + " here forever"});
  }
}

void Barriers::lanes_met(Fiber* const* lanes, const Lanes& here, const Lanes& wanted) {
  if (findings_ == nullptr) return;
  const Fiber* first = nullptr;
  unsigned missing = 0;
  for (unsigned lane = 0; lane < 128; ++lane) {
    if (here.has(lane) && first == nullptr) first = lanes[lane];
    missing += wanted.has(lane) && !here.has(lane) ? 1 : 0;
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
  waiting.for_each([&](const Fiber& fiber) { groups[line_of(fiber.place)].push_back(&fiber); });
  return groups;
}

const std::string& Barriers::line_of(const void* place) {
  const auto known = lines_.find(place);
  return known != lines_.end() ? known->second
                               : lines_.emplace(place, source_line(place)).first->second;
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
