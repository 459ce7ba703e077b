// Semaphores of other APIs, signalled and waited for by streams.
#include "machine/stream/external_semaphore.h"

#include <vector>

#include "machine/stream/stream.h"
#include "musart/api.h"

using namespace musasim;

namespace {

template <class Params, class Make>
musaError_t use(const musaExternalSemaphore_t* semaphores, const Params* params, unsigned count,
                musaStream_t stream, Make make) {
  Operation operation;
  const musaError_t error = make(semaphores, params, count, &operation);
  return error != musaSuccess ? error : submit(stream, std::move(operation));
}

// The first versions' parameters lack the room for what may come.
template <class Params, class First>
std::vector<Params> widened(const First* from, unsigned count) {
  std::vector<Params> params(from == nullptr ? 0 : count);
  for (std::size_t i = 0; i < params.size(); ++i) {
    params[i].params.fence.value = from[i].params.fence.value;
    params[i].flags = from[i].flags;
  }
  return params;
}

}  // namespace

musaError_t musaImportExternalSemaphore(musaExternalSemaphore_t* extSem_out,
                                        const musaExternalSemaphoreHandleDesc* semHandleDesc) {
  return api(__func__, [&] { return import_semaphore(semHandleDesc, extSem_out); });
}

musaError_t musaDestroyExternalSemaphore(musaExternalSemaphore_t extSem) {
  return api(__func__, [&] { return destroy_semaphore(extSem); });
}

musaError_t musaSignalExternalSemaphoresAsync(
    const musaExternalSemaphore_t* extSemArray,
    const musaExternalSemaphoreSignalParams_v1* paramsArray, unsigned int numExtSems,
    musaStream_t stream) {
  return api(__func__, [&] {
    const auto params = widened<musaExternalSemaphoreSignalParams>(paramsArray, numExtSems);
    return use(extSemArray, params.data(), numExtSems, stream, signal_operation);
  });
}

musaError_t musaSignalExternalSemaphoresAsync_v2(
    const musaExternalSemaphore_t* extSemArray,
    const musaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems,
    musaStream_t stream) {
  return api(__func__,
             [&] { return use(extSemArray, paramsArray, numExtSems, stream, signal_operation); });
}

musaError_t musaWaitExternalSemaphoresAsync(const musaExternalSemaphore_t* extSemArray,
                                            const musaExternalSemaphoreWaitParams_v1* paramsArray,
                                            unsigned int numExtSems, musaStream_t stream) {
  return api(__func__, [&] {
    const auto params = widened<musaExternalSemaphoreWaitParams>(paramsArray, numExtSems);
    return use(extSemArray, params.data(), numExtSems, stream, wait_operation);
  });
}

musaError_t musaWaitExternalSemaphoresAsync_v2(const musaExternalSemaphore_t* extSemArray,
                                               const musaExternalSemaphoreWaitParams* paramsArray,
                                               unsigned int numExtSems, musaStream_t stream) {
  return api(__func__,
             [&] { return use(extSemArray, paramsArray, numExtSems, stream, wait_operation); });
}
