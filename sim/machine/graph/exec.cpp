// Making, changing and launching executable graphs.
#include "machine/graph/exec.h"

#include <algorithm>

#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "machine/graph/exec_object.h"
#include "machine/graph/user_object.h"
#include "machine/memory/arena.h"
#include "machine/memory/copy.h"
#include "machine/memory/graph_memory.h"
#include "machine/stream/capture.h"
#include "machine/stream/external_semaphore.h"
#include "machine/stream/handle_table.h"
#include "machine/stream/stream_object.h"

namespace musasim {

namespace {

constexpr unsigned long long kKnownFlags =
    musaGraphInstantiateFlagAutoFreeOnLaunch | musaGraphInstantiateFlagUpload |
    musaGraphInstantiateFlagDeviceLaunch | musaGraphInstantiateFlagUseNodePriority;

HandleTable<GraphExec>& execs() {
  static HandleTable<GraphExec>* const table = new HandleTable<GraphExec>;
  return *table;
}

// Claims the memory that the graph allocates, for a launch: an allocation that an earlier launch
// made and nobody freed forbids it, unless the graph was made to free it by itself.
musaError_t claim_memory(const GraphExec& exec) {
  std::vector<GraphAllocation*> freed;
  std::vector<GraphAllocation*> taken;
  visit_nodes(*exec.plan, [&](const PlannedNode& node) {
    const auto* params = std::get_if<GraphMemoryParams>(&node.operation.params);
    if (params != nullptr) {
      const bool allocates = node.operation.kind == OperationKind::kAllocate;
      (allocates ? taken : freed).push_back(params->allocation.get());
    }
  });
  const bool frees_itself = (exec.flags & musaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  for (GraphAllocation* allocation : taken) {
    const bool own = std::find(freed.begin(), freed.end(), allocation) != freed.end();
    if (!own && !frees_itself && allocation->taken()) {
      return musaErrorInvalidValue;
    }
  }
  for (GraphAllocation* allocation : taken) {
    allocation->take();
  }
  return musaSuccess;
}

// Memory of copies and fills that was freed since these were recorded (check mode). The answer is
// that of the same call outside of a graph.
musaError_t check_memory(const Plan& plan) {
  musaError_t result = musaSuccess;
  visit_nodes(plan, [&](const PlannedNode& node) {
    const musaError_t error = check_again(node.operation);
    result = result == musaSuccess ? error : result;
  });
  return result;
}

musaError_t record_launch(Stream& stream, const Plan& plan) {
  Operation operation;
  operation.kind = OperationKind::kGraph;
  operation.name = "musaGraphLaunch";
  {
    const GraphLock lock;
    operation.params = ChildGraphParams{graph_of(plan)};
  }
  return record_operation(stream, std::move(operation));
}

template <class Change>
musaError_t change_node(musaGraphExec_t exec, musaGraphNode_t node, const Change& change) {
  const std::shared_ptr<GraphExec> found = find_exec(exec);
  if (!found) {
    return musaErrorInvalidValue;
  }
  const std::lock_guard<std::mutex> lock(found->mutex);
  std::uint64_t id = 0;
  {
    const GraphLock graphs;
    const GraphNode* const original = find_node(node);
    if (original == nullptr) {
      return musaErrorInvalidValue;
    }
    id = original->id;
  }
  musaError_t result = musaSuccess;
  std::shared_ptr<const Plan> fresh =
      changed(*found->plan, id, [&](PlannedNode& planned) { result = change(planned); });
  if (!fresh || result != musaSuccess) {
    return fresh ? result : musaErrorInvalidValue;
  }
  found->plan = std::move(fresh);
  return musaSuccess;
}

// Not destroyed by the program, whatever launches keep.
bool lives(const std::weak_ptr<GraphExec>& exec) {
  const std::shared_ptr<GraphExec> found = exec.lock();
  return found && execs().find(found.get()) == found;
}

bool can_be_disabled(OperationKind kind) {
  return kind == OperationKind::kKernel || kind == OperationKind::kCopy ||
         kind == OperationKind::kMemset;
}

}  // namespace

GraphExec::GraphExec(std::shared_ptr<const Plan> first, unsigned long long its_flags,
                     std::map<std::shared_ptr<UserObject>, unsigned> kept)
    : flags(its_flags), plan(std::move(first)), objects_(std::move(kept)) {
  for (const auto& [object, count] : objects_) {
    retain_user_object(object, count);
  }
}

GraphExec::~GraphExec() {
  for (const auto& [object, count] : objects_) {
    release_user_object(object, count);
  }
}

std::shared_ptr<GraphExec> find_exec(musaGraphExec_t exec) noexcept { return execs().find(exec); }

musaError_t instantiate(musaGraphExec_t* exec, musaGraph_t graph, unsigned long long flags,
                        musaGraphInstantiateResult* result, musaGraphNode_t* error_node) {
  const auto answer = [&](musaGraphInstantiateResult why, musaError_t error) {
    if (result != nullptr) {
      *result = why;
    }
    return error;
  };
  if (error_node != nullptr) {
    *error_node = nullptr;
  }
  if (exec == nullptr || (flags & ~kKnownFlags) != 0) {
    return answer(musaGraphInstantiateError, musaErrorInvalidValue);
  }
  if ((flags & musaGraphInstantiateFlagDeviceLaunch) != 0) {
    return answer(musaGraphInstantiateNodeOperationNotSupported, musaErrorNotSupported);
  }
  const GraphLock lock;
  Graph* const found = find_graph(graph);
  if (found == nullptr) {
    return answer(musaGraphInstantiateError, musaErrorInvalidValue);
  }
  const bool has_memory = found->has_memory_nodes();
  if (has_memory && lives(found->memory_exec)) {
    return answer(musaGraphInstantiateError, musaErrorNotSupported);
  }
  std::shared_ptr<const Plan> plan = make_plan(*found);
  if (!plan) {
    return answer(musaGraphInstantiateInvalidStructure, musaErrorInvalidValue);
  }
  if (const musaError_t error = faults::on_instantiation(execs().size()); error != musaSuccess) {
    return answer(musaGraphInstantiateError, error);
  }
  auto made = std::make_shared<GraphExec>(std::move(plan), flags, found->user_objects());
  if (has_memory) {
    found->memory_exec = made;
  }
  *exec = static_cast<musaGraphExec_t>(execs().add(std::move(made)));
  return answer(musaGraphInstantiateSuccess, musaSuccess);
}

musaError_t destroy_exec(musaGraphExec_t exec) {
  return execs().remove(exec) ? musaSuccess : musaErrorInvalidValue;
}

musaError_t exec_flags(musaGraphExec_t exec, unsigned long long* flags) {
  const std::shared_ptr<GraphExec> found = find_exec(exec);
  if (!found || flags == nullptr) {
    return musaErrorInvalidValue;
  }
  *flags = found->flags;
  return musaSuccess;
}

musaError_t upload_exec(musaGraphExec_t exec, musaStream_t stream) {
  if (!find_exec(exec)) {
    return musaErrorInvalidValue;
  }
  return find_stream(stream) ? musaSuccess : musaErrorInvalidResourceHandle;
}

musaError_t launch_exec(musaGraphExec_t exec, musaStream_t stream) {
  const std::shared_ptr<GraphExec> found = find_exec(exec);
  if (!found) {
    return musaErrorInvalidValue;
  }
  const StreamPtr target = find_stream(stream);
  if (!target) {
    return musaErrorInvalidResourceHandle;
  }
  const std::lock_guard<std::mutex> lock(found->mutex);
  if (target->capturing.load(std::memory_order_acquire)) {
    return record_launch(*target, *found->plan);
  }
  if (const musaError_t error = check_submission(*target); error != musaSuccess) {
    return error;
  }
  if (check_mode()) {
    if (const musaError_t error = check_memory(*found->plan); error != musaSuccess) {
      return error;
    }
  }
  if (const musaError_t error = claim_memory(*found); error != musaSuccess) {
    return error;
  }
  Operation operation;
  operation.kind = OperationKind::kGraph;
  operation.name = "musaGraphLaunch";
  // Keeps the user objects of the graph, too.
  operation.run = [found, launch = std::make_shared<PlanRun>(found->plan)]() -> musaError_t {
    return launch->run();
  };
  std::vector<Dependency> dependencies;
  if (!found->last_launch.met()) {
    dependencies.push_back(found->last_launch);
  }
  return submit_to(*target, std::move(operation), std::move(dependencies), &found->last_launch);
}

musaError_t set_exec_node(musaGraphExec_t exec, musaGraphNode_t node, Operation operation) {
  return change_node(exec, node, [&](PlannedNode& planned) {
    if (planned.operation.kind != operation.kind ||
        semaphore_count(planned.operation) != semaphore_count(operation) ||
        !same_memory(planned.operation, operation)) {
      return musaErrorInvalidValue;
    }
    operation.device = planned.operation.device;
    planned.operation = std::move(operation);
    return musaSuccess;
  });
}

musaError_t set_enabled(musaGraphExec_t exec, musaGraphNode_t node, bool enabled) {
  return change_node(exec, node, [&](PlannedNode& planned) {
    if (!can_be_disabled(planned.operation.kind)) {
      return musaErrorInvalidValue;
    }
    planned.enabled = enabled;
    return musaSuccess;
  });
}

musaError_t get_enabled(musaGraphExec_t exec, musaGraphNode_t node, bool* enabled) {
  if (enabled == nullptr) {
    return musaErrorInvalidValue;
  }
  return change_node(exec, node, [&](PlannedNode& planned) {
    *enabled = planned.enabled;
    return can_be_disabled(planned.operation.kind) ? musaSuccess : musaErrorInvalidValue;
  });
}

}  // namespace musasim
