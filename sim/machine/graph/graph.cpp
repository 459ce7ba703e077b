// The structure of graphs, and which graphs and nodes are alive.
#include "machine/graph/graph.h"

#include <algorithm>
#include <atomic>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "machine/graph/user_object.h"
#include "machine/stream/handle_table.h"

namespace musasim {

namespace {

struct Living {
  std::mutex mutex;
  std::unordered_set<const void*> graphs;
  std::unordered_set<const void*> nodes;
};

Living& living() {
  static Living* const instance = new Living;
  return *instance;
}

HandleTable<Graph>& owned_graphs() {
  static HandleTable<Graph>* const table = new HandleTable<Graph>;
  return *table;
}

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

template <class T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

template <class T>
void erase_value(std::vector<T>& values, const T& value) {
  values.erase(std::remove(values.begin(), values.end(), value), values.end());
}

}  // namespace

std::mutex& graph_mutex() {
  static std::mutex* const mutex = new std::mutex;
  return *mutex;
}

Graph::Graph() : id_(next_id()) {
  Living& all = living();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.graphs.insert(this);
}

Graph::~Graph() {
  Living& all = living();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.graphs.erase(this);
    for (const auto& node : nodes_) {
      all.nodes.erase(node.get());
    }
  }
  for (const auto& [object, count] : objects_) {
    release_user_object(object, count);
  }
}

GraphNode* Graph::add(Operation operation, const std::vector<GraphNode*>& dependencies) {
  auto node = std::make_unique<GraphNode>();
  node->operation = std::move(operation);
  node->graph = this;
  node->id = next_id();
  GraphNode* const added = node.get();
  {
    Living& all = living();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.nodes.insert(added);
  }
  nodes_.push_back(std::move(node));
  for (GraphNode* dependency : dependencies) {
    add_edge(dependency, added);
  }
  return added;
}

void Graph::remove(GraphNode* node) {
  for (GraphNode* before : node->dependencies) {
    erase_value(before->dependents, node);
  }
  for (GraphNode* after : node->dependents) {
    erase_value(after->dependencies, node);
  }
  {
    Living& all = living();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.nodes.erase(node);
  }
  const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                  [&](const auto& each) { return each.get() == node; });
  if (found != nodes_.end()) {
    nodes_.erase(found);
  }
}

bool Graph::add_edge(GraphNode* from, GraphNode* to) {
  if (contains(to->dependencies, from)) {
    return false;
  }
  to->dependencies.push_back(from);
  from->dependents.push_back(to);
  return true;
}

bool Graph::remove_edge(GraphNode* from, GraphNode* to) {
  if (!contains(to->dependencies, from)) {
    return false;
  }
  erase_value(to->dependencies, from);
  erase_value(from->dependents, to);
  return true;
}

bool Graph::has_memory_nodes() const noexcept {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
    const Operation& operation = node->operation;
    const auto* child = std::get_if<ChildGraphParams>(&operation.params);
    return operation.kind == OperationKind::kAllocate || operation.kind == OperationKind::kFree ||
           (child != nullptr && child->graph->has_memory_nodes());
  });
}

bool Graph::frees(const void* pointer) const noexcept {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) {
    const auto* params = std::get_if<GraphMemoryParams>(&node->operation.params);
    return params != nullptr && node->operation.kind == OperationKind::kFree &&
           params->pointer == pointer;
  });
}

Operation Graph::child_operation(const Graph& child) {
  Operation operation;
  operation.kind = OperationKind::kGraph;
  operation.params = ChildGraphParams{child.clone()};
  return operation;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  copy->source_ = id_;
  std::unordered_map<const GraphNode*, GraphNode*> copies;
  for (const auto& node : nodes_) {
    Operation operation = node->operation;
    if (const auto* child = std::get_if<ChildGraphParams>(&operation.params)) {
      operation.params = child_operation(*child->graph).params;
    }
    GraphNode* const added = copy->add(std::move(operation), {});
    added->source = node->id;
    added->attributes = node->attributes;
    copies[node.get()] = added;
  }
  for (const auto& node : nodes_) {
    for (const GraphNode* dependency : node->dependencies) {
      copy->add_edge(copies.at(dependency), copies.at(node.get()));
    }
  }
  for (const auto& [object, count] : objects_) {
    retain_user_object(object, count);
  }
  copy->objects_ = objects_;
  return copy;
}

std::vector<GraphNode*> Graph::order() const {
  using Place = std::pair<std::uint64_t, GraphNode*>;
  std::priority_queue<Place, std::vector<Place>, std::greater<Place>> ready;
  std::unordered_map<const GraphNode*, std::size_t> missing;
  for (const auto& node : nodes_) {
    missing[node.get()] = node->dependencies.size();
    if (node->dependencies.empty()) {
      ready.emplace(node->id, node.get());
    }
  }
  std::vector<GraphNode*> result;
  while (!ready.empty()) {
    GraphNode* const node = ready.top().second;
    ready.pop();
    result.push_back(node);
    for (GraphNode* after : node->dependents) {
      if (--missing[after] == 0) {
        ready.emplace(after->id, after);
      }
    }
  }
  return result;
}

GraphNode* find_node(musaGraphNode_t node) noexcept {
  Living& all = living();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.nodes.count(node) != 0 ? reinterpret_cast<GraphNode*>(node) : nullptr;
}

Graph* find_graph(musaGraph_t graph) noexcept {
  Living& all = living();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.graphs.count(graph) != 0 ? reinterpret_cast<Graph*>(graph) : nullptr;
}

musaGraph_t own_graph(std::shared_ptr<Graph> graph) {
  return reinterpret_cast<musaGraph_t>(owned_graphs().add(std::move(graph)));
}

std::shared_ptr<Graph> release_graph(musaGraph_t graph) noexcept {
  return owned_graphs().remove(graph);
}

}  // namespace musasim
