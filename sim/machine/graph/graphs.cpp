// Graphs by handle: making, copying and listing them, and their edges.
#include <algorithm>

#include "machine/graph/nodes.h"
#include "machine/stream/capture.h"

namespace musasim {

namespace {

// Writes what fits and says how many there are, as all listing functions do: with an array, `count`
// becomes what was written, and entries beyond are null.
void write_list(const std::vector<GraphNode*>& list, musaGraphNode_t* nodes, std::size_t* count) {
  if (nodes == nullptr) {
    *count = list.size();
    return;
  }
  const std::size_t room = *count;
  for (std::size_t i = 0; i < room; ++i) {
    nodes[i] = i < list.size() ? node_handle(list[i]) : nullptr;
  }
  *count = std::min(room, list.size());
}

// The nodes of an edge: two different ones, both in the graph.
bool read_edge(const Graph* graph, musaGraphNode_t from, musaGraphNode_t to, GraphNode** first,
               GraphNode** second) {
  *first = find_node(from);
  *second = find_node(to);
  return *first != nullptr && *second != nullptr && *first != *second && (*first)->graph == graph &&
         (*second)->graph == graph;
}

template <class Change>
musaError_t change_edges(musaGraph_t graph, const musaGraphNode_t* from, const musaGraphNode_t* to,
                         std::size_t count, const Change& change) {
  const GraphLock lock;
  Graph* const found = find_graph(graph);
  if (found == nullptr || (count != 0 && (from == nullptr || to == nullptr))) {
    return musaErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode* first = nullptr;
    GraphNode* second = nullptr;
    if (!read_edge(found, from[i], to[i], &first, &second)) {
      return musaErrorInvalidValue;
    }
    if (const musaError_t error = change(*found, first, second); error != musaSuccess) {
      return error;
    }
  }
  return musaSuccess;
}

}  // namespace

musaError_t create_graph(musaGraph_t* graph, unsigned flags) {
  if (graph == nullptr || flags != 0) {
    return musaErrorInvalidValue;
  }
  *graph = own_graph(std::make_shared<Graph>());
  return musaSuccess;
}

musaError_t destroy_graph(musaGraph_t graph) {
  std::shared_ptr<Graph> last = release_graph(graph);
  if (!last) {
    return musaErrorInvalidValue;
  }
  const GraphLock lock;
  abandon_captures_into(*last);
  last.reset();
  return musaSuccess;
}

musaError_t clone_graph(musaGraph_t* clone, musaGraph_t original) {
  if (clone == nullptr) {
    return musaErrorInvalidValue;
  }
  const GraphLock lock;
  const Graph* const found = find_graph(original);
  if (found == nullptr) {
    return musaErrorInvalidValue;
  }
  if (found->has_memory_nodes()) {
    return musaErrorNotSupported;
  }
  *clone = own_graph(found->clone());
  return musaSuccess;
}

musaError_t find_in_clone(musaGraphNode_t* node, musaGraphNode_t original, musaGraph_t clone) {
  if (node == nullptr) {
    return musaErrorInvalidValue;
  }
  const GraphLock lock;
  const GraphNode* const sought = find_node(original);
  const Graph* const in = find_graph(clone);
  if (sought == nullptr || in == nullptr || in->source() != sought->graph->id()) {
    return musaErrorInvalidValue;
  }
  for (const auto& each : in->nodes()) {
    if (each->source == sought->id) {
      *node = node_handle(each.get());
      return musaSuccess;
    }
  }
  return musaErrorInvalidValue;
}

musaError_t list_nodes(musaGraph_t graph, NodeList which, musaGraphNode_t* nodes,
                       std::size_t* count) {
  const GraphLock lock;
  const Graph* const found = find_graph(graph);
  if (found == nullptr || count == nullptr) {
    return musaErrorInvalidValue;
  }
  std::vector<GraphNode*> list;
  for (const auto& node : found->nodes()) {
    if (which == NodeList::kAll || node->dependencies.empty()) {
      list.push_back(node.get());
    }
  }
  write_list(list, nodes, count);
  return musaSuccess;
}

musaError_t list_neighbours(musaGraphNode_t node, Neighbours which, musaGraphNode_t* nodes,
                            std::size_t* count) {
  const GraphLock lock;
  const GraphNode* const found = find_node(node);
  if (found == nullptr || count == nullptr) {
    return musaErrorInvalidValue;
  }
  write_list(which == Neighbours::kDependencies ? found->dependencies : found->dependents, nodes,
             count);
  return musaSuccess;
}

musaError_t list_edges(musaGraph_t graph, musaGraphNode_t* from, musaGraphNode_t* to,
                       std::size_t* count) {
  const GraphLock lock;
  const Graph* const found = find_graph(graph);
  if (found == nullptr || count == nullptr || (from == nullptr) != (to == nullptr)) {
    return musaErrorInvalidValue;
  }
  std::vector<GraphNode*> first;
  std::vector<GraphNode*> second;
  for (const auto& node : found->nodes()) {
    for (GraphNode* dependency : node->dependencies) {
      first.push_back(dependency);
      second.push_back(node.get());
    }
  }
  std::size_t room = *count;
  write_list(first, from, count);
  write_list(second, to, to == nullptr ? count : &room);
  return musaSuccess;
}

musaError_t add_edges(musaGraph_t graph, const musaGraphNode_t* from, const musaGraphNode_t* to,
                      std::size_t count) {
  return change_edges(graph, from, to, count, [](Graph& in, GraphNode* first, GraphNode* second) {
    return in.add_edge(first, second) ? musaSuccess : musaErrorInvalidValue;
  });
}

musaError_t remove_edges(musaGraph_t graph, const musaGraphNode_t* from, const musaGraphNode_t* to,
                         std::size_t count) {
  return change_edges(graph, from, to, count, [](Graph& in, GraphNode* first, GraphNode* second) {
    if (in.has_memory_nodes()) {
      return musaErrorNotSupported;
    }
    return in.remove_edge(first, second) ? musaSuccess : musaErrorInvalidValue;
  });
}

}  // namespace musasim
