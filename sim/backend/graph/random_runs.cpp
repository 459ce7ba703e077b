// Draws of captured operators.
#include "graph/random_runs.h"

#include <ATen/ops/empty.h>
#include <c10/core/StreamGuard.h>

#include <algorithm>

#include "torch_glue/stream.h"

namespace musasim::graph {

StartOfRun::StartOfRun() {
  const c10::Stream stream = torch_stream(-1, kDefaultStream);
  const c10::StreamGuard guard(stream);
  const at::TensorOptions options = at::TensorOptions(at::kLong).device(stream.device());
  seed_ = at::empty({1}, options);
  offset_ = at::empty({1}, options);
}

void StartOfRun::set(RandomPlace place) {
  *seed() = static_cast<std::int64_t>(place.seed);
  *offset() = static_cast<std::int64_t>(place.offset);
}

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
  const std::size_t index = index_of(state);
  Member& from = members_[index];
  const RecordedDraw draw{index, from.drawn};
  from.drawn += offsets;
  from.has_drawn = true;
  return draw;
}

// Needs the lock.
std::size_t RandomRuns::index_of(const GeneratorStatePtr& state) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& each) { return each.state == state; });
  return static_cast<std::size_t>(found - members_.begin());
}

std::uint64_t RandomRuns::drawn(const GeneratorStatePtr& state) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return members_[index_of(state)].drawn;
}

void RandomRuns::set_drawn(const GeneratorStatePtr& state, std::uint64_t offsets) {
  const std::lock_guard<std::mutex> lock(mutex_);
  members_[index_of(state)].drawn = offsets;
}

bool RandomRuns::draws() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(members_.begin(), members_.end(),
                     [](const Member& member) { return member.has_drawn; });
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
    members_[index].start->set(present_[index]);
  }
}

const StartOfRun& RandomRuns::start_of_run(const RecordedDraw& draw) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return *members_[draw.generator].start;
}

RandomPlace RandomRuns::place(const RecordedDraw& draw) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  RandomPlace place =
      present_.empty() ? members_[draw.generator].state->place() : present_[draw.generator];
  place.offset += draw.offset;
  return place;
}

}  // namespace musasim::graph
