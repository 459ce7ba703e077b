// Executable graphs: launches, update, enabled nodes, flags, errors; memory of graphs.
#include <atomic>

#include "gate.h"
#include "machine/library.h"
#include "stream_helpers.h"

using namespace helpers;

namespace {

musaMemAllocNodeParams allocation(std::size_t bytes) {
  musaMemAllocNodeParams params{};
  params.poolProps.allocType = musaMemAllocationTypePinned;
  params.poolProps.location.type = musaMemLocationTypeDevice;
  params.poolProps.location.id = 0;
  params.bytesize = bytes;
  return params;
}

unsigned long long memory(musaGraphMemAttributeType attribute) {
  unsigned long long value = 0;
  EQUAL(musaDeviceGetGraphMemAttribute(0, attribute, &value), musaSuccess);
  return value;
}

}  // namespace

TEST(launches_are_ordered_on_their_stream) {
  Graph graph;
  Ints value;
  Stream stream;
  add_kernel(graph, {}, multiply, value.data(), 2);
  const Exec exec(graph);
  EQUAL(launch<add>(value.data(), 1, stream), musaSuccess);
  EQUAL(musaGraphUpload(exec, stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(launch<add>(value.data(), 3, stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(value.first(), 10);
}

TEST(launches_of_one_graph_in_two_streams_run_one_after_the_other) {
  static std::atomic<int> running{0};
  static std::atomic<int> most{0};
  Graph graph;
  const musaHostFn_t function = [](void*) {
    const int now = ++running;
    most = std::max(most.load(), now);
    --running;
  };
  const musaHostNodeParams params{function, nullptr};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddHostNode(&node, graph, nullptr, 0, &params), musaSuccess);
  const Exec exec(graph);
  Stream first;
  Stream second;
  Gate gate;
  EQUAL(gate.hold(first), musaSuccess);
  EQUAL(musaGraphLaunch(exec, first), musaSuccess);
  EQUAL(musaGraphLaunch(exec, second), musaSuccess);
  gate.await_arrival();
  EQUAL(musaStreamQuery(second), musaErrorNotReady);
  gate.open();
  for (int i = 0; i < 100; ++i) {
    EQUAL(musaGraphLaunch(exec, i % 2 == 0 ? first : second), musaSuccess);
  }
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  EQUAL(most.load(), 1);
}

TEST(a_graph_may_be_destroyed_and_its_exec_too_while_it_is_to_run) {
  Ints value;
  Stream stream;
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  {
    Graph graph;
    add_kernel(graph, {}, add, value.data(), 8);
    const Exec exec(graph);
    EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  }
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(value.first(), 8);
}

TEST(a_change_affects_later_launches_only) {
  Ints value;
  Stream stream;
  Gate gate;
  Graph graph;
  musaGraphNode_t node = add_kernel(graph, {}, add, value.data(), 1);
  const Exec exec(graph);
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  const KernelNode fresh(add, value.data(), 10);
  EQUAL(musaGraphExecKernelNodeSetParams(exec, node, &fresh.params), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(value.first(), 21);
}

TEST(update_takes_the_parameters_of_a_like_graph) {
  Ints value;
  Graph graph;
  Graph like;
  add_kernel(graph, {add_kernel(graph, {}, add, value.data(), 1)}, multiply, value.data(), 2);
  add_kernel(like, {add_kernel(like, {}, add, value.data(), 5)}, multiply, value.data(), 3);
  const Exec exec(graph);
  musaGraphExecUpdateResultInfo info{};
  EQUAL(musaGraphExecUpdate(exec, like, &info), musaSuccess);
  CHECK(info.result == musaGraphExecUpdateSuccess);
  run(exec);
  EQUAL(value.first(), 15);
}

TEST(update_says_why_a_graph_is_not_alike) {
  Ints value;
  Graph graph;
  Graph longer;
  Graph other_edges;
  Graph other_kind;
  add_kernel(graph, {add_kernel(graph, {}, add, value.data(), 1)}, add, value.data(), 2);
  const Exec exec(graph);
  musaGraphExecUpdateResultInfo info{};

  add_kernel(longer, {}, add, value.data(), 1);
  EQUAL(musaGraphExecUpdate(exec, longer, &info), musaErrorGraphExecUpdateFailure);
  CHECK(info.result == musaGraphExecUpdateErrorTopologyChanged);

  add_kernel(other_edges, {}, add, value.data(), 1);
  musaGraphNode_t lone = add_kernel(other_edges, {}, add, value.data(), 1);
  EQUAL(musaGraphExecUpdate(exec, other_edges, &info), musaErrorGraphExecUpdateFailure);
  CHECK(info.result == musaGraphExecUpdateErrorTopologyChanged);
  CHECK(info.errorNode == lone);

  musaGraphNode_t first = add_kernel(other_kind, {}, add, value.data(), 1);
  musaGraphNode_t empty = nullptr;
  EQUAL(musaGraphAddEmptyNode(&empty, other_kind, &first, 1), musaSuccess);
  EQUAL(musaGraphExecUpdate(exec, other_kind, &info), musaErrorGraphExecUpdateFailure);
  CHECK(info.result == musaGraphExecUpdateErrorNodeTypeChanged);
  CHECK(info.errorNode == empty);

  EQUAL(musaGraphExecUpdate(exec, nullptr, &info), musaErrorInvalidValue);
  run(exec);
  EQUAL(value.first(), 3);  // nothing was changed
}

TEST(nodes_can_be_disabled_and_enabled) {
  Ints value;
  Graph graph;
  musaGraphNode_t first = add_kernel(graph, {}, add, value.data(), 1);
  musaGraphNode_t second = add_kernel(graph, {first}, add, value.data(), 10);
  musaGraphNode_t empty = nullptr;
  EQUAL(musaGraphAddEmptyNode(&empty, graph, nullptr, 0), musaSuccess);
  const Exec exec(graph);
  unsigned enabled = 0;
  EQUAL(musaGraphNodeGetEnabled(exec, first, &enabled), musaSuccess);
  EQUAL(enabled, 1U);
  EQUAL(musaGraphNodeSetEnabled(exec, first, 0), musaSuccess);
  EQUAL(musaGraphNodeGetEnabled(exec, first, &enabled), musaSuccess);
  EQUAL(enabled, 0U);
  run(exec);
  EQUAL(value.first(), 10);
  EQUAL(musaGraphNodeSetEnabled(exec, first, 1), musaSuccess);
  EQUAL(musaGraphNodeSetEnabled(exec, second, 0), musaSuccess);
  run(exec);
  EQUAL(value.first(), 11);
  EQUAL(musaGraphNodeSetEnabled(exec, empty, 0), musaErrorInvalidValue);
  EQUAL(musaGraphNodeSetEnabled(nullptr, first, 0), musaErrorInvalidValue);
}

TEST(instantiation_takes_flags_and_parameters) {
  Ints value;
  Graph graph;
  add_kernel(graph, {}, add, value.data(), 1);
  musaGraphExec_t exec = nullptr;
  unsigned long long flags = 0;
  EQUAL(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0), musaSuccess);
  run(exec);
  EQUAL(value.first(), 1);
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphExecDestroy(exec), musaErrorInvalidValue);
  EQUAL(musaGraphLaunch(exec, nullptr), musaErrorInvalidValue);
  EQUAL(musaGraphInstantiateWithFlags(&exec, graph, musaGraphInstantiateFlagUseNodePriority),
        musaSuccess);
  EQUAL(musaGraphExecGetFlags(exec, &flags), musaSuccess);
  EQUAL(flags, static_cast<unsigned long long>(musaGraphInstantiateFlagUseNodePriority));
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  musaGraphInstantiateParams params{};
  params.flags = musaGraphInstantiateFlagUpload;
  EQUAL(musaGraphInstantiateWithParams(&exec, graph, &params), musaSuccess);
  CHECK(params.result_out == musaGraphInstantiateSuccess);
  run(exec);
  EQUAL(value.first(), 2);
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphInstantiateWithFlags(&exec, graph, 1U << 20), musaErrorInvalidValue);
  EQUAL(musaGraphInstantiateWithFlags(nullptr, graph, 0), musaErrorInvalidValue);
}

TEST(memory_nodes_allocate_and_free) {
  const unsigned long long reserved = memory(musaGraphMemAttrReservedMemCurrent);
  Ints value;
  {
    Graph graph;
    musaMemAllocNodeParams params = allocation(sizeof(int));
    musaGraphNode_t alloc = nullptr;
    EQUAL(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params), musaSuccess);
    CHECK(params.dptr != nullptr);
    musaMemAllocNodeParams shown{};
    EQUAL(musaGraphMemAllocNodeGetParams(alloc, &shown), musaSuccess);
    CHECK(shown.dptr == params.dptr && shown.bytesize == sizeof(int));
    auto* temporary = static_cast<int*>(params.dptr);
    musaMemsetParams fill{temporary, 0, 6, 4, 1, 1};
    musaGraphNode_t memset = nullptr;
    EQUAL(musaGraphAddMemsetNode(&memset, graph, &alloc, 1, &fill), musaSuccess);
    musaGraphNode_t kernel = add_kernel(graph, {memset}, multiply, temporary, 7);
    musaGraphNode_t copy = nullptr;
    EQUAL(musaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, value.data(), temporary, sizeof(int),
                                   musaMemcpyDeviceToDevice),
          musaSuccess);
    musaGraphNode_t free = nullptr;
    EQUAL(musaGraphAddMemFreeNode(&free, graph, &copy, 1, temporary), musaSuccess);
    void* freed = nullptr;
    EQUAL(musaGraphMemFreeNodeGetParams(free, &freed), musaSuccess);
    CHECK(freed == temporary);
    EQUAL(musaGraphDestroyNode(alloc), musaErrorNotSupported);
    EQUAL(memory(musaGraphMemAttrReservedMemCurrent), reserved + sizeof(int));
    const Exec exec(graph);
    run(exec);
    run(exec);
    EQUAL(value.first(), 42);
    EQUAL(memory(musaGraphMemAttrUsedMemCurrent), 0ULL);
    CHECK(memory(musaGraphMemAttrUsedMemHigh) >= sizeof(int));
  }
  EQUAL(memory(musaGraphMemAttrReservedMemCurrent), reserved);
  unsigned long long zero = 0;
  EQUAL(musaDeviceSetGraphMemAttribute(0, musaGraphMemAttrUsedMemHigh, &zero), musaSuccess);
  EQUAL(memory(musaGraphMemAttrUsedMemHigh), 0ULL);
  EQUAL(musaDeviceSetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &zero),
        musaErrorInvalidValue);
  EQUAL(musaDeviceGraphMemTrim(0), musaSuccess);
  EQUAL(musaDeviceGraphMemTrim(99), musaErrorInvalidDevice);
}

TEST(graphs_with_memory_nodes_lose_nothing_and_are_not_copied) {
  Graph graph;
  musaMemAllocNodeParams params = allocation(64);
  musaGraphNode_t alloc = nullptr;
  EQUAL(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params), musaSuccess);
  musaGraphNode_t empty = nullptr;
  EQUAL(musaGraphAddEmptyNode(&empty, graph, &alloc, 1), musaSuccess);
  musaGraphNode_t free = nullptr;
  EQUAL(musaGraphAddMemFreeNode(&free, graph, &empty, 1, params.dptr), musaSuccess);
  musaGraphNode_t second = nullptr;
  EQUAL(musaGraphAddMemFreeNode(&second, graph, &empty, 1, params.dptr), musaErrorInvalidValue);
  EQUAL(musaGraphRemoveDependencies(graph, &alloc, &empty, 1), musaErrorNotSupported);
  EQUAL(musaGraphDestroyNode(empty), musaErrorNotSupported);
  EQUAL(musaGraphDestroyNode(free), musaErrorNotSupported);
  musaGraph_t clone = nullptr;
  EQUAL(musaGraphClone(&clone, graph), musaErrorNotSupported);
  Graph parent;
  musaGraphNode_t child = nullptr;
  EQUAL(musaGraphAddChildGraphNode(&child, parent, nullptr, 0, graph), musaErrorNotSupported);
  std::size_t nodes = 0;
  EQUAL(musaGraphGetNodes(graph, nullptr, &nodes), musaSuccess);
  EQUAL(nodes, std::size_t{3});
  std::size_t edges = 0;
  EQUAL(musaGraphGetEdges(graph, nullptr, nullptr, &edges), musaSuccess);
  EQUAL(edges, std::size_t{2});
}

TEST(graphs_with_memory_nodes_have_one_executable_graph_at_a_time) {
  Graph graph;
  musaMemAllocNodeParams params = allocation(64);
  musaGraphNode_t alloc = nullptr;
  EQUAL(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params), musaSuccess);
  musaGraphNode_t free = nullptr;
  EQUAL(musaGraphAddMemFreeNode(&free, graph, &alloc, 1, params.dptr), musaSuccess);
  Stream stream;
  Gate gate;
  {
    const Exec exec(graph);
    musaGraphExec_t other = nullptr;
    EQUAL(musaGraphInstantiateWithFlags(&other, graph, 0), musaErrorNotSupported);
    EQUAL(gate.hold(stream), musaSuccess);
    EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  }
  run(Exec(graph));  // the first is destroyed, though its launch is still to run
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
}

TEST(memory_that_a_graph_leaves_is_the_callers_to_free) {
  Graph graph;
  musaMemAllocNodeParams params = allocation(64);
  musaGraphNode_t alloc = nullptr;
  EQUAL(musaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params), musaSuccess);
  {
    const Exec exec(graph);
    run(exec);
    EQUAL(memory(musaGraphMemAttrUsedMemCurrent), 64ULL);
    EQUAL(musaGraphLaunch(exec, nullptr), musaErrorInvalidValue);  // still allocated
    EQUAL(musaFree(params.dptr), musaSuccess);
    EQUAL(memory(musaGraphMemAttrUsedMemCurrent), 0ULL);
    run(exec);
    EQUAL(musaFreeAsync(params.dptr, nullptr), musaSuccess);
    EQUAL(musaStreamSynchronize(nullptr), musaSuccess);
    EQUAL(memory(musaGraphMemAttrUsedMemCurrent), 0ULL);
  }
  const Exec automatic(graph, musaGraphInstantiateFlagAutoFreeOnLaunch);
  run(automatic);
  run(automatic);
  EQUAL(musaFree(params.dptr), musaSuccess);
}

TEST(a_failing_node_stops_the_graph_and_breaks_the_device) {
  static std::atomic<bool> ran{false};
  EQUAL(musaSetDevice(1), musaSuccess);
  Stream* stream = new Stream;  // its destruction would report the broken device
  EQUAL(musaStreamBeginCapture(*stream, musaStreamCaptureModeRelaxed), musaSuccess);
  EQUAL(musasim::launch_work(*stream, "bad", [] { return musaErrorLaunchFailure; }), musaSuccess);
  EQUAL(musaLaunchHostFunc(*stream, [](void*) { ran = true; }, nullptr), musaSuccess);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(*stream, &graph), musaSuccess);
  musaGraphExec_t exec = nullptr;
  EQUAL(musaGraphInstantiateWithFlags(&exec, graph, 0), musaSuccess);
  EQUAL(musaGraphLaunch(exec, *stream), musaSuccess);
  EQUAL(musaStreamSynchronize(*stream), musaErrorLaunchFailure);
  CHECK(!ran.load());
  EQUAL(musaGraphLaunch(exec, *stream), musaErrorLaunchFailure);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
  EQUAL(musaDeviceSynchronize(), musaSuccess);
  static Stream* kept = stream;
  CHECK(kept != nullptr);
}

int main(int argc, char** argv) {
  setenv("MUSASIM_DEVICES", "2", 1);
  return ::testing::run_all(argc, argv);
}
