// Host, event, child and empty nodes.
#include "machine/stream/event.h"
#include "musa/graph_node.h"

namespace d = musasim::driver;
using musasim::Operation;
using musasim::OperationKind;

namespace {

musaError_t event_of(MUgraphNode node, OperationKind kind, MUevent* event) {
  return d::read_node<musasim::EventParams>(
      node, kind, event, [](const musasim::EventParams& params) { return params.event->handle(); });
}

}  // namespace

MUresult muGraphAddHostNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                            const MUgraphNode* dependencies, size_t numDependencies,
                            const MUSA_HOST_NODE_PARAMS* nodeParams) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return d::host_node_operation(nodeParams, out); });
}

MUresult muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS* nodeParams) {
  return d::in_context(__func__, [&] {
    return d::read_node<musasim::HostParams>(
        hNode, OperationKind::kHost, nodeParams, [](const musasim::HostParams& params) {
          return MUSA_HOST_NODE_PARAMS{params.function, params.data};
        });
  });
}

MUresult muGraphHostNodeSetParams(MUgraphNode hNode, const MUSA_HOST_NODE_PARAMS* nodeParams) {
  return d::set(__func__, hNode,
                [&](Operation* out) { return d::host_node_operation(nodeParams, out); });
}

MUresult muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                      const MUSA_HOST_NODE_PARAMS* nodeParams) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return d::host_node_operation(nodeParams, out); });
}

MUresult muGraphAddChildGraphNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                  const MUgraphNode* dependencies, size_t numDependencies,
                                  MUgraph childGraph) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return musasim::child_node(childGraph, out); });
}

MUresult muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph* phGraph) {
  return d::in_context(__func__, [&] { return musasim::get_child_graph(hNode, phGraph); });
}

MUresult muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUgraph childGraph) {
  return d::in_context(__func__,
                       [&] { return musasim::set_exec_child(hGraphExec, hNode, childGraph); });
}

MUresult muGraphAddEmptyNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                             const MUgraphNode* dependencies, size_t numDependencies) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [](Operation* out) { return musasim::empty_node(out); });
}

MUresult muGraphAddEventRecordNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                   const MUgraphNode* dependencies, size_t numDependencies,
                                   MUevent event) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return musasim::event_record_node(event, out); });
}

MUresult muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent* event_out) {
  return d::in_context(__func__,
                       [&] { return event_of(hNode, OperationKind::kEventRecord, event_out); });
}

MUresult muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event) {
  return d::set(__func__, hNode,
                [&](Operation* out) { return musasim::event_record_node(event, out); });
}

MUresult muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUevent event) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return musasim::event_record_node(event, out); });
}

MUresult muGraphAddEventWaitNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                 const MUgraphNode* dependencies, size_t numDependencies,
                                 MUevent event) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return musasim::event_wait_node(event, out); });
}

MUresult muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent* event_out) {
  return d::in_context(__func__,
                       [&] { return event_of(hNode, OperationKind::kEventWait, event_out); });
}

MUresult muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event) {
  return d::set(__func__, hNode,
                [&](Operation* out) { return musasim::event_wait_node(event, out); });
}

MUresult muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                          MUevent event) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return musasim::event_wait_node(event, out); });
}
