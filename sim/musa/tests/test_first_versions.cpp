// Functions whose first versions took other arguments, looked up by name as old programs do.
#include <dlfcn.h>

#include "module.h"

namespace {

template <class F>
F named(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_DEFAULT, name));
}

void add_one(void* data) { *static_cast<int*>(data) += 1; }

}  // namespace

TEST(a_capture_begins_without_a_mode) {
  const Stream stream;
  const auto begin = named<MUresult (*)(MUstream)>("muStreamBeginCapture");
  const auto info =
      named<MUresult (*)(MUstream, MUstreamCaptureStatus*, muuint64_t*)>("muStreamGetCaptureInfo");
  OK(begin(stream.handle));
  MUstreamCaptureStatus status = MU_STREAM_CAPTURE_STATUS_NONE;
  muuint64_t id = 0;
  OK(info(stream.handle, &status, &id));
  EQUAL(static_cast<int>(status), static_cast<int>(MU_STREAM_CAPTURE_STATUS_ACTIVE));
  CHECK(id != 0);
  MUgraph graph = nullptr;
  OK(muStreamEndCapture(stream.handle, &graph));
  OK(muGraphDestroy(graph));
}

TEST(a_graph_is_instantiated_with_a_log) {
  using Instantiate = MUresult (*)(MUgraphExec*, MUgraph, MUgraphNode*, char*, size_t);
  using Update = MUresult (*)(MUgraphExec, MUgraph, MUgraphNode*, MUgraphExecUpdateResult*);
  int value = 0;
  MUgraph graph = nullptr;
  MUgraphNode node = nullptr;
  OK(muGraphCreate(&graph, 0));
  const MUSA_HOST_NODE_PARAMS params{add_one, &value};
  OK(muGraphAddHostNode(&node, graph, nullptr, 0, &params));
  MUgraphExec exec = nullptr;
  char log[32] = "?";
  OK(named<Instantiate>("muGraphInstantiate")(&exec, graph, &node, log, sizeof(log)));
  EQUAL(std::string(log), "");
  MUgraphExecUpdateResult result = MU_GRAPH_EXEC_UPDATE_ERROR;
  OK(named<Update>("muGraphExecUpdate")(exec, graph, &node, &result));
  EQUAL(static_cast<int>(result), static_cast<int>(MU_GRAPH_EXEC_UPDATE_SUCCESS));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  OK(muGraphExecDestroy(exec));
  EQUAL(value, 1);
  OK(muGraphDestroy(graph));
}

TEST(kernel_nodes_take_the_shorter_struct) {
  using Add = MUresult (*)(MUgraphNode*, MUgraph, const MUgraphNode*, size_t,
                           const MUSA_KERNEL_NODE_PARAMS_v1*);
  using Get = MUresult (*)(MUgraphNode, MUSA_KERNEL_NODE_PARAMS_v1*);
  using Set = MUresult (*)(MUgraphNode, const MUSA_KERNEL_NODE_PARAMS_v1*);
  using SetExec = MUresult (*)(MUgraphExec, MUgraphNode, const MUSA_KERNEL_NODE_PARAMS_v1*);
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  MUgraph graph = nullptr;
  MUgraphNode node = nullptr;
  OK(muGraphCreate(&graph, 0));
  MUSA_KERNEL_NODE_PARAMS_v1 params{module.function("scale"), 1,      1, 1, 100, 1, 1, 0,
                                    scale.arguments,          nullptr};
  OK(named<Add>("muGraphAddKernelNode")(&node, graph, nullptr, 0, &params));
  MUSA_KERNEL_NODE_PARAMS_v1 shown{};
  OK(named<Get>("muGraphKernelNodeGetParams")(node, &shown));
  CHECK(shown.func == params.func);
  EQUAL(shown.blockDimX, 100U);
  scale.factor = 5;
  OK(named<Set>("muGraphKernelNodeSetParams")(node, &params));
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph, 0));
  OK(muGraphLaunch(exec, nullptr));
  scale.check(10);
  scale.factor = 2;
  OK(named<SetExec>("muGraphExecKernelNodeSetParams")(exec, node, &params));
  OK(muGraphLaunch(exec, nullptr));
  scale.check(20);
  IS(named<Add>("muGraphAddKernelNode")(&node, graph, nullptr, 0, nullptr), INVALID_VALUE);
  OK(muGraphExecDestroy(exec));
  OK(muGraphDestroy(graph));
}

TEST_MAIN()
