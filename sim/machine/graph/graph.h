// Graphs: operations and what each depends on. All graphs, and captures, are guarded by one mutex,
// graph_mutex(): whoever reads or changes a graph holds it. The functions of nodes.h take it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "driver_types.h"
#include "machine/export.h"
#include "machine/graph/user_object.h"
#include "machine/stream/operation.h"

namespace musasim {

class GraphExec;

struct GraphNode {
  Operation operation;
  Graph* graph = nullptr;
  std::uint64_t id = 0;
  std::uint64_t source = 0;  // id of the node it was cloned from, or 0
  std::vector<GraphNode*> dependencies;
  std::vector<GraphNode*> dependents;
  std::map<int, std::array<unsigned char, 64>> attributes;  // of kernel nodes, by id
  std::shared_ptr<KernelArguments> shown;                   // what get_kernel_node() gave last
};

class MUSASIM_API Graph {
 public:
  Graph();
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // Dependencies named twice count once.
  GraphNode* add(Operation operation, const std::vector<GraphNode*>& dependencies);
  void remove(GraphNode* node);
  // False when it exists already, or does not exist.
  bool add_edge(GraphNode* from, GraphNode* to);
  bool remove_edge(GraphNode* from, GraphNode* to);

  const std::vector<std::unique_ptr<GraphNode>>& nodes() const noexcept { return nodes_; }
  std::uint64_t id() const noexcept { return id_; }
  std::uint64_t source() const noexcept { return source_; }

  // Child graphs included. Such a graph cannot lose nodes or edges, or be copied.
  bool has_memory_nodes() const noexcept;
  // A node frees the memory at that address.
  bool frees(const void* pointer) const noexcept;

  // A copy with all nodes, child graphs and references to user objects.
  std::shared_ptr<Graph> clone() const;
  // Nodes in an order that the edges allow, as near to that of creation as possible; fewer than
  // there are when the edges form a circle.
  std::vector<GraphNode*> order() const;
  // The operation of a child node: it holds a clone of `child`.
  static Operation child_operation(const Graph& child);

  std::map<std::shared_ptr<UserObject>, unsigned>& user_objects() noexcept { return objects_; }
  const std::map<std::shared_ptr<UserObject>, unsigned>& user_objects() const noexcept {
    return objects_;
  }

  std::weak_ptr<GraphExec> memory_exec;  // the one that a graph with memory nodes may have

 private:
  const std::uint64_t id_;
  std::uint64_t source_ = 0;
  std::vector<std::unique_ptr<GraphNode>> nodes_;
  std::map<std::shared_ptr<UserObject>, unsigned> objects_;
};

// Guards the structure of all graphs, and all captures.
MUSASIM_API std::mutex& graph_mutex();

// Holds it. User objects that lose their last reference meanwhile are destroyed after it is free
// again: their destructors are the program's, and may wait for threads that use graphs.
class GraphLock {
 private:
  DelayedReleases later_;
  std::lock_guard<std::mutex> lock_{graph_mutex()};
};

inline musaGraphNode_t node_handle(GraphNode* node) {
  return reinterpret_cast<musaGraphNode_t>(node);
}
// nullptr for a dead handle.
MUSASIM_API GraphNode* find_node(musaGraphNode_t node) noexcept;

inline musaGraph_t graph_handle(Graph* graph) { return reinterpret_cast<musaGraph_t>(graph); }
// Any living graph, those in child nodes and in captures included; nullptr for a dead handle. Who
// needs it to stay takes an owner (own_graph) or the mutex.
MUSASIM_API Graph* find_graph(musaGraph_t graph) noexcept;
// Hands the graph to the user; release_graph() takes it back (empty: not the user's).
MUSASIM_API musaGraph_t own_graph(std::shared_ptr<Graph> graph);
MUSASIM_API std::shared_ptr<Graph> release_graph(musaGraph_t graph) noexcept;

}  // namespace musasim
