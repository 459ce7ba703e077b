// The random numbers of a graph: its operators know how far they are from the generator's place at
// the start of a run, and each run starts at another place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "torch_glue/generator.h"

namespace musasim::graph {

// Where a captured operator draws from.
struct RecordedDraw {
  std::size_t generator = 0;  // its index in the graph
  std::uint64_t offset = 0;   // from the start of the run
};

// Thread-safe.
class RandomRuns {
 public:
  // --- during the capture ---
  // The generator is one that the graph may draw from.
  void add(GeneratorStatePtr state);
  bool has(const GeneratorStatePtr& state) const;
  // The next draw from a generator that was added, of so many offsets; the generator itself does not
  // move.
  RecordedDraw draw(const GeneratorStatePtr& state, std::uint64_t offsets = kOffsetsPerOperator);
  bool draws() const;

  // --- runs ---
  // Takes the generators' places for one more run and moves the generators on.
  void queue();
  // The run that was queued last will not come.
  void drop_last();
  // The oldest queued run begins. Without one the present run's places stay.
  void begin();
  // Where the draw is in the present run; during the capture, in one that would begin now.
  RandomPlace place(const RecordedDraw& draw) const;
  // Where kernels find the place at which the generator stood when the present run began. Stays as long as
  // this object.
  RandomPlace* start_of_run(const RecordedDraw& draw);

 private:
  struct Member {
    GeneratorStatePtr state;
    std::uint64_t drawn = 0;  // offsets that one run uses
    std::unique_ptr<RandomPlace> start = std::make_unique<RandomPlace>();
  };

  mutable std::mutex mutex_;
  std::vector<Member> members_;
  std::deque<std::vector<RandomPlace>> queued_;
  std::vector<RandomPlace> present_;
};

}  // namespace musasim::graph
