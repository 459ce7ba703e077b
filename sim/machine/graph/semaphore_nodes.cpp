// Nodes that signal external semaphores, or wait for them.
#include "machine/graph/nodes.h"
#include "machine/stream/external_semaphore.h"

namespace musasim {

namespace {

// Programs read the arrays as long as the node has these parameters.
template <class Shown, class Params>
Shown shown(const SemaphoreCalls<Params>& calls) {
  Shown result{};
  result.extSemArray = const_cast<musaExternalSemaphore_t*>(calls.handles.data());
  result.paramsArray = calls.params.data();
  result.numExtSems = static_cast<unsigned>(calls.handles.size());
  return result;
}

}  // namespace

musaError_t semaphore_signal_node(const musaExternalSemaphoreSignalNodeParams* params,
                                  Operation* operation) {
  return params == nullptr ? musaErrorInvalidValue
                           : signal_operation(params->extSemArray, params->paramsArray,
                                              params->numExtSems, operation);
}

musaError_t semaphore_wait_node(const musaExternalSemaphoreWaitNodeParams* params,
                                Operation* operation) {
  return params == nullptr ? musaErrorInvalidValue
                           : wait_operation(params->extSemArray, params->paramsArray,
                                            params->numExtSems, operation);
}

musaExternalSemaphoreSignalNodeParams signal_params(const SemaphoreSignalParams& params) {
  return shown<musaExternalSemaphoreSignalNodeParams>(*params.calls);
}

musaExternalSemaphoreWaitNodeParams wait_params(const SemaphoreWaitParams& params) {
  return shown<musaExternalSemaphoreWaitNodeParams>(*params.calls);
}

}  // namespace musasim
