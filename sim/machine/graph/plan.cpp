// Making plans of graphs, and running them.
#include "machine/graph/plan.h"

#include <unordered_map>

#include "machine/device/simulated_gpus.h"
#include "machine/stream/stream_object.h"

namespace musasim {

std::shared_ptr<Plan> make_plan(const Graph& graph) {
  const std::vector<GraphNode*> order = graph.order();
  if (order.size() != graph.nodes().size()) {
    return nullptr;
  }
  auto plan = std::make_shared<Plan>();
  std::unordered_map<const GraphNode*, std::size_t> indices;
  for (const GraphNode* node : order) {
    indices[node] = plan->nodes.size();
    PlannedNode planned;
    planned.node = node->id;
    planned.operation = node->operation;
    planned.attributes = node->attributes;
    for (const GraphNode* dependency : node->dependencies) {
      planned.dependencies.push_back(indices.at(dependency));
    }
    if (const auto* child = std::get_if<ChildGraphParams>(&node->operation.params)) {
      planned.child = make_plan(*child->graph);
      if (!planned.child) {
        return nullptr;
      }
    }
    plan->nodes.push_back(std::move(planned));
  }
  return plan;
}

std::shared_ptr<Graph> graph_of(const Plan& plan) {
  auto graph = std::make_shared<Graph>();
  std::vector<GraphNode*> added;
  for (const PlannedNode& planned : plan.nodes) {
    Operation operation = planned.operation;
    if (planned.child) {
      operation.params = ChildGraphParams{graph_of(*planned.child)};
    }
    if (!planned.enabled) {
      operation = Operation();
      operation.kind = OperationKind::kEmpty;
    }
    std::vector<GraphNode*> dependencies;
    for (const std::size_t index : planned.dependencies) {
      dependencies.push_back(added[index]);
    }
    added.push_back(graph->add(std::move(operation), dependencies));
    added.back()->attributes = planned.attributes;
  }
  return graph;
}

PlanRun::PlanRun(std::shared_ptr<const Plan> plan) : plan_(std::move(plan)) {
  // Waits first: they mean what was recorded before this launch.
  visit_nodes(*plan_, [&](const PlannedNode& node) {
    const auto* params = std::get_if<EventParams>(&node.operation.params);
    if (params != nullptr && node.operation.kind == OperationKind::kEventWait) {
      waits_[&node] = params->event->present_work();
    }
  });
  visit_nodes(*plan_, [&](const PlannedNode& node) {
    const auto* params = std::get_if<EventParams>(&node.operation.params);
    if (params != nullptr && node.operation.kind == OperationKind::kEventRecord) {
      recordings_[&node] = std::make_unique<EventRecording>(params->event);
    }
  });
}

musaError_t PlanRun::run() { return run_plan(*plan_); }

musaError_t PlanRun::run_plan(const Plan& plan) {
  for (const PlannedNode& node : plan.nodes) {
    if (node.enabled) {
      if (const musaError_t error = run_node(node); error != musaSuccess) {
        return error;
      }
    }
  }
  return musaSuccess;
}

musaError_t PlanRun::run_node(const PlannedNode& node) {
  if (node.child) {
    return run_plan(*node.child);
  }
  if (const auto recording = recordings_.find(&node); recording != recordings_.end()) {
    recording->second->pass();
    return musaSuccess;
  }
  if (const auto wait = waits_.find(&node); wait != waits_.end()) {
    wait->second.wait();
  }
  return execute(node.operation);
}

}  // namespace musasim
