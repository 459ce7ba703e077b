// One capture, for capture.cpp and capture_rules.cpp. All of it is guarded by graph_mutex().
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "machine/graph/graph.h"
#include "machine/stream/capture.h"
#include "machine/stream/stream_object.h"

namespace musasim {

class Capture : public std::enable_shared_from_this<Capture> {
 public:
  Capture(unsigned long long capture_id, musaStreamCaptureMode capture_mode, StreamPtr first,
          Graph* into)
      : id(capture_id),
        mode(capture_mode),
        origin(std::move(first)),
        thread(std::this_thread::get_id()),
        graph(into) {}

  const unsigned long long id;
  const musaStreamCaptureMode mode;
  const StreamPtr origin;
  const std::thread::id thread;
  Graph* const graph;
  std::shared_ptr<Graph> owned;  // the graph, unless it is the user's already
  bool invalid = false;
  std::vector<StreamPtr> streams;  // the origin included

  void add(const StreamPtr& stream, std::vector<GraphNode*> nodes);
  // Ends it: its streams run their work again.
  void leave_all();
};

// All captures that go on.
std::vector<std::shared_ptr<Capture>>& captures();
// A blocking stream of the device is being captured.
bool captured_with_legacy(int device);
bool any_capture() noexcept;  // needs no lock
void start_capture(std::shared_ptr<Capture> capture, std::vector<GraphNode*> nodes);

}  // namespace musasim
