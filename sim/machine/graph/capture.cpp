// Beginning, recording and ending captures.
#include "machine/stream/capture.h"

#include <algorithm>
#include <unordered_set>

#include "machine/graph/capture_state.h"

namespace musasim {

namespace {

unsigned long long next_capture_id() {
  static std::atomic<unsigned long long> last{0};
  return ++last;
}

bool valid_mode(musaStreamCaptureMode mode) {
  return mode >= musaStreamCaptureModeGlobal && mode <= musaStreamCaptureModeRelaxed;
}

musaError_t check_begin(const StreamPtr& stream, musaStreamCaptureMode mode) {
  if (!stream) {
    return musaErrorInvalidResourceHandle;
  }
  if (!valid_mode(mode)) {
    return musaErrorInvalidValue;
  }
  if (stream->kind() == StreamKind::kLegacy) {
    return musaErrorStreamCaptureUnsupported;
  }
  return stream->capture ? musaErrorIllegalState : musaSuccess;
}

// All nodes on which `last` depends, and themselves.
std::unordered_set<const GraphNode*> reachable(const std::vector<GraphNode*>& last) {
  std::unordered_set<const GraphNode*> seen;
  std::vector<const GraphNode*> open(last.begin(), last.end());
  while (!open.empty()) {
    const GraphNode* const node = open.back();
    open.pop_back();
    if (seen.insert(node).second) {
      open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
    }
  }
  return seen;
}

// The work of every stream leads to what the origin would do next.
bool joined(const Capture& capture) {
  const auto seen = reachable(capture.origin->capture_nodes);
  for (const StreamPtr& stream : capture.streams) {
    for (const GraphNode* node : stream->capture_nodes) {
      if (seen.count(node) == 0) {
        return false;
      }
    }
  }
  return true;
}

void add_all(std::vector<GraphNode*>& nodes, const std::vector<GraphNode*>& more) {
  for (GraphNode* node : more) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
      nodes.push_back(node);
    }
  }
}

// The nodes of the handles, all of them in `graph`.
musaError_t read_nodes(const musaGraphNode_t* handles, std::size_t count, const Graph* graph,
                       std::vector<GraphNode*>* nodes) {
  if (count != 0 && handles == nullptr) {
    return musaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode* const node = find_node(handles[i]);
    if (node == nullptr || node->graph != graph) {
      return musaErrorInvalidValue;
    }
    nodes->push_back(node);
  }
  return musaSuccess;
}

musaError_t invalidate(Capture& capture, musaError_t error) {
  capture.invalid = true;
  return error;
}

}  // namespace

musaError_t begin_capture(musaStream_t stream, musaStreamCaptureMode mode) {
  const StreamPtr found = find_stream(stream);
  const GraphLock lock;
  if (const musaError_t error = check_begin(found, mode); error != musaSuccess) {
    return error;
  }
  auto graph = std::make_shared<Graph>();
  auto capture = std::make_shared<Capture>(next_capture_id(), mode, found, graph.get());
  capture->owned = std::move(graph);
  start_capture(std::move(capture), {});
  return musaSuccess;
}

musaError_t begin_capture_to_graph(musaStream_t stream, musaGraph_t graph,
                                   const musaGraphNode_t* dependencies, std::size_t count,
                                   musaStreamCaptureMode mode) {
  const StreamPtr found = find_stream(stream);
  const GraphLock lock;
  if (const musaError_t error = check_begin(found, mode); error != musaSuccess) {
    return error;
  }
  Graph* const target = find_graph(graph);
  std::vector<GraphNode*> nodes;
  if (target == nullptr || read_nodes(dependencies, count, target, &nodes) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  start_capture(std::make_shared<Capture>(next_capture_id(), mode, found, target),
                std::move(nodes));
  return musaSuccess;
}

musaError_t end_capture(musaStream_t stream, musaGraph_t* graph) {
  if (graph == nullptr) {
    return musaErrorInvalidValue;
  }
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  *graph = nullptr;
  const GraphLock lock;
  const std::shared_ptr<Capture> capture = found->capture;
  if (!capture) {
    return musaErrorIllegalState;
  }
  if (capture->mode != musaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    return musaErrorStreamCaptureWrongThread;
  }
  if (capture->origin != found) {
    return musaErrorStreamCaptureUnmatched;
  }
  const bool whole = joined(*capture);
  capture->leave_all();
  if (capture->invalid || !whole) {
    return capture->invalid ? musaErrorStreamCaptureInvalidated : musaErrorStreamCaptureUnjoined;
  }
  *graph = capture->owned ? own_graph(capture->owned) : graph_handle(capture->graph);
  return musaSuccess;
}

musaError_t record_operation(Stream& stream, Operation operation) {
  const GraphLock lock;
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture) {
    return musaErrorIllegalState;  // another thread ended it just now
  }
  if (capture->invalid) {
    return musaErrorStreamCaptureInvalidated;
  }
  if (operation.kind == OperationKind::kOther) {
    return invalidate(*capture, musaErrorStreamCaptureUnsupported);
  }
  const auto* memory = std::get_if<GraphMemoryParams>(&operation.params);
  if (memory != nullptr && operation.kind == OperationKind::kFree &&
      capture->graph->frees(memory->pointer)) {
    return musaErrorInvalidValue;
  }
  operation.device = stream.device();
  GraphNode* const node = capture->graph->add(std::move(operation), stream.capture_nodes);
  stream.capture_nodes.assign(1, node);
  return musaSuccess;
}

musaError_t capture_status(musaStream_t stream, musaStreamCaptureStatus* status) {
  if (status == nullptr) {
    return musaErrorInvalidValue;
  }
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  *status = musaStreamCaptureStatusNone;
  if (!any_capture()) {
    return musaSuccess;
  }
  const GraphLock lock;
  if (found->kind() == StreamKind::kLegacy && captured_with_legacy(found->device())) {
    return musaErrorStreamCaptureImplicit;
  }
  if (found->capture) {
    *status = found->capture->invalid ? musaStreamCaptureStatusInvalidated
                                      : musaStreamCaptureStatusActive;
  }
  return musaSuccess;
}

musaError_t capture_info(musaStream_t stream, CaptureInfo* info) {
  *info = CaptureInfo();
  if (const musaError_t error = capture_status(stream, &info->status); error != musaSuccess) {
    return error;
  }
  const StreamPtr found = find_stream(stream);
  const GraphLock lock;
  if (const std::shared_ptr<Capture> capture = found->capture; capture && !capture->invalid) {
    static_assert(sizeof(GraphNode*) == sizeof(musaGraphNode_t));
    info->id = capture->id;
    info->graph = graph_handle(capture->graph);
    info->dependencies = reinterpret_cast<const musaGraphNode_t*>(found->capture_nodes.data());
    info->dependency_count = found->capture_nodes.size();
  }
  return musaSuccess;
}

musaError_t update_capture_dependencies(musaStream_t stream, const musaGraphNode_t* nodes,
                                        std::size_t count, unsigned flags) {
  if (flags > musaStreamSetCaptureDependencies) {
    return musaErrorInvalidValue;
  }
  const StreamPtr found = find_stream(stream);
  if (!found) {
    return musaErrorInvalidResourceHandle;
  }
  const GraphLock lock;
  const std::shared_ptr<Capture> capture = found->capture;
  if (!capture) {
    return musaErrorIllegalState;
  }
  if (capture->invalid) {
    return musaErrorStreamCaptureInvalidated;
  }
  std::vector<GraphNode*> more;
  if (read_nodes(nodes, count, capture->graph, &more) != musaSuccess) {
    return musaErrorInvalidValue;
  }
  if (flags == musaStreamSetCaptureDependencies) {
    found->capture_nodes.clear();
  }
  add_all(found->capture_nodes, more);
  return musaSuccess;
}

void invalidate_capture_of(Stream& stream) noexcept {
  if (!stream.capturing.load(std::memory_order_acquire)) {
    return;
  }
  const GraphLock lock;
  if (const std::shared_ptr<Capture> capture = stream.capture) {
    capture->invalid = true;
    if (capture->origin.get() == &stream) {
      capture->leave_all();  // nobody can end it any more
    }
  }
}

void invalidate_capture(Stream& stream) noexcept {
  const GraphLock lock;
  if (stream.capture) {
    stream.capture->invalid = true;
  }
}

void forget_captured_node(GraphNode* node) {
  for (const auto& capture : captures()) {
    for (const StreamPtr& stream : capture->streams) {
      std::vector<GraphNode*>& nodes = stream->capture_nodes;
      nodes.erase(std::remove(nodes.begin(), nodes.end(), node), nodes.end());
    }
  }
}

void abandon_captures_into(const Graph& graph) {
  for (const auto& capture : std::vector<std::shared_ptr<Capture>>(captures())) {
    if (capture->graph == &graph) {
      capture->leave_all();
    }
  }
}

musaError_t captured_place(Stream& stream, CapturedPlace* place) {
  const GraphLock lock;
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture || capture->invalid) {
    return capture ? musaErrorStreamCaptureInvalidated : musaErrorIllegalState;
  }
  *place = CapturedPlace{capture, stream.capture_nodes};
  return musaSuccess;
}

musaError_t join_capture(Stream& stream, CapturedPlace place) {
  const GraphLock lock;
  const std::shared_ptr<Capture> capture = place.capture.lock();
  if (!capture || capture->streams.empty()) {
    return musaErrorCapturedEvent;  // the capture has ended
  }
  if (capture->invalid) {
    return musaErrorStreamCaptureInvalidated;
  }
  place.nodes.erase(std::remove_if(place.nodes.begin(), place.nodes.end(),
                                   [](GraphNode* node) { return !find_node(node_handle(node)); }),
                    place.nodes.end());
  if (stream.capture == nullptr) {
    if (stream.kind() == StreamKind::kLegacy) {
      return invalidate(*capture, musaErrorStreamCaptureUnsupported);
    }
    capture->add(stream.shared_from_this(), std::move(place.nodes));
    return musaSuccess;
  }
  if (stream.capture != capture) {
    stream.capture->invalid = true;
    return invalidate(*capture, musaErrorStreamCaptureMerge);
  }
  add_all(stream.capture_nodes, place.nodes);
  return musaSuccess;
}

void invalidate_place(const CapturedPlace& place) noexcept {
  const GraphLock lock;
  if (const std::shared_ptr<Capture> capture = place.capture.lock()) {
    capture->invalid = true;
  }
}

}  // namespace musasim
