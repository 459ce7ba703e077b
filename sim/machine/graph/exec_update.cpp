// Giving executable graphs the parameters of other graphs of the same structure.
#include <algorithm>

#include "machine/graph/exec.h"
#include "machine/graph/exec_object.h"
#include "machine/stream/external_semaphore.h"

namespace musasim {

namespace {

using Info = musaGraphExecUpdateResultInfo;

musaGraphNode_t handle_of(const Graph& graph, std::uint64_t id) {
  for (const auto& node : graph.nodes()) {
    if (node->id == id) {
      return node_handle(node.get());
    }
  }
  return nullptr;
}

bool refuse(Info* info, musaGraphExecUpdateResult why, musaGraphNode_t node) {
  *info = Info{why, node, nullptr};
  return false;
}

bool same_edges(const PlannedNode& old, const PlannedNode& fresh) {
  std::vector<std::size_t> left = old.dependencies;
  std::vector<std::size_t> right = fresh.dependencies;
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

// A node keeps its device, its memory or the kinds of it, and the number of its semaphores.
bool same_place(const PlannedNode& old, const PlannedNode& fresh) {
  const OperationKind kind = old.operation.kind;
  if (kind == OperationKind::kAllocate || kind == OperationKind::kFree) {
    return std::get<GraphMemoryParams>(old.operation.params).pointer ==
           std::get<GraphMemoryParams>(fresh.operation.params).pointer;
  }
  return old.operation.device == fresh.operation.device &&
         same_memory(old.operation, fresh.operation) &&
         semaphore_count(old.operation) == semaphore_count(fresh.operation);
}

// The old plan can take the parameters of the new one, node by node.
bool comparable(const Plan& old, const Plan& fresh, const Graph& graph, Info* info) {
  if (old.nodes.size() != fresh.nodes.size()) {
    return refuse(info, musaGraphExecUpdateErrorTopologyChanged, nullptr);
  }
  for (std::size_t i = 0; i < old.nodes.size(); ++i) {
    const PlannedNode& left = old.nodes[i];
    const PlannedNode& right = fresh.nodes[i];
    const musaGraphNode_t node = handle_of(graph, right.node);
    if (!same_edges(left, right)) {
      return refuse(info, musaGraphExecUpdateErrorTopologyChanged, node);
    }
    if (left.operation.kind != right.operation.kind) {
      return refuse(info, musaGraphExecUpdateErrorNodeTypeChanged, node);
    }
    if (!same_place(left, right)) {
      return refuse(info, musaGraphExecUpdateErrorParametersChanged, node);
    }
    if (left.child) {
      const Graph& child = *std::get<ChildGraphParams>(right.operation.params).graph;
      if (!comparable(*left.child, *right.child, child, info)) {
        return false;
      }
    }
  }
  return true;
}

// The nodes of the old plan, by which programs name them, with the new operations.
std::shared_ptr<Plan> merged(const Plan& old, const Plan& fresh) {
  auto result = std::make_shared<Plan>(old);
  for (std::size_t i = 0; i < old.nodes.size(); ++i) {
    PlannedNode& node = result->nodes[i];
    node.operation = fresh.nodes[i].operation;
    node.attributes = fresh.nodes[i].attributes;
    if (node.child) {
      node.child = merged(*old.nodes[i].child, *fresh.nodes[i].child);
    }
  }
  return result;
}

}  // namespace

bool same_memory(const Operation& old, const Operation& fresh) {
  const auto* left = std::get_if<CopyParams>(&old.params);
  const auto* right = std::get_if<CopyParams>(&fresh.params);
  if (left == nullptr || right == nullptr) {
    return true;
  }
  return left->from_place == right->from_place && left->to_place == right->to_place &&
         (left->parms.srcArray == nullptr) == (right->parms.srcArray == nullptr) &&
         (left->parms.dstArray == nullptr) == (right->parms.dstArray == nullptr);
}

musaError_t update_exec(musaGraphExec_t exec, musaGraph_t graph, Info* info) {
  Info scratch{};
  Info* const told = info == nullptr ? &scratch : info;
  *told = Info{musaGraphExecUpdateError, nullptr, nullptr};
  const std::shared_ptr<GraphExec> found = find_exec(exec);
  if (!found) {
    return musaErrorInvalidValue;
  }
  const std::lock_guard<std::mutex> lock(found->mutex);
  const GraphLock graphs;
  const Graph* const source = find_graph(graph);
  if (source == nullptr) {
    return musaErrorInvalidValue;
  }
  const std::shared_ptr<const Plan> fresh = make_plan(*source);
  if (!fresh) {
    *told = Info{musaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    return musaErrorGraphExecUpdateFailure;
  }
  if (!comparable(*found->plan, *fresh, *source, told)) {
    return musaErrorGraphExecUpdateFailure;
  }
  found->plan = merged(*found->plan, *fresh);
  *told = Info{musaGraphExecUpdateSuccess, nullptr, nullptr};
  return musaSuccess;
}

musaError_t set_exec_child(musaGraphExec_t exec, musaGraphNode_t node, musaGraph_t child) {
  const std::shared_ptr<GraphExec> found = find_exec(exec);
  if (!found) {
    return musaErrorInvalidValue;
  }
  const std::lock_guard<std::mutex> lock(found->mutex);
  const GraphLock graphs;
  const GraphNode* const original = find_node(node);
  const Graph* const source = find_graph(child);
  const std::shared_ptr<const Plan> fresh = source == nullptr ? nullptr : make_plan(*source);
  if (original == nullptr || !fresh) {
    return musaErrorInvalidValue;
  }
  Info info{};
  bool fits = false;
  std::shared_ptr<Plan> plan = changed(*found->plan, original->id, [&](PlannedNode& planned) {
    fits = planned.child && comparable(*planned.child, *fresh, *source, &info);
    if (fits) {
      planned.child = merged(*planned.child, *fresh);
    }
  });
  if (!plan || !fits) {
    return musaErrorInvalidValue;
  }
  found->plan = std::move(plan);
  return musaSuccess;
}

}  // namespace musasim
