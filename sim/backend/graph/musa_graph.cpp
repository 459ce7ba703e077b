// Capturing, launching, letting go.
#include "graph/musa_graph.h"

#include <c10/core/DeviceGuard.h>
#include <torch/version.h>

#include "machine/device/simulated_gpus.h"
#include "machine/stream/stream.h"
#include "memory/caching.h"
#include "musa_runtime_api.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"

namespace musasim::graph {

namespace {

// Number of the capture that the stream is part of; 0 without one.
unsigned long long capture_of(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  unsigned long long number = 0;
  if (musaStreamGetCaptureInfo(stream, &status, &number) != musaSuccess) {
    musaGetLastError();
  }
  return status == musaStreamCaptureStatusActive ? number : 0;
}

bool goes_on(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  return musaStreamIsCapturing(stream, &status) == musaSuccess &&
         status != musaStreamCaptureStatusNone;
}

bool is_empty(musaGraph_t graph) {
  std::size_t nodes = 0;
  check(musaGraphGetNodes(graph, nullptr, &nodes));
  return nodes == 0;
}

// The captured operators' work must not meet work that is still under way.
void wait_for_everything() {
  for (int device = 0; device < device_count(); ++device) {
    drain_device(device);
  }
}

}  // namespace

MusaGraph::~MusaGraph() {
  if (caching::in_forked_child()) {  // locks may be held by threads that are not here
    return;
  }
  try {
    reset();
  } catch (const std::exception& error) {
    TORCH_WARN("A MUSA graph could not be destroyed: ", error.what());
  }
}

void MusaGraph::register_generator(const at::Generator& generator) {
  TORCH_CHECK(!capture_.has_value(),
              "register_generator_state must be called before the capture begins");
  generators_.push_back(generator_state(generator));
}

void MusaGraph::capture_begin(std::optional<caching::PoolId> pool, musaStreamCaptureMode mode) {
  TORCH_CHECK(graph_ == nullptr && !capture_.has_value(),
              "This MUSAGraph instance already owns a captured graph. To capture a new graph, "
              "create a new instance.");
  const c10::Stream stream = current_torch_stream(-1);
  TORCH_CHECK(stream.id() != kDefaultStream,
              "MUSA graphs must be captured on a non-default stream. (However, after capture, it's "
              "ok to replay them on the default stream.)");
  TORCH_CHECK(!goes_on(handle_of(stream)), "The current stream is being captured already.");
  device_ = stream.device_index();
  const bool named = pool.has_value() && *pool != caching::kNoPool;
  pool_name_ = named ? *pool : caching::new_graph_pool_id();
  begin(stream, mode);
}

void MusaGraph::begin(const c10::Stream& stream, musaStreamCaptureMode mode) {
  const musaStream_t handle = handle_of(stream);
  std::vector<GeneratorStatePtr> generators = generators_;
  generators.push_back(generator_state(default_generator(device_)));
  auto number = std::make_shared<unsigned long long>(0);
  auto recording = std::make_shared<Recording>(generators);
  wait_for_everything();
  as_torch_errors([&] {
    begin_allocate_to_pool(device_, pool_name_, [number](musaStream_t allocating) {
      return *number != 0 && capture_of(allocating) == *number;
    });
  });
  pool_ = pool_name_;
  const musaError_t error = musaStreamBeginCapture(handle, mode);
  if (error != musaSuccess) {
    end_allocate_to_pool(device_, pool_name_);
    release_pool(device_, *std::exchange(pool_, std::nullopt));
    check(error);
  }
  *number = capture_of(handle);
  capture_ = Capture{stream, *number, std::move(recording)};
  Recording::add(*number, capture_->recording);
}

musaError_t MusaGraph::end(musaGraph_t* graph) {
  const musaStream_t handle = handle_of(capture_->stream);
  const musaError_t error = musaStreamEndCapture(handle, graph);
  if (error != musaSuccess && goes_on(handle)) {
    return error;  // of another thread, for example
  }
  const Capture ended = *std::exchange(capture_, std::nullopt);
  Recording::remove(ended.number);
  end_allocate_to_pool(device_, pool_name_);
  ended.recording->finish();
  random_ = ended.recording->random();
  if (error != musaSuccess) {
    release_pool(device_, *std::exchange(pool_, std::nullopt));
  }
  return error;
}

void MusaGraph::capture_end() {
  TORCH_CHECK(capture_.has_value(),
              "Called MUSAGraph::capture_end without a preceding capture_begin.");
  TORCH_CHECK(current_torch_stream(device_) == capture_->stream,
              "Capture must end on the same stream it began on.");
  check(end(&graph_));
  if (is_empty(graph_)) {
    TORCH_WARN(
        "The MUSA Graph is empty. This usually means that the graph was attempted to be "
        "captured on wrong device or stream.");
  }
  if (!keep_graph_) {
    instantiate();
  }
}

void MusaGraph::instantiate() {
  check_captured("instantiate");
  const std::lock_guard<std::mutex> lock(launch_mutex_);
  destroy_exec();
  check(musaGraphInstantiate(&exec_, graph_, musaGraphInstantiateFlagAutoFreeOnLaunch));
}

void MusaGraph::replay() {
  check_captured("replay");
  if (exec_ == nullptr) {
    instantiate();
  }
  const c10::DeviceGuard guard(musa_device(device_));
  const musaStream_t stream = current_stream_handle(device_);
  const std::lock_guard<std::mutex> lock(launch_mutex_);
  const bool draws = random_->draws();
  if (draws) {
    random_->queue();
  }
  const musaError_t error = musaGraphLaunch(exec_, stream);
  if (error != musaSuccess) {
    if (draws) {
      random_->drop_last();
    }
    check(error);
  }
}

void MusaGraph::reset() {
  if (capture_.has_value()) {
    musaGraph_t unfinished = nullptr;
    if (end(&unfinished) == musaSuccess) {
      check(musaGraphDestroy(unfinished));
    }
  }
  {
    const std::lock_guard<std::mutex> lock(launch_mutex_);
    destroy_exec();
  }
  if (graph_ != nullptr) {
    check(musaGraphDestroy(std::exchange(graph_, nullptr)));
  }
  random_.reset();
  if (pool_.has_value()) {
    release_pool(device_, *std::exchange(pool_, std::nullopt));
  }
}

void MusaGraph::destroy_exec() noexcept {
  if (exec_ != nullptr) {
    (void)musaGraphExecDestroy(std::exchange(exec_, nullptr));
  }
}

caching::PoolId MusaGraph::pool() const {
  check_captured("pool()");
  return pool_name_;
}

void MusaGraph::debug_dump(const std::string& path) {
  if (!debug_) {
    TORCH_WARN("MUSA Graphs debug not enabled, set with [graph].enable_debug_mode()");
    return;
  }
  check_captured("debug_dump");
  check(musaGraphDebugDotPrint(graph_, path.c_str(), musaGraphDebugDotFlagsVerbose));
}

musaGraph_t MusaGraph::raw_graph() const {
  TORCH_CHECK(keep_graph_,
              "You cannot access the raw musaGraph_t instance unless MUSAGraph was "
              "initialized with keep_graph=true");
  check_captured("raw_musa_graph");
  return graph_;
}

musaGraphExec_t MusaGraph::raw_exec() const {
  TORCH_CHECK(exec_ != nullptr,
              "You cannot access the raw musaGraphExec_t instance until instantiate() has been "
              "called");
  return exec_;
}

void MusaGraph::check_captured(const char* call) const {
  TORCH_CHECK(graph_ != nullptr, "Called MUSAGraph::", call,
              " without a preceding successful capture.");
}

}  // namespace musasim::graph
