// Nodes of external semaphores: there are no such semaphores here.
#include "musart/api.h"

using namespace musasim;

musaError_t musaGraphAddExternalSemaphoresSignalNode(musaGraphNode_t*, musaGraph_t,
                                                     const musaGraphNode_t*, size_t,
                                                     const musaExternalSemaphoreSignalNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExternalSemaphoresSignalNodeGetParams(musaGraphNode_t,
                                                           musaExternalSemaphoreSignalNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExternalSemaphoresSignalNodeSetParams(
    musaGraphNode_t, const musaExternalSemaphoreSignalNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphAddExternalSemaphoresWaitNode(musaGraphNode_t*, musaGraph_t,
                                                   const musaGraphNode_t*, size_t,
                                                   const musaExternalSemaphoreWaitNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExternalSemaphoresWaitNodeGetParams(musaGraphNode_t,
                                                         musaExternalSemaphoreWaitNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExternalSemaphoresWaitNodeSetParams(
    musaGraphNode_t, const musaExternalSemaphoreWaitNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExecExternalSemaphoresSignalNodeSetParams(
    musaGraphExec_t, musaGraphNode_t, const musaExternalSemaphoreSignalNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}

musaError_t musaGraphExecExternalSemaphoresWaitNodeSetParams(
    musaGraphExec_t, musaGraphNode_t, const musaExternalSemaphoreWaitNodeParams*) {
  return api(__func__, [] { return musaErrorNotSupported; });
}
