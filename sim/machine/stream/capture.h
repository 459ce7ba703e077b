// Capture: streams that record their work into a graph instead of running it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/stream/stream.h"

namespace musasim {

class Capture;
class Event;
struct GraphNode;

// --- what the public functions do ---

MUSASIM_API musaError_t begin_capture(musaStream_t stream, musaStreamCaptureMode mode);
// Adds to the user's graph, after `dependencies`.
MUSASIM_API musaError_t begin_capture_to_graph(musaStream_t stream, musaGraph_t graph,
                                               const musaGraphNode_t* dependencies,
                                               std::size_t count, musaStreamCaptureMode mode);
MUSASIM_API musaError_t end_capture(musaStream_t stream, musaGraph_t* graph);
MUSASIM_API musaError_t capture_status(musaStream_t stream, musaStreamCaptureStatus* status);

struct CaptureInfo {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  unsigned long long id = 0;
  musaGraph_t graph = nullptr;
  // Stays valid until the stream's next call.
  const musaGraphNode_t* dependencies = nullptr;
  std::size_t dependency_count = 0;
};
MUSASIM_API musaError_t capture_info(musaStream_t stream, CaptureInfo* info);
MUSASIM_API musaError_t update_capture_dependencies(musaStream_t stream,
                                                    const musaGraphNode_t* nodes, std::size_t count,
                                                    unsigned flags);
// Gives the thread that mode, and the old one back in `mode`.
MUSASIM_API musaError_t exchange_capture_mode(musaStreamCaptureMode* mode);

// --- what the other parts of machine/stream ask ---

// Adds the operation to the graph of a capturing stream.
musaError_t record_operation(Stream& stream, Operation operation);

// Work on the legacy stream while a blocking stream of its device is captured: not possible, and
// the capture becomes invalid.
musaError_t check_implicit_dependency(const Stream& stream) noexcept;
// The stream, or the device, must not be waited for or asked now.
musaError_t check_waiting(const Stream& stream) noexcept;
musaError_t check_waiting_for_device(int device) noexcept;

// The stream goes away.
void invalidate_capture_of(Stream& stream) noexcept;
// Something that no capture can hold was done in it.
void invalidate_capture(Stream& stream) noexcept;

// The node, or the graph, goes while it may be part of a capture. With graph_mutex() held.
void forget_captured_node(GraphNode* node);
void abandon_captures_into(const Graph& graph);

// The capture and the place in it that an event marks.
struct CapturedPlace {
  std::weak_ptr<Capture> capture;
  std::vector<GraphNode*> nodes;
};
// The place of the capturing stream; the error if its capture is invalid.
musaError_t captured_place(Stream& stream, CapturedPlace* place);
// Makes the stream (captured or not) wait for the place: it joins the capture.
musaError_t join_capture(Stream& stream, CapturedPlace place);
// Makes the capture of the place invalid: something asked for an event that only exists in it.
void invalidate_place(const CapturedPlace& place) noexcept;

}  // namespace musasim
