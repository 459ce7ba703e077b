// The random numbers of a graph: its operators know how far they are from the generator's place at
// the start of a run, and each run starts at another place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include <ATen/core/Tensor.h>

#include "torch_glue/generator.h"

namespace musasim::graph {

// The place that a captured operator draws from.
struct RecordedDraw {
  std::size_t generator = 0;  // its index in the graph
  std::uint64_t offset = 0;   // from the start of the run
};

// The place at which a generator stood when the present run began, where kernels on the device find it.
class StartOfRun {
 public:
  // In memory of the current device, for its default stream: it belongs to no graph's pool.
  StartOfRun();
  void set(RandomPlace place);
  // Device addresses. They stay as long as this object.
  std::int64_t* seed() const { return seed_.data_ptr<std::int64_t>(); }
  std::int64_t* offset() const { return offset_.data_ptr<std::int64_t>(); }

 private:
  at::Tensor seed_;  // one int64 each
  at::Tensor offset_;
};

// Thread-safe.
class RandomRuns {
 public:
  // --- during the capture ---
  // The generator is one that the graph may draw from. Call it before the capture begins: it allocates.
  void add(GeneratorStatePtr state);
  bool has(const GeneratorStatePtr& state) const;
  // The next draw from a generator that was added, of so many offsets; the generator itself does not
  // move.
  RecordedDraw draw(const GeneratorStatePtr& state, std::uint64_t offsets = kOffsetsPerOperator);
  bool draws() const;
  // The offsets drawn so far from a generator that was added, from the start of the run. They may be
  // taken back: what is drawn next repeats numbers.
  std::uint64_t drawn(const GeneratorStatePtr& state) const;
  void set_drawn(const GeneratorStatePtr& state, std::uint64_t offsets);

  // --- runs ---
  // Takes the generators' places for one more run and moves the generators on.
  void queue();
  // The run that was queued last will not come.
  void drop_last();
  // The oldest queued run begins. Without one the present run's places stay.
  void begin();
  // The place of the draw in the present run; during the capture, in one that would begin now.
  RandomPlace place(const RecordedDraw& draw) const;
  // The start of the run of the draw's generator. Stays as long as this object.
  const StartOfRun& start_of_run(const RecordedDraw& draw) const;

 private:
  struct Member {
    GeneratorStatePtr state;
    std::uint64_t drawn = 0;  // at the end of the capture: offsets that one run uses
    bool has_drawn = false;
    std::unique_ptr<StartOfRun> start = std::make_unique<StartOfRun>();
  };

  std::size_t index_of(const GeneratorStatePtr& state) const;

  mutable std::mutex mutex_;
  std::vector<Member> members_;
  std::deque<std::vector<RandomPlace>> queued_;
  std::vector<RandomPlace> present_;
};

}  // namespace musasim::graph
