// The PyTorch side of a capture while it goes on: the runtime records the nodes.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "driver_types.h"
#include "graph/random_runs.h"
#include "graph/saved_memory.h"
#include "runtime/stream.h"

namespace musasim::graph {

class Recording;
using RecordingPtr = std::shared_ptr<Recording>;

// Thread-safe: autograd works for a capture in a thread of its own.
class Recording {
 public:
  // `generators`: those that the captured operators may draw from.
  explicit Recording(const std::vector<GeneratorStatePtr>& generators);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // The recordings by the runtime's numbers of captures. Any: cheap to ask.
  static void add(unsigned long long capture, RecordingPtr recording);
  static void remove(unsigned long long capture);
  static bool any() noexcept { return count_.load(std::memory_order_relaxed) != 0; }
  // The recording of the capture that the stream is part of; empty without one.
  static RecordingPtr find(musaStream_t stream);
  // The same; raises when there is none, because a capture that was begun by other means than a
  // MUSAGraph has nobody who would put memory back at its end.
  static RecordingPtr of(const StreamTarget& stream);

  // The memory was allocated during the capture: what it holds means nothing outside of it.
  void note_allocation(const void* pointer, std::size_t size);
  // The memory is freed. It is from before the capture: a replay may read it before it writes what
  // gets the memory next.
  void note_free(const void* pointer, std::size_t size);
  // Call before a captured operator writes, with device memory open.
  void will_write(const c10::Storage& storage);
  void will_write(void* pointer, std::size_t size);
  // Raises for a generator that the graph does not know.
  RecordedDraw draw(const GeneratorStatePtr& generator, musaStream_t stream,
                    std::uint64_t offsets = kOffsetsPerOperator);

  const std::shared_ptr<RandomRuns>& random() const { return random_; }

  // Puts back what was written, and lets the generators go.
  void finish();

 private:
  bool is_fresh(const void* pointer, std::size_t size) const;

  static std::atomic<int> count_;

  const std::shared_ptr<RandomRuns> random_;
  std::mutex mutex_;
  std::vector<GeneratorStatePtr> generators_;
  std::map<const char*, std::size_t> fresh_;
  std::map<const char*, std::size_t> outlived_;  // freed, from before
  SavedMemory saved_;
  bool first_draw_ = true;
};

// Called by allocators: notes memory for the capture that the stream is part of, if any.
void note_allocation(musaStream_t stream, const void* pointer, std::size_t size);
// The same for memory that is about to be freed, for all captures.
void note_free(const void* pointer, std::size_t size);

// If the stream is being captured: what the copy that it recorded just now will do is done, too, so
// that the operators which follow find values that make sense. At the end it is undone.
void do_captured_copy(musaStream_t stream, void* to, const void* from, std::size_t size);
// The same for memory that what was recorded will fill: it is zeros until the end.
void clear_captured(musaStream_t stream, void* memory, std::size_t size);

// Raises musaErrorStreamCaptureUnsupported, after the capture of the stream was made invalid: the
// operator would have to wait for the device.
[[noreturn]] void refuse_capture(const StreamTarget& stream);

}  // namespace musasim::graph
