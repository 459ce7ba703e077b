// External semaphores with stream 0 as the calling thread's own stream.
#include "musart/per_thread.h"

using namespace musasim;

musaError_t musaSignalExternalSemaphoresAsync_ptsz(
    const musaExternalSemaphore_t* extSemArray,
    const musaExternalSemaphoreSignalParams_v1* paramsArray, unsigned int numExtSems,
    musaStream_t stream) {
  return on_own_stream(__func__, musaSignalExternalSemaphoresAsync, extSemArray, paramsArray,
                       numExtSems, stream);
}

musaError_t musaSignalExternalSemaphoresAsync_v2_ptsz(
    const musaExternalSemaphore_t* extSemArray,
    const musaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems,
    musaStream_t stream) {
  return on_own_stream(__func__, musaSignalExternalSemaphoresAsync_v2, extSemArray, paramsArray,
                       numExtSems, stream);
}

musaError_t musaWaitExternalSemaphoresAsync_ptsz(
    const musaExternalSemaphore_t* extSemArray,
    const musaExternalSemaphoreWaitParams_v1* paramsArray, unsigned int numExtSems,
    musaStream_t stream) {
  return on_own_stream(__func__, musaWaitExternalSemaphoresAsync, extSemArray, paramsArray,
                       numExtSems, stream);
}

musaError_t musaWaitExternalSemaphoresAsync_v2_ptsz(
    const musaExternalSemaphore_t* extSemArray, const musaExternalSemaphoreWaitParams* paramsArray,
    unsigned int numExtSems, musaStream_t stream) {
  return on_own_stream(__func__, musaWaitExternalSemaphoresAsync_v2, extSemArray, paramsArray,
                       numExtSems, stream);
}
