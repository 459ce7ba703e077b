// Nodes of each kind: parameters that are read and changed, in graphs and in executable graphs.
#include <atomic>

#include "stream_helpers.h"

using namespace helpers;

namespace {

musaGraphNodeType type_of(musaGraphNode_t node) {
  musaGraphNodeType type = musaGraphNodeTypeCount;
  EQUAL(musaGraphNodeGetType(node, &type), musaSuccess);
  return type;
}

int g_symbol[4];  // the shadow of a device variable
const musasimVariable kVariable = {"g_symbol", g_symbol, sizeof(g_symbol), nullptr,
                                   MUSASIM_VARIABLE_DEVICE};
const musasimModule kModule = {MUSASIM_KERNEL_ABI, 0, nullptr, 1, &kVariable, "symbols"};
musasimFatBinary g_binary = {MUSASIM_FATBIN_MAGIC, 1, &kModule, nullptr};

// Registers the variable for the time of a test.
struct Symbols {
  Symbols() : handle(__musaRegisterFatBinary(&g_binary)) {}
  ~Symbols() { __musaUnregisterFatBinary(handle); }
  void** handle;
};

musaMemcpy3DParms rows(int* to, int* from, std::size_t count) {
  musaMemcpy3DParms parms{};
  parms.srcPtr = musaPitchedPtr{from, count * sizeof(int), count * sizeof(int), 1};
  parms.dstPtr = musaPitchedPtr{to, count * sizeof(int), count * sizeof(int), 1};
  parms.extent = musaExtent{count * sizeof(int), 1, 1};
  parms.kind = musaMemcpyDeviceToDevice;
  return parms;
}

}  // namespace

TEST(kernel_node_parameters_are_read_and_changed) {
  Graph graph;
  Ints value;
  musaGraphNode_t node = add_kernel(graph, {}, add, value.data(), 5);
  CHECK(type_of(node) == musaGraphNodeTypeKernel);
  musaKernelNodeParams params{};
  EQUAL(musaGraphKernelNodeGetParams(node, &params), musaSuccess);
  CHECK(params.func == reinterpret_cast<void*>(add));
  EQUAL(params.gridDim.x, 1U);
  EQUAL(*static_cast<int**>(params.kernelParams[0]), value.data());
  EQUAL(*static_cast<int*>(params.kernelParams[1]), 5);
  const Exec old(graph);
  int changed = 50;
  params.kernelParams[1] = &changed;  // as llama.cpp does
  EQUAL(musaGraphKernelNodeSetParams(node, &params), musaSuccess);
  changed = 1000;
  run(old);
  EQUAL(value.first(), 5);
  run(Exec(graph));
  EQUAL(value.first(), 55);
}

TEST(kernel_nodes_are_checked) {
  Graph graph;
  Ints value;
  KernelNode bad(add, value.data(), 1);
  bad.params.gridDim = dim3(0);
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddKernelNode(&node, graph, nullptr, 0, &bad.params),
        musaErrorInvalidConfiguration);
  KernelNode unknown(add, value.data(), 1);
  unknown.params.func = &node;
  EQUAL(musaGraphAddKernelNode(&node, graph, nullptr, 0, &unknown.params),
        musaErrorInvalidDeviceFunction);
  EQUAL(musaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr), musaErrorInvalidValue);
}

TEST(kernel_node_attributes_are_kept_and_copied) {
  Graph graph;
  Ints value;
  musaGraphNode_t node = add_kernel(graph, {}, add, value.data(), 5);
  musaGraphNode_t other = add_kernel(graph, {}, add, value.data(), 5);
  musaKernelNodeAttrValue attribute{};
  attribute.priority = -1;
  EQUAL(musaGraphKernelNodeSetAttribute(node, musaKernelNodeAttributePriority, &attribute),
        musaSuccess);
  EQUAL(musaGraphKernelNodeCopyAttributes(node, other), musaSuccess);
  musaKernelNodeAttrValue read{};
  EQUAL(musaGraphKernelNodeGetAttribute(other, musaKernelNodeAttributePriority, &read),
        musaSuccess);
  EQUAL(read.priority, -1);
  EQUAL(musaGraphKernelNodeGetAttribute(other, musaLaunchAttributeIgnore, &read),
        musaErrorInvalidValue);
}

TEST(kernel_nodes_of_an_executable_graph_change_alone) {
  Graph graph;
  Ints value;
  Ints other;
  musaGraphNode_t node = add_kernel(graph, {}, add, value.data(), 5);
  const Exec exec(graph);
  const KernelNode fresh(multiply, value.data(), 3);
  run(exec);
  EQUAL(musaGraphExecKernelNodeSetParams(exec, node, &fresh.params), musaSuccess);
  run(exec);
  EQUAL(value.first(), 15);
  run(Exec(graph));
  EQUAL(value.first(), 20);
  Graph foreign;
  musaGraphNode_t stranger = add_kernel(foreign, {}, add, value.data(), 5);
  EQUAL(musaGraphExecKernelNodeSetParams(exec, stranger, &fresh.params), musaErrorInvalidValue);
}

TEST(copy_nodes_copy_and_change) {
  Graph graph;
  Ints from(4);
  Ints to(4);
  Ints elsewhere(4);
  EQUAL(musaMemset(from.data(), 1, from.bytes()), musaSuccess);
  musaMemcpy3DParms parms = rows(to.data(), from.data(), 4);
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddMemcpyNode(&node, graph, nullptr, 0, &parms), musaSuccess);
  CHECK(type_of(node) == musaGraphNodeTypeMemcpy);
  musaMemcpy3DParms shown{};
  EQUAL(musaGraphMemcpyNodeGetParams(node, &shown), musaSuccess);
  CHECK(shown.dstPtr.ptr == to.data() && shown.extent.width == 16);
  const Exec exec(graph);
  run(exec);
  EQUAL(to.read()[3], 0x01010101);
  parms = rows(elsewhere.data(), from.data(), 2);
  EQUAL(musaGraphExecMemcpyNodeSetParams(exec, node, &parms), musaSuccess);
  run(exec);
  EQUAL(elsewhere.read()[1], 0x01010101);
  EQUAL(elsewhere.read()[2], 0);
  parms = rows(elsewhere.data() + 2, from.data(), 1);
  EQUAL(musaGraphMemcpyNodeSetParams(node, &parms), musaSuccess);
  run(Exec(graph));
  EQUAL(elsewhere.read()[2], 0x01010101);
  EQUAL(elsewhere.read()[3], 0);
}

TEST(linear_copy_nodes_copy_and_change) {
  Graph graph;
  Ints to(2);
  int host[2] = {11, 12};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to.data(), host, sizeof(int),
                                 musaMemcpyHostToDevice),
        musaSuccess);
  const Exec exec(graph);
  run(exec);
  EQUAL(to.read()[0], 11);
  host[0] = 21;  // read when the graph runs
  run(exec);
  EQUAL(to.read()[0], 21);
  EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, node, to.data() + 1, host + 1, sizeof(int),
                                           musaMemcpyHostToDevice),
        musaSuccess);
  run(exec);
  EQUAL(to.read()[1], 12);
  EQUAL(musaGraphMemcpyNodeSetParams1D(node, to.data(), host + 1, sizeof(int),
                                       musaMemcpyHostToDevice),
        musaSuccess);
  run(Exec(graph));
  EQUAL(to.read()[0], 12);
}

TEST(copies_of_an_executable_graph_keep_their_kinds_of_memory) {
  const Symbols symbols;
  Graph graph;
  Ints from(2);
  Ints to(2);
  int host[2] = {};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, to.data(), from.data(), sizeof(int),
                                 musaMemcpyDeviceToDevice),
        musaSuccess);
  const Exec exec(graph);
  EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, node, host, from.data(), sizeof(int),
                                           musaMemcpyDeviceToHost),
        musaErrorInvalidValue);
  EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, node, to.data(), host, sizeof(int),
                                           musaMemcpyDefault),
        musaErrorInvalidValue);
  EQUAL(musaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, g_symbol, host, sizeof(int), 0,
                                                 musaMemcpyHostToDevice),
        musaErrorInvalidValue);
  EQUAL(musaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, host, g_symbol, sizeof(int), 0,
                                                   musaMemcpyDeviceToHost),
        musaErrorInvalidValue);
  musaMemcpy3DParms parms = rows(host, from.data(), 1);
  parms.kind = musaMemcpyDeviceToHost;
  EQUAL(musaGraphExecMemcpyNodeSetParams(exec, node, &parms), musaErrorInvalidValue);
  // Another allocation of the device is no other kind.
  EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, node, from.data(), to.data(), sizeof(int),
                                           musaMemcpyDeviceToDevice),
        musaSuccess);
  Graph other;
  EQUAL(musaGraphAddMemcpyNode1D(&node, other, nullptr, 0, host, from.data(), sizeof(int),
                                 musaMemcpyDeviceToHost),
        musaSuccess);
  musaGraphExecUpdateResultInfo info{};
  EQUAL(musaGraphExecUpdate(exec, other, &info), musaErrorGraphExecUpdateFailure);
  CHECK(info.result == musaGraphExecUpdateErrorParametersChanged);
}

TEST(symbol_copy_nodes_reach_the_variable) {
  const Symbols symbols;
  Graph graph;
  int in[2] = {5, 6};
  int out[2] = {};
  musaGraphNode_t write = nullptr;
  musaGraphNode_t read = nullptr;
  EQUAL(musaGraphAddMemcpyNodeToSymbol(&write, graph, nullptr, 0, g_symbol, in, sizeof(in),
                                       sizeof(int), musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaGraphAddMemcpyNodeFromSymbol(&read, graph, &write, 1, out, g_symbol, sizeof(out),
                                         sizeof(int), musaMemcpyDeviceToHost),
        musaSuccess);
  EQUAL(musaGraphAddMemcpyNodeToSymbol(&write, graph, nullptr, 0, g_symbol, in, sizeof(in),
                                       sizeof(g_symbol), musaMemcpyHostToDevice),
        musaErrorInvalidValue);
  const Exec exec(graph);
  run(exec);
  EQUAL(out[0], 5);
  EQUAL(out[1], 6);
  EQUAL(musaGraphExecMemcpyNodeSetParamsToSymbol(exec, write, g_symbol, in + 1, sizeof(int),
                                                 sizeof(int), musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaGraphExecMemcpyNodeSetParamsFromSymbol(exec, read, out + 1, g_symbol, sizeof(int),
                                                   sizeof(int), musaMemcpyDeviceToHost),
        musaSuccess);
  run(exec);
  EQUAL(out[1], 6);
  in[1] = 7;
  run(exec);
  EQUAL(out[1], 7);
  EQUAL(out[0], 5);
  EQUAL(musaGraphMemcpyNodeSetParamsToSymbol(write, g_symbol, in + 1, sizeof(int), 0,
                                             musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(musaGraphMemcpyNodeSetParamsFromSymbol(read, out, g_symbol, sizeof(int), 0,
                                               musaMemcpyDeviceToHost),
        musaSuccess);
  run(Exec(graph));
  EQUAL(out[0], 7);
}

TEST(memset_nodes_fill_and_change) {
  Graph graph;
  Ints value(4);
  musaMemsetParams params{value.data(), 0, 0x2A, 4, 3, 1};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddMemsetNode(&node, graph, nullptr, 0, &params), musaSuccess);
  CHECK(type_of(node) == musaGraphNodeTypeMemset);
  musaMemsetParams shown{};
  EQUAL(musaGraphMemsetNodeGetParams(node, &shown), musaSuccess);
  EQUAL(shown.value, 0x2AU);
  const Exec exec(graph);
  run(exec);
  EQUAL(value.read()[2], 0x2A);
  EQUAL(value.read()[3], 0);
  params.value = 1;
  EQUAL(musaGraphExecMemsetNodeSetParams(exec, node, &params), musaSuccess);
  run(exec);
  EQUAL(value.read()[2], 1);
  params.value = 9;
  EQUAL(musaGraphMemsetNodeSetParams(node, &params), musaSuccess);
  run(Exec(graph));
  EQUAL(value.read()[0], 9);
  params.elementSize = 3;
  EQUAL(musaGraphMemsetNodeSetParams(node, &params), musaErrorInvalidValue);
}

TEST(host_nodes_call_and_change) {
  static std::atomic<int> sum{0};
  sum = 0;
  int one = 1;
  int ten = 10;
  const musaHostFn_t function = [](void* data) { sum += *static_cast<int*>(data); };
  Graph graph;
  musaHostNodeParams params{function, &one};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddHostNode(&node, graph, nullptr, 0, &params), musaSuccess);
  CHECK(type_of(node) == musaGraphNodeTypeHost);
  musaHostNodeParams shown{};
  EQUAL(musaGraphHostNodeGetParams(node, &shown), musaSuccess);
  CHECK(shown.fn == function && shown.userData == &one);
  const Exec exec(graph);
  run(exec);
  params.userData = &ten;
  EQUAL(musaGraphExecHostNodeSetParams(exec, node, &params), musaSuccess);
  run(exec);
  EQUAL(sum.load(), 11);
  EQUAL(musaGraphHostNodeSetParams(node, &params), musaSuccess);
  run(Exec(graph));
  EQUAL(sum.load(), 21);
  params.fn = nullptr;
  EQUAL(musaGraphHostNodeSetParams(node, &params), musaErrorInvalidValue);
}

TEST(event_nodes_record_wait_and_change) {
  Graph graph;
  Event event;
  Event other;
  musaGraphNode_t record = nullptr;
  musaGraphNode_t wait = nullptr;
  EQUAL(musaGraphAddEventRecordNode(&record, graph, nullptr, 0, event), musaSuccess);
  EQUAL(musaGraphAddEventWaitNode(&wait, graph, &record, 1, other), musaSuccess);
  CHECK(type_of(record) == musaGraphNodeTypeEventRecord);
  CHECK(type_of(wait) == musaGraphNodeTypeWaitEvent);
  musaEvent_t shown = nullptr;
  EQUAL(musaGraphEventRecordNodeGetEvent(record, &shown), musaSuccess);
  CHECK(shown == event);
  EQUAL(musaGraphEventWaitNodeGetEvent(wait, &shown), musaSuccess);
  CHECK(shown == other);
  EQUAL(musaGraphEventWaitNodeGetEvent(record, &shown), musaErrorInvalidValue);
  const Exec exec(graph);
  run(exec);
  float ms = -1;
  EQUAL(musaEventElapsedTime(&ms, event, event), musaSuccess);
  EQUAL(musaEventElapsedTime(&ms, other, other), musaErrorInvalidResourceHandle);
  EQUAL(musaGraphExecEventRecordNodeSetEvent(exec, record, other), musaSuccess);
  EQUAL(musaGraphExecEventWaitNodeSetEvent(exec, wait, event), musaSuccess);
  run(exec);
  EQUAL(musaEventElapsedTime(&ms, other, other), musaSuccess);
  EQUAL(musaGraphEventRecordNodeSetEvent(record, other), musaSuccess);
  EQUAL(musaGraphEventRecordNodeGetEvent(record, &shown), musaSuccess);
  CHECK(shown == other);
  EQUAL(musaGraphEventWaitNodeSetEvent(wait, event), musaSuccess);
  EQUAL(musaGraphEventWaitNodeSetEvent(wait, nullptr), musaErrorInvalidValue);
}

TEST(child_graphs_of_an_executable_graph_can_be_replaced) {
  Graph inner;
  Graph outer;
  Graph fresh;
  Graph unlike;
  Ints value;
  add_kernel(inner, {}, add, value.data(), 1);
  add_kernel(fresh, {}, add, value.data(), 10);
  add_kernel(unlike, {add_kernel(unlike, {}, add, value.data(), 1)}, add, value.data(), 1);
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddChildGraphNode(&node, outer, nullptr, 0, inner), musaSuccess);
  CHECK(type_of(node) == musaGraphNodeTypeGraph);
  const Exec exec(outer);
  run(exec);
  EQUAL(musaGraphExecChildGraphNodeSetParams(exec, node, fresh), musaSuccess);
  run(exec);
  EQUAL(value.first(), 11);
  EQUAL(musaGraphExecChildGraphNodeSetParams(exec, node, unlike), musaErrorInvalidValue);
}

TEST(nodes_are_made_and_changed_from_one_struct_for_all_kinds) {
  Graph graph;
  Ints value;
  musaGraphNodeParams params{};
  params.type = musaGraphNodeTypeMemset;
  params.memset.dst = value.data();
  params.memset.value = 3;
  params.memset.elementSize = 4;
  params.memset.width = 1;
  params.memset.height = 1;
  musaGraphNode_t first = nullptr;
  EQUAL(musaGraphAddNode(&first, graph, nullptr, 0, &params), musaSuccess);
  const KernelNode kernel(multiply, value.data(), 7);
  musaGraphNodeParams second_params{};
  second_params.type = musaGraphNodeTypeKernel;
  second_params.kernel.func = kernel.params.func;
  second_params.kernel.gridDim = dim3(1);
  second_params.kernel.blockDim = dim3(1);
  second_params.kernel.kernelParams = kernel.params.kernelParams;
  musaGraphNode_t second = nullptr;
  EQUAL(musaGraphAddNode_v2(&second, graph, &first, nullptr, 1, &second_params), musaSuccess);
  const Exec exec(graph);
  run(exec);
  EQUAL(value.first(), 21);
  params.memset.value = 4;
  EQUAL(musaGraphExecNodeSetParams(exec, first, &params), musaSuccess);
  run(exec);
  EQUAL(value.first(), 28);
  params.memset.value = 5;
  EQUAL(musaGraphNodeSetParams(first, &params), musaSuccess);
  run(Exec(graph));
  EQUAL(value.first(), 35);
  EQUAL(musaGraphNodeSetParams(second, &params), musaErrorInvalidValue);  // of another kind
}

TEST_MAIN()
