// A MusaGraph behind the interface that torch has for the graphs of all devices.
#include "graph/accelerator_graph.h"

#if __has_include(<ATen/core/GraphImplInterface.h>)
#include <ATen/core/GraphImplInterface.h>

#include <memory>

#include "graph/musa_graph.h"
#include "torch_glue/device_type.h"

namespace musasim::graph {

namespace {

musaStreamCaptureMode mode_of(at::GraphCaptureMode mode) {
  switch (mode) {
    case at::GraphCaptureMode::ThreadLocal: return musaStreamCaptureModeThreadLocal;
    case at::GraphCaptureMode::Relaxed: return musaStreamCaptureModeRelaxed;
    default: return musaStreamCaptureModeGlobal;
  }
}

class AcceleratorGraph final : public at::GraphImplInterface {
 public:
  explicit AcceleratorGraph(const at::GraphImplArgs& args) : graph_(args.keep_graph) {}

  void capture_begin(c10::MempoolId_t pool, at::GraphCaptureMode mode) override {
    graph_.capture_begin(caching::PoolId(pool), mode_of(mode));
  }
  void capture_end() override { graph_.capture_end(); }
  void instantiate() override { graph_.instantiate(); }
  void replay() override { graph_.replay(); }
  void reset() override { graph_.reset(); }
  c10::MempoolId_t pool() const override { return graph_.pool(); }
  void enable_debug_mode() override { graph_.enable_debug_mode(); }
  void debug_dump(const std::string& path) override { graph_.debug_dump(path); }

 private:
  MusaGraph graph_;
};

}  // namespace

void register_accelerator_graph() {
  const std::string key = c10::DeviceTypeName(kMusa, /*lower_case=*/false);
  if (!at::GraphImplRegistry()->Has(key)) {
    at::GraphImplRegistry()->Register(key, [](const at::GraphImplArgs& args) {
      return std::unique_ptr<at::GraphImplInterface>(new AcceleratorGraph(args));
    });
  }
}

}  // namespace musasim::graph
#else
namespace musasim::graph {
void register_accelerator_graph() {}
}  // namespace musasim::graph
#endif
