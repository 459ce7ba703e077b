// A graph of torch.musa's: a capture of the current stream, and its replays.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "driver_types.h"
#include "graph/recording.h"
#include "memory/pool_id.h"
#include "torch_glue/generator.h"
#include "torch_glue/stream.h"

namespace musasim::graph {

// Failing calls of the runtime are raised as check() does.
class MusaGraph {
 public:
  // keep_graph: the runtime's graph can be asked for and changed, and is not instantiated at once.
  explicit MusaGraph(bool keep_graph) : keep_graph_(keep_graph) {}
  ~MusaGraph();
  MusaGraph(const MusaGraph&) = delete;
  MusaGraph& operator=(const MusaGraph&) = delete;

  // That generator, too, may be drawn from in the captures that begin later.
  void register_generator(const at::Generator& generator);

  // Captures the current stream, which must not be the default one. Allocations of the captured
  // streams come from the pool, a new one by default.
  void capture_begin(std::optional<caching::PoolId> pool, musaStreamCaptureMode mode);
  void capture_end();
  // Makes what replay() launches from the graph as it is now.
  void instantiate();
  // Launches on the current stream.
  void replay();
  // Forgets the graph and gives up its memory. A capture that goes on ends without a graph.
  void reset();

  caching::PoolId pool() const;
  void enable_debug_mode() { debug_ = true; }
  // Writes the graph as a dot file; warns and does nothing without enable_debug_mode().
  void debug_dump(const std::string& path);

  // keep_graph only.
  musaGraph_t raw_graph() const;
  musaGraphExec_t raw_exec() const;

 private:
  struct Capture {
    c10::Stream stream;
    unsigned long long number;
    RecordingPtr recording;
  };

  void begin(const c10::Stream& stream, musaStreamCaptureMode mode);
  // Ends what goes on; what the runtime says.
  musaError_t end(musaGraph_t* graph);
  void check_captured(const char* call) const;
  void destroy_exec() noexcept;

  const bool keep_graph_;
  bool debug_ = false;
  std::vector<GeneratorStatePtr> generators_;
  std::optional<Capture> capture_;
  int device_ = -1;
  std::optional<caching::PoolId> pool_;  // it has this graph as a user
  caching::PoolId pool_name_ = caching::kNoPool;
  std::shared_ptr<RandomRuns> random_;
  musaGraph_t graph_ = nullptr;
  std::mutex launch_mutex_;  // runs are queued in the order of their launches
  musaGraphExec_t exec_ = nullptr;
};

}  // namespace musasim::graph
