// Nodes of external semaphores: made by hand and by captures, read, changed, run.
#include <cstdio>
#include <cstring>
#include <string>

#include "environment.h"
#include "external_semaphores.h"
#include "stream_helpers.h"

using namespace helpers;

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

// One semaphore and a number, as nodes take them.
template <class Node, class Params>
struct NodeOf {
  NodeOf(musaExternalSemaphore_t semaphore, unsigned long long value, unsigned count = 1)
      : semaphores{semaphore, semaphore} {
    values[0].params.fence.value = value;
    values[1].params.fence.value = value;
    params.extSemArray = semaphores;
    params.paramsArray = values;
    params.numExtSems = count;
  }
  NodeOf(const NodeOf&) = delete;
  NodeOf& operator=(const NodeOf&) = delete;

  musaExternalSemaphore_t semaphores[2];
  Params values[2] = {};
  Node params{};
};
using Signal = NodeOf<musaExternalSemaphoreSignalNodeParams, musaExternalSemaphoreSignalParams>;
using Wait = NodeOf<musaExternalSemaphoreWaitNodeParams, musaExternalSemaphoreWaitParams>;

musaGraphNode_t add_signal(musaGraph_t graph, musaExternalSemaphore_t semaphore,
                           unsigned long long value) {
  const Signal node(semaphore, value);
  musaGraphNode_t added = nullptr;
  EQUAL(musaGraphAddExternalSemaphoresSignalNode(&added, graph, nullptr, 0, &node.params),
        musaSuccess);
  return added;
}

musaGraphNode_t add_wait(musaGraph_t graph, musaExternalSemaphore_t semaphore,
                         unsigned long long value) {
  const Wait node(semaphore, value);
  musaGraphNode_t added = nullptr;
  EQUAL(musaGraphAddExternalSemaphoresWaitNode(&added, graph, nullptr, 0, &node.params),
        musaSuccess);
  return added;
}

musaGraphNodeType type_of(musaGraphNode_t node) {
  musaGraphNodeType type = musaGraphNodeTypeEmpty;
  EQUAL(musaGraphNodeGetType(node, &type), musaSuccess);
  return type;
}

}  // namespace

TEST(a_graph_waits_works_and_signals) {
  Timeline timeline;
  Ints value;
  Graph graph;
  musaGraphNode_t wait_node = add_wait(graph, timeline, 1);
  musaGraphNode_t kernel = add_kernel(graph, {wait_node}, add, value.data(), 5);
  const Signal signal_params(timeline, 2);
  musaGraphNode_t signal_node = nullptr;
  EQUAL(musaGraphAddExternalSemaphoresSignalNode(&signal_node, graph, &kernel, 1,
                                                 &signal_params.params),
        musaSuccess);
  EQUAL(type_of(wait_node), musaGraphNodeTypeExtSemaphoreWait);
  EQUAL(type_of(signal_node), musaGraphNodeTypeExtSemaphoreSignal);
  Exec exec(graph);
  Stream stream;
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  EQUAL(timeline.load(), 0u);
  timeline.store(1);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(timeline.load(), 2u);
  EQUAL(value.first(), 5);
}

TEST(nodes_show_and_change_what_they_signal) {
  Timeline first;
  Timeline second;
  Graph graph;
  musaGraphNode_t node = add_signal(graph, first, 3);
  musaExternalSemaphoreSignalNodeParams shown{};
  EQUAL(musaGraphExternalSemaphoresSignalNodeGetParams(node, &shown), musaSuccess);
  EQUAL(shown.numExtSems, 1u);
  CHECK(shown.extSemArray[0] == first);
  EQUAL(shown.paramsArray[0].params.fence.value, 3u);
  const Signal other(second, 9);
  EQUAL(musaGraphExternalSemaphoresSignalNodeSetParams(node, &other.params), musaSuccess);
  EQUAL(musaGraphExternalSemaphoresSignalNodeGetParams(node, &shown), musaSuccess);
  CHECK(shown.extSemArray[0] == second);
  run(Exec(graph));
  EQUAL(first.load(), 0u);
  EQUAL(second.load(), 9u);
}

TEST(nodes_show_and_change_what_they_wait_for) {
  Timeline never;
  Timeline timeline;
  timeline.store(4);
  Graph graph;
  musaGraphNode_t node = add_wait(graph, never, 3);
  musaExternalSemaphoreWaitNodeParams shown{};
  EQUAL(musaGraphExternalSemaphoresWaitNodeGetParams(node, &shown), musaSuccess);
  EQUAL(shown.numExtSems, 1u);
  CHECK(shown.extSemArray[0] == never);
  EQUAL(shown.paramsArray[0].params.fence.value, 3u);
  const Wait other(timeline, 4);
  EQUAL(musaGraphExternalSemaphoresWaitNodeSetParams(node, &other.params), musaSuccess);
  run(Exec(graph));  // the first one would never end
}

TEST(executable_graphs_change_but_keep_the_number) {
  Timeline never;
  Timeline timeline;
  timeline.store(4);
  Graph graph;
  musaGraphNode_t waiting = add_wait(graph, never, 3);
  musaGraphNode_t signalling = add_signal(graph, timeline, 5);
  Exec exec(graph);
  const Wait wait_params(timeline, 4);
  const Signal signal_params(timeline, 7);
  EQUAL(musaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiting, &wait_params.params),
        musaSuccess);
  EQUAL(musaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &signal_params.params),
        musaSuccess);
  run(exec);
  EQUAL(timeline.load(), 7u);
  const Wait two_waits(timeline, 4, 2);
  const Signal two_signals(timeline, 7, 2);
  EQUAL(musaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiting, &two_waits.params),
        musaErrorInvalidValue);
  EQUAL(musaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &two_signals.params),
        musaErrorInvalidValue);
  EQUAL(musaGraphExternalSemaphoresSignalNodeSetParams(signalling, &two_signals.params),
        musaSuccess);
  musaGraphExecUpdateResultInfo info{};
  EQUAL(musaGraphExecUpdate(exec, graph, &info), musaErrorGraphExecUpdateFailure);
  EQUAL(info.result, musaGraphExecUpdateErrorParametersChanged);
}

TEST(captures_make_nodes) {
  Timeline timeline;
  Stream stream;
  EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal), musaSuccess);
  EQUAL(wait(timeline, 1, stream), musaSuccess);
  EQUAL(signal(timeline, 2, stream), musaSuccess);
  musaGraph_t captured = nullptr;
  EQUAL(musaStreamEndCapture(stream, &captured), musaSuccess);
  EQUAL(timeline.load(), 0u);
  const Graph graph(captured);
  musaGraphNode_t nodes[2] = {};
  std::size_t count = 2;
  EQUAL(musaGraphGetNodes(graph, nodes, &count), musaSuccess);
  EQUAL(count, 2u);
  EQUAL(type_of(nodes[0]), musaGraphNodeTypeExtSemaphoreWait);
  EQUAL(type_of(nodes[1]), musaGraphNodeTypeExtSemaphoreSignal);
  timeline.store(1);
  run(Exec(graph));
  EQUAL(timeline.load(), 2u);
}

TEST(the_general_function_makes_them) {
  Timeline timeline;
  timeline.store(1);
  Graph graph;
  const Wait waiting(timeline, 1);
  const Signal signalling(timeline, 6);
  musaGraphNodeParams params{};
  params.type = musaGraphNodeTypeExtSemaphoreWait;
  params.extSemWait = {waiting.params.extSemArray, waiting.params.paramsArray, 1};
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &params), musaSuccess);
  EQUAL(type_of(node), musaGraphNodeTypeExtSemaphoreWait);
  params = musaGraphNodeParams{};
  params.type = musaGraphNodeTypeExtSemaphoreSignal;
  params.extSemSignal = {signalling.params.extSemArray, signalling.params.paramsArray, 1};
  EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &params), musaSuccess);
  run(Exec(graph));
  EQUAL(timeline.load(), 6u);
}

TEST(bad_nodes_are_diagnosed) {
  Timeline timeline;
  Graph graph;
  musaGraphNode_t node = nullptr;
  EQUAL(musaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, nullptr),
        musaErrorInvalidValue);
  EQUAL(musaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, nullptr),
        musaErrorInvalidValue);
  const Signal dead(nullptr, 1);
  EQUAL(musaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &dead.params),
        musaErrorInvalidResourceHandle);
  node = add_signal(graph, timeline, 1);
  musaExternalSemaphoreWaitNodeParams shown{};
  EQUAL(musaGraphExternalSemaphoresWaitNodeGetParams(node, &shown), musaErrorInvalidValue);
  EQUAL(musaGraphExternalSemaphoresSignalNodeGetParams(node, nullptr), musaErrorInvalidValue);
  const Wait waiting(timeline, 1);
  EQUAL(musaGraphExternalSemaphoresWaitNodeSetParams(node, &waiting.params), musaErrorInvalidValue);
}

TEST_MAIN()
