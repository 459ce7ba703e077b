// The plan of an executable graph: its nodes in an order that its edges allow. A plan that
// a launch uses is never changed: whoever changes one works on a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "machine/graph/graph.h"
#include "machine/stream/event.h"
#include "machine/stream/operation.h"

namespace musasim {

struct Plan;

struct PlannedNode {
  std::uint64_t node = 0;  // id of the graph's node
  Operation operation;
  bool enabled = true;
  std::vector<std::size_t> dependencies;  // indices in the plan
  std::shared_ptr<const Plan> child;      // of a child graph node
  std::map<int, std::array<unsigned char, 64>> attributes;
};

struct Plan {
  std::vector<PlannedNode> nodes;
};

// Empty when the edges form a circle. Needs graph_mutex().
std::shared_ptr<Plan> make_plan(const Graph& graph);
// The other way, for a launch into a stream that is captured. Needs graph_mutex().
std::shared_ptr<Graph> graph_of(const Plan& plan);
// A copy in which the node of that id, in child graphs too, is changed; empty when there is none.
template <class Change>
std::shared_ptr<Plan> changed(const Plan& plan, std::uint64_t node, const Change& change);

// Calls `visit` for each node that does something, those of child graphs included.
template <class Visit>
void visit_nodes(const Plan& plan, const Visit& visit);

// One launch: what the events in it meant when it was launched.
class PlanRun {
 public:
  explicit PlanRun(std::shared_ptr<const Plan> plan);
  // Runs all of it in the calling thread.
  musaError_t run();

 private:
  musaError_t run_plan(const Plan& plan);
  musaError_t run_node(const PlannedNode& node);

  const std::shared_ptr<const Plan> plan_;
  std::map<const PlannedNode*, std::unique_ptr<EventRecording>> recordings_;
  std::map<const PlannedNode*, Dependency> waits_;
};

template <class Change>
std::shared_ptr<Plan> changed(const Plan& plan, std::uint64_t node, const Change& change) {
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const PlannedNode& each = plan.nodes[i];
    if (each.node == node) {
      auto copy = std::make_shared<Plan>(plan);
      change(copy->nodes[i]);
      return copy;
    }
    std::shared_ptr<Plan> child = each.child ? changed(*each.child, node, change) : nullptr;
    if (child) {
      auto copy = std::make_shared<Plan>(plan);
      copy->nodes[i].child = std::move(child);
      return copy;
    }
  }
  return nullptr;
}

template <class Visit>
void visit_nodes(const Plan& plan, const Visit& visit) {
  for (const PlannedNode& node : plan.nodes) {
    if (!node.enabled) {
      continue;
    }
    if (node.child) {
      visit_nodes(*node.child, visit);
    } else {
      visit(node);
    }
  }
}

}  // namespace musasim
