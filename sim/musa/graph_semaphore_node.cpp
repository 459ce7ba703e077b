// Nodes that signal external semaphores, or wait for them. The parameters are the runtime's, byte
// for byte.
#include "musa/external.h"
#include "musa/graph_node.h"

namespace d = musasim::driver;
using musasim::Operation;
using musasim::OperationKind;
using musasim::SemaphoreSignalParams;
using musasim::SemaphoreWaitParams;

static_assert(sizeof(MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) ==
              sizeof(musaExternalSemaphoreSignalParams));
static_assert(sizeof(MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) ==
              sizeof(musaExternalSemaphoreWaitParams));

namespace musasim::driver {

musaError_t signal_of(const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto form = as<musaExternalSemaphoreSignalNodeParams>(*params);
  return semaphore_signal_node(&form, operation);
}

musaError_t wait_of(const MUSA_EXT_SEM_WAIT_NODE_PARAMS* params, Operation* operation) {
  if (params == nullptr) {
    return musaErrorInvalidValue;
  }
  const auto form = as<musaExternalSemaphoreWaitNodeParams>(*params);
  return semaphore_wait_node(&form, operation);
}

}  // namespace musasim::driver

MUresult muGraphAddExternalSemaphoresSignalNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                                const MUgraphNode* dependencies,
                                                size_t numDependencies,
                                                const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return d::signal_of(nodeParams, out); });
}

MUresult muGraphExternalSemaphoresSignalNodeGetParams(MUgraphNode hNode,
                                                      MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out) {
  return d::in_context(__func__, [&] {
    return d::read_node<SemaphoreSignalParams>(
        hNode, OperationKind::kSemaphoreSignal, params_out, [](const SemaphoreSignalParams& from) {
          return d::as<MUSA_EXT_SEM_SIGNAL_NODE_PARAMS>(musasim::signal_params(from));
        });
  });
}

MUresult muGraphExternalSemaphoresSignalNodeSetParams(
    MUgraphNode hNode, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) {
  return d::set(__func__, hNode, [&](Operation* out) { return d::signal_of(nodeParams, out); });
}

MUresult muGraphAddExternalSemaphoresWaitNode(MUgraphNode* phGraphNode, MUgraph hGraph,
                                              const MUgraphNode* dependencies,
                                              size_t numDependencies,
                                              const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) {
  return d::add(__func__, phGraphNode, hGraph, dependencies, numDependencies, nullptr,
                [&](Operation* out) { return d::wait_of(nodeParams, out); });
}

MUresult muGraphExternalSemaphoresWaitNodeGetParams(MUgraphNode hNode,
                                                    MUSA_EXT_SEM_WAIT_NODE_PARAMS* params_out) {
  return d::in_context(__func__, [&] {
    return d::read_node<SemaphoreWaitParams>(
        hNode, OperationKind::kSemaphoreWait, params_out, [](const SemaphoreWaitParams& from) {
          return d::as<MUSA_EXT_SEM_WAIT_NODE_PARAMS>(musasim::wait_params(from));
        });
  });
}

MUresult muGraphExternalSemaphoresWaitNodeSetParams(
    MUgraphNode hNode, const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) {
  return d::set(__func__, hNode, [&](Operation* out) { return d::wait_of(nodeParams, out); });
}

MUresult muGraphExecExternalSemaphoresSignalNodeSetParams(
    MUgraphExec hGraphExec, MUgraphNode hNode, const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return d::signal_of(nodeParams, out); });
}

MUresult muGraphExecExternalSemaphoresWaitNodeSetParams(
    MUgraphExec hGraphExec, MUgraphNode hNode, const MUSA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) {
  return d::set_exec(__func__, hGraphExec, hNode, nullptr,
                     [&](Operation* out) { return d::wait_of(nodeParams, out); });
}
