// Capture, and graphs of all kinds of nodes.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "module.h"
#include "testing/temporary_file.h"

namespace {

struct Graph {
  MUgraph handle = nullptr;
  Graph() { OK(muGraphCreate(&handle, 0)); }
  ~Graph() { OK(muGraphDestroy(handle)); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void launch() const {
    MUgraphExec exec = nullptr;
    OK(muGraphInstantiate(&exec, handle, 0));
    OK(muGraphLaunch(exec, nullptr));
    OK(muCtxSynchronize());
    OK(muGraphExecDestroy(exec));
  }
};

MUSA_MEMSET_NODE_PARAMS fill(MUdeviceptr to, unsigned value, size_t count) {
  MUSA_MEMSET_NODE_PARAMS params{};
  params.dst = to;
  params.value = value;
  params.elementSize = 4;
  params.width = count;
  params.height = 1;
  return params;
}

MUSA_MEMCPY3D copy(MUdeviceptr from, void* to, size_t bytes) {
  MUSA_MEMCPY3D params{};
  params.srcMemoryType = MU_MEMORYTYPE_DEVICE;
  params.srcDevice = from;
  params.dstMemoryType = MU_MEMORYTYPE_HOST;
  params.dstHost = to;
  params.WidthInBytes = bytes;
  params.Height = 1;
  params.Depth = 1;
  return params;
}

MUSA_KERNEL_NODE_PARAMS kernel(const Module& module, Scale& scale) {
  MUSA_KERNEL_NODE_PARAMS params{};
  params.func = module.function("scale");
  params.gridDimX = params.gridDimY = params.gridDimZ = 1;
  params.blockDimX = 100;
  params.blockDimY = params.blockDimZ = 1;
  params.kernelParams = scale.arguments;
  return params;
}

void add_one(void* data) { *static_cast<int*>(data) += 1; }
void add_ten(void* data) { *static_cast<int*>(data) += 10; }

}  // namespace

TEST(work_of_a_stream_is_captured_and_replayed) {
  const Memory memory(4000);
  const Stream stream;
  std::vector<int> found(1000);
  MUstreamCaptureStatus status = MU_STREAM_CAPTURE_STATUS_INVALIDATED;
  OK(muStreamBeginCapture(stream.handle, MU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  OK(muMemsetD32Async(memory.at, 4, 1000, stream.handle));
  OK(muMemcpyDtoHAsync(found.data(), memory.at, 4000, stream.handle));
  OK(muStreamIsCapturing(stream.handle, &status));
  EQUAL(static_cast<int>(status), static_cast<int>(MU_STREAM_CAPTURE_STATUS_ACTIVE));
  muuint64_t id = 0;
  MUgraph growing = nullptr;
  const MUgraphNode* last = nullptr;
  size_t count = 0;
  OK(muStreamGetCaptureInfo(stream.handle, &status, &id, &growing, &last, &count));
  CHECK(growing != nullptr);
  EQUAL(count, size_t{1});
  OK(muStreamUpdateCaptureDependencies(stream.handle, nullptr, 0,
                                       MU_STREAM_SET_CAPTURE_DEPENDENCIES));
  int value = 0;
  OK(muLaunchHostFunc(stream.handle, add_one, &value));
  MUgraph graph = nullptr;
  OK(muStreamEndCapture(stream.handle, &graph));
  EQUAL(found[0], 0);
  size_t roots = 0;
  OK(muGraphGetRootNodes(graph, nullptr, &roots));
  EQUAL(roots, size_t{2});
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph, 0));
  OK(muGraphUpload(exec, stream.handle));
  OK(muGraphLaunch(exec, stream.handle));
  OK(muGraphLaunch(exec, stream.handle));
  OK(muStreamSynchronize(stream.handle));
  EQUAL(found[999], 4);
  EQUAL(value, 2);
  OK(muGraphExecDestroy(exec));
  OK(muGraphDestroy(graph));
  IS(muStreamEndCapture(stream.handle, &graph), ILLEGAL_STATE);
}

TEST(the_mode_of_a_thread_is_exchanged) {
  MUstreamCaptureMode mode = MU_STREAM_CAPTURE_MODE_RELAXED;
  OK(muThreadExchangeStreamCaptureMode(&mode));
  EQUAL(static_cast<int>(mode), static_cast<int>(MU_STREAM_CAPTURE_MODE_GLOBAL));
  const Stream stream;
  OK(muStreamBeginCapture(stream.handle, MU_STREAM_CAPTURE_MODE_GLOBAL));
  void* pointer = nullptr;
  OK(muMemAllocHost(&pointer, 4));  // relaxed: not unsafe for this thread
  OK(muThreadExchangeStreamCaptureMode(&mode));
  IS(muMemAllocHost(&pointer, 4), STREAM_CAPTURE_UNSUPPORTED);
  MUgraph graph = nullptr;
  IS(muStreamEndCapture(stream.handle, &graph), STREAM_CAPTURE_INVALIDATED);
  OK(muMemFreeHost(pointer));
}

TEST(kernel_nodes_run_and_change) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  const Graph graph;
  MUgraphNode node = nullptr;
  MUSA_KERNEL_NODE_PARAMS params = kernel(module, scale);
  OK(muGraphAddKernelNode(&node, graph.handle, nullptr, 0, &params));
  MUSA_KERNEL_NODE_PARAMS found{};
  OK(muGraphKernelNodeGetParams(node, &found));
  CHECK(found.func == params.func);
  EQUAL(found.blockDimX, 100U);
  EQUAL(*static_cast<float*>(found.kernelParams[1]), 3.0F);
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph.handle, 0));
  scale.factor = 10;  // the node has its own copy
  OK(muGraphLaunch(exec, nullptr));
  scale.check(6);
  OK(muGraphExecKernelNodeSetParams(exec, node, &params));
  OK(muGraphLaunch(exec, nullptr));
  scale.check(60);
  OK(muGraphNodeSetEnabled(exec, node, 0));
  unsigned enabled = 1;
  OK(muGraphNodeGetEnabled(exec, node, &enabled));
  EQUAL(enabled, 0U);
  OK(muGraphLaunch(exec, nullptr));
  scale.check(60);
  OK(muGraphExecDestroy(exec));
  scale.factor = 0.5F;
  OK(muGraphKernelNodeSetParams(node, &params));
  graph.launch();
  scale.check(30);
  IS(muGraphAddKernelNode(&node, graph.handle, nullptr, 0, nullptr), INVALID_VALUE);
}

TEST(attributes_of_kernel_nodes_are_kept) {
  const Module module;
  const Memory memory(400);
  Scale scale(memory.at);
  const Graph graph;
  MUgraphNode nodes[2] = {};
  const MUSA_KERNEL_NODE_PARAMS params = kernel(module, scale);
  for (MUgraphNode& node : nodes) {
    OK(muGraphAddKernelNode(&node, graph.handle, nullptr, 0, &params));
  }
  MUkernelNodeAttrValue value{};
  value.priority = -1;
  OK(muGraphKernelNodeSetAttribute(nodes[0], MU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  OK(muGraphKernelNodeCopyAttributes(nodes[1], nodes[0]));
  value.priority = 0;
  OK(muGraphKernelNodeGetAttribute(nodes[1], MU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
  EQUAL(value.priority, -1);
}

TEST(fill_and_copy_nodes_run_and_change) {
  const Memory memory(400);
  std::vector<int> found(100);
  const Graph graph;
  MUgraphNode filling = nullptr;
  MUgraphNode copying = nullptr;
  MUSA_MEMSET_NODE_PARAMS fill_params = fill(memory.at, 5, 100);
  MUSA_MEMCPY3D copy_params = copy(memory.at, found.data(), 400);
  OK(muGraphAddMemsetNode(&filling, graph.handle, nullptr, 0, &fill_params, context));
  OK(muGraphAddMemcpyNode(&copying, graph.handle, &filling, 1, &copy_params, context));
  graph.launch();
  EQUAL(found[99], 5);

  MUSA_MEMSET_NODE_PARAMS shown{};
  OK(muGraphMemsetNodeGetParams(filling, &shown));
  EQUAL(shown.dst, memory.at);
  EQUAL(shown.value, 5U);
  MUSA_MEMCPY3D shown_copy{};
  OK(muGraphMemcpyNodeGetParams(copying, &shown_copy));
  EQUAL(shown_copy.srcDevice, memory.at);
  CHECK(shown_copy.dstHost == found.data());

  fill_params.value = 6;
  copy_params.WidthInBytes = 40;
  OK(muGraphMemsetNodeSetParams(filling, &fill_params));
  OK(muGraphMemcpyNodeSetParams(copying, &copy_params));
  graph.launch();
  EQUAL(found[9], 6);
  EQUAL(found[10], 5);

  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph.handle, 0));
  fill_params.value = 7;
  copy_params = copy(memory.at, found.data() + 50, 40);
  OK(muGraphExecMemsetNodeSetParams(exec, filling, &fill_params, context));
  OK(muGraphExecMemcpyNodeSetParams(exec, copying, &copy_params, context));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  EQUAL(found[50], 7);
  EQUAL(found[9], 6);
  OK(muGraphExecDestroy(exec));
  IS(muGraphAddMemsetNode(&filling, graph.handle, nullptr, 0, nullptr, context), INVALID_VALUE);
}

TEST(host_nodes_run_and_change) {
  const Graph graph;
  int value = 0;
  MUgraphNode node = nullptr;
  MUSA_HOST_NODE_PARAMS params{add_one, &value};
  OK(muGraphAddHostNode(&node, graph.handle, nullptr, 0, &params));
  graph.launch();
  EQUAL(value, 1);
  MUSA_HOST_NODE_PARAMS shown{};
  OK(muGraphHostNodeGetParams(node, &shown));
  CHECK(shown.fn == add_one && shown.userData == &value);
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph.handle, 0));
  params.fn = add_ten;
  OK(muGraphExecHostNodeSetParams(exec, node, &params));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  EQUAL(value, 11);
  OK(muGraphExecDestroy(exec));
  OK(muGraphHostNodeSetParams(node, &params));
  graph.launch();
  EQUAL(value, 21);
}

TEST(a_child_graph_is_a_node) {
  const Graph child;
  const Graph other;
  const Graph graph;
  int value = 0;
  MUgraphNode node = nullptr;
  MUSA_HOST_NODE_PARAMS params{add_one, &value};
  OK(muGraphAddHostNode(&node, child.handle, nullptr, 0, &params));
  params.fn = add_ten;
  OK(muGraphAddHostNode(&node, other.handle, nullptr, 0, &params));
  OK(muGraphAddChildGraphNode(&node, graph.handle, nullptr, 0, child.handle));
  graph.launch();
  EQUAL(value, 1);
  MUgraph embedded = nullptr;
  OK(muGraphChildGraphNodeGetGraph(node, &embedded));
  size_t count = 0;
  OK(muGraphGetNodes(embedded, nullptr, &count));
  EQUAL(count, size_t{1});
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph.handle, 0));
  OK(muGraphExecChildGraphNodeSetParams(exec, node, other.handle));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  EQUAL(value, 11);
  OK(muGraphExecDestroy(exec));
}

TEST(event_nodes_record_and_wait) {
  MUevent first = nullptr;
  MUevent second = nullptr;
  OK(muEventCreate(&first, 0));
  OK(muEventCreate(&second, 0));
  const Graph graph;
  MUgraphNode record = nullptr;
  MUgraphNode wait = nullptr;
  OK(muGraphAddEventRecordNode(&record, graph.handle, nullptr, 0, first));
  OK(muGraphAddEventWaitNode(&wait, graph.handle, &record, 1, first));
  graph.launch();
  float milliseconds = -1;
  OK(muEventElapsedTime(&milliseconds, first, first));
  EQUAL(milliseconds, 0.0F);
  IS(muEventElapsedTime(&milliseconds, first, second), INVALID_HANDLE);
  OK(muGraphEventRecordNodeSetEvent(record, second));
  OK(muGraphEventWaitNodeSetEvent(wait, second));
  MUevent shown = nullptr;
  OK(muGraphEventRecordNodeGetEvent(record, &shown));
  CHECK(shown == second);
  OK(muGraphEventWaitNodeGetEvent(wait, &shown));
  CHECK(shown == second);
  graph.launch();
  OK(muEventElapsedTime(&milliseconds, first, second));
  CHECK(milliseconds >= 0.0F);
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiate(&exec, graph.handle, 0));
  OK(muGraphExecEventRecordNodeSetEvent(exec, record, first));
  OK(muGraphExecEventWaitNodeSetEvent(exec, wait, first));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  OK(muEventElapsedTime(&milliseconds, second, first));
  CHECK(milliseconds >= 0.0F);
  OK(muGraphExecDestroy(exec));
  OK(muEventDestroy(first));
  OK(muEventDestroy(second));
}

TEST(a_graph_allocates_and_frees) {
  const Graph graph;
  MUSA_MEM_ALLOC_NODE_PARAMS params{};
  params.poolProps.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location.type = MU_MEM_LOCATION_TYPE_DEVICE;
  params.bytesize = 4000;
  MUgraphNode allocation = nullptr;
  MUgraphNode filling = nullptr;
  MUgraphNode copying = nullptr;
  MUgraphNode freeing = nullptr;
  std::vector<int> found(1000);
  OK(muGraphAddMemAllocNode(&allocation, graph.handle, nullptr, 0, &params));
  CHECK(params.dptr != 0);
  const MUSA_MEMSET_NODE_PARAMS fill_params = fill(params.dptr, 8, 1000);
  const MUSA_MEMCPY3D copy_params = copy(params.dptr, found.data(), 4000);
  OK(muGraphAddMemsetNode(&filling, graph.handle, &allocation, 1, &fill_params, nullptr));
  OK(muGraphAddMemcpyNode(&copying, graph.handle, &filling, 1, &copy_params, nullptr));
  OK(muGraphAddMemFreeNode(&freeing, graph.handle, &copying, 1, params.dptr));
  graph.launch();
  EQUAL(found[999], 8);
  MUSA_MEM_ALLOC_NODE_PARAMS shown{};
  OK(muGraphMemAllocNodeGetParams(allocation, &shown));
  EQUAL(shown.dptr, params.dptr);
  EQUAL(shown.bytesize, size_t{4000});
  MUdeviceptr freed = 0;
  OK(muGraphMemFreeNodeGetParams(freeing, &freed));
  EQUAL(freed, params.dptr);
  unsigned long long bytes = 0;
  OK(muDeviceGetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  CHECK(bytes >= 4000);
  bytes = 0;
  OK(muDeviceSetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
  OK(muDeviceGetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &bytes));
  EQUAL(bytes, 0ULL);
  OK(muDeviceGraphMemTrim(0));
  IS(muDeviceGraphMemTrim(9), INVALID_DEVICE);
}

TEST(graphs_are_connected_listed_and_cloned) {
  const Graph graph;
  int value = 0;
  MUgraphNode empty = nullptr;
  MUgraphNode host = nullptr;
  const MUSA_HOST_NODE_PARAMS params{add_one, &value};
  OK(muGraphAddEmptyNode(&empty, graph.handle, nullptr, 0));
  OK(muGraphAddHostNode(&host, graph.handle, nullptr, 0, &params));
  OK(muGraphAddDependencies(graph.handle, &empty, &host, 1));
  MUgraphNode from = nullptr;
  MUgraphNode to = nullptr;
  size_t count = 1;
  OK(muGraphGetEdges(graph.handle, &from, &to, &count));
  CHECK(count == 1 && from == empty && to == host);
  OK(muGraphNodeGetDependencies(host, &from, &count));
  CHECK(count == 1 && from == empty);
  OK(muGraphNodeGetDependentNodes(empty, &to, &count));
  CHECK(count == 1 && to == host);
  MUgraphNodeType type = MU_GRAPH_NODE_TYPE_KERNEL;
  OK(muGraphNodeGetType(host, &type));
  EQUAL(static_cast<int>(type), static_cast<int>(MU_GRAPH_NODE_TYPE_HOST));

  MUgraph clone = nullptr;
  MUgraphNode twin = nullptr;
  OK(muGraphClone(&clone, graph.handle));
  OK(muGraphNodeFindInClone(&twin, host, clone));
  CHECK(twin != host);
  OK(muGraphDestroyNode(twin));
  OK(muGraphGetNodes(clone, nullptr, &count));
  EQUAL(count, size_t{1});
  OK(muGraphDestroy(clone));
  OK(muGraphRemoveDependencies(graph.handle, &empty, &host, 1));
  OK(muGraphGetRootNodes(graph.handle, nullptr, &count));
  EQUAL(count, size_t{2});
  IS(muGraphDestroy(clone), INVALID_VALUE);
}

TEST(an_executable_graph_takes_the_parameters_of_another) {
  int value = 0;
  const Graph first;
  const Graph second;
  const Graph third;
  MUgraphNode node = nullptr;
  MUSA_HOST_NODE_PARAMS params{add_one, &value};
  OK(muGraphAddHostNode(&node, first.handle, nullptr, 0, &params));
  params.fn = add_ten;
  OK(muGraphAddHostNode(&node, second.handle, nullptr, 0, &params));
  MUSA_GRAPH_INSTANTIATE_PARAMS how{};
  how.flags = MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiateWithParams(&exec, first.handle, &how));
  EQUAL(static_cast<int>(how.result_out), static_cast<int>(MUSA_GRAPH_INSTANTIATE_SUCCESS));
  muuint64_t flags = 0;
  OK(muGraphExecGetFlags(exec, &flags));
  EQUAL(flags, how.flags);
  MUgraphExecUpdateResultInfo info{};
  OK(muGraphExecUpdate(exec, second.handle, &info));
  OK(muGraphLaunch(exec, nullptr));
  OK(muCtxSynchronize());
  EQUAL(value, 10);
  IS(muGraphExecUpdate(exec, third.handle, &info), GRAPH_EXEC_UPDATE_FAILURE);
  EQUAL(static_cast<int>(info.result),
        static_cast<int>(MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED));
  OK(muGraphExecDestroy(exec));
}

TEST(user_objects_live_as_long_as_their_graphs) {
  int destroyed = 0;
  MUuserObject object = nullptr;
  OK(muUserObjectCreate(&object, &destroyed, add_one, 1, MU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(muUserObjectRetain(object, 1));
  {
    const Graph graph;
    OK(muGraphRetainUserObject(graph.handle, object, 2, 0));
    OK(muGraphReleaseUserObject(graph.handle, object, 1));
    OK(muUserObjectRelease(object, 2));
    EQUAL(destroyed, 0);
  }
  OK(muCtxSynchronize());
  EQUAL(destroyed, 1);
}

TEST(a_graph_is_drawn) {
  const Graph graph;
  MUgraphNode node = nullptr;
  OK(muGraphAddEmptyNode(&node, graph.handle, nullptr, 0));
  const musasim::testing::TemporaryFile temporary("driver_graph.dot");
  const std::string& path = temporary.path();
  OK(muGraphDebugDotPrint(graph.handle, path.c_str(), 0));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(text.find("digraph") != std::string::npos);
}

TEST_MAIN()
