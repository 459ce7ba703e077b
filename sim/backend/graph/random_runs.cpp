// Draws of captured operators.
#include "graph/random_runs.h"

#include <algorithm>

namespace musasim::graph {

void RandomRuns::add(GeneratorStatePtr state) {
  if (!has(state)) {
    const std::lock_guard<std::mutex> lock(mutex_);
    members_.push_back({std::move(state)});
  }
}

bool RandomRuns::has(const GeneratorStatePtr& state) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.state == state; });
}

RecordedDraw RandomRuns::draw(const GeneratorStatePtr& state, std::uint64_t offsets) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto member = std::find_if(members_.begin(), members_.end(),
                                   [&](const Member& each) { return each.state == state; });
  const RecordedDraw draw{static_cast<std::size_t>(member - members_.begin()), member->drawn};
  member->drawn += offsets;
  return draw;
}

bool RandomRuns::draws() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(members_.begin(), members_.end(),
                     [](const Member& member) { return member.drawn != 0; });
}

void RandomRuns::queue() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Member& member : members_) {
    member.state->check_not_captured("replay of a graph with random operators");
  }
  std::vector<RandomPlace> places;
  for (const Member& member : members_) {
    places.push_back(member.state->advance(member.drawn));
  }
  queued_.push_back(std::move(places));
}

void RandomRuns::drop_last() {
  const std::lock_guard<std::mutex> lock(mutex_);
  queued_.pop_back();
}

void RandomRuns::begin() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!queued_.empty()) {
    present_ = std::move(queued_.front());
    queued_.pop_front();
  }
  for (std::size_t index = 0; index < present_.size(); ++index) {
    *members_[index].start = present_[index];
  }
}

RandomPlace* RandomRuns::start_of_run(const RecordedDraw& draw) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return members_[draw.generator].start.get();
}

RandomPlace RandomRuns::place(const RecordedDraw& draw) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  RandomPlace place =
      present_.empty() ? members_[draw.generator].state->place() : present_[draw.generator];
  place.offset += draw.offset;
  return place;
}

}  // namespace musasim::graph
