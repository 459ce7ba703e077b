// Memory and semaphores of other APIs.
#include "machine/memory/external.h"

#include "machine/stream/external_semaphore.h"
#include "machine/stream/stream.h"
#include "musa/external.h"

namespace d = musasim::driver;

namespace {

// The union of handles comes first after the type in both forms.
template <class To, class From>
To described(const From& from) {
  static_assert(sizeof(To::handle) == sizeof(From::handle));
  To to{};
  to.type = static_cast<decltype(to.type)>(from.type);
  std::memcpy(&to.handle, &from.handle, sizeof to.handle);
  to.flags = from.flags;
  return to;
}

}  // namespace

MUresult muImportExternalMemory(MUexternalMemory* extMem_out,
                                const MUSA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (extMem_out == nullptr || memHandleDesc == nullptr) {
      return musaErrorInvalidValue;
    }
    auto what = described<musaExternalMemoryHandleDesc>(*memHandleDesc);
    what.size = memHandleDesc->size;
    musaExternalMemory_t memory = nullptr;
    const musaError_t error = musasim::external::import_memory(&what, &memory);
    if (error == musaSuccess) {
      *extMem_out = reinterpret_cast<MUexternalMemory>(memory);
    }
    return error;
  });
}

MUresult muExternalMemoryGetMappedBuffer(MUdeviceptr* devPtr, MUexternalMemory extMem,
                                         const MUSA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (devPtr == nullptr || bufferDesc == nullptr) {
      return musaErrorInvalidValue;
    }
    const musaExternalMemoryBufferDesc part{bufferDesc->offset, bufferDesc->size,
                                            bufferDesc->flags};
    void* pointer = nullptr;
    const musaError_t error = musasim::external::map_buffer(
        reinterpret_cast<musaExternalMemory_t>(extMem), &part, &pointer);
    if (error == musaSuccess) {
      *devPtr = d::address(pointer);
    }
    return error;
  });
}

MUresult muDestroyExternalMemory(MUexternalMemory extMem) {
  return d::in_context(__func__, [&] {
    return musasim::external::destroy_memory(reinterpret_cast<musaExternalMemory_t>(extMem));
  });
}

MUresult muImportExternalSemaphore(MUexternalSemaphore* extSem_out,
                                   const MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC* semHandleDesc) {
  return d::in_context(__func__, [&]() -> musaError_t {
    if (extSem_out == nullptr || semHandleDesc == nullptr) {
      return musaErrorInvalidValue;
    }
    const auto what = described<musaExternalSemaphoreHandleDesc>(*semHandleDesc);
    musaExternalSemaphore_t semaphore = nullptr;
    const musaError_t error = musasim::import_semaphore(&what, &semaphore);
    if (error == musaSuccess) {
      *extSem_out = reinterpret_cast<MUexternalSemaphore>(semaphore);
    }
    return error;
  });
}

MUresult muDestroyExternalSemaphore(MUexternalSemaphore extSem) {
  return d::in_context(__func__, [&] {
    return musasim::destroy_semaphore(reinterpret_cast<musaExternalSemaphore_t>(extSem));
  });
}

MUresult muSignalExternalSemaphoresAsync(const MUexternalSemaphore* extSemArray,
                                         const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray,
                                         unsigned int numExtSems, MUstream stream) {
  return d::in_context(__func__, [&] {
    musasim::Operation operation;
    const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS all{const_cast<MUexternalSemaphore*>(extSemArray),
                                              paramsArray, numExtSems};
    const musaError_t error = d::signal_of(&all, &operation);
    return error != musaSuccess ? error : musasim::submit(stream, std::move(operation));
  });
}

MUresult muWaitExternalSemaphoresAsync(const MUexternalSemaphore* extSemArray,
                                       const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray,
                                       unsigned int numExtSems, MUstream stream) {
  return d::in_context(__func__, [&] {
    musasim::Operation operation;
    const MUSA_EXT_SEM_WAIT_NODE_PARAMS all{const_cast<MUexternalSemaphore*>(extSemArray),
                                            paramsArray, numExtSems};
    const musaError_t error = d::wait_of(&all, &operation);
    return error != musaSuccess ? error : musasim::submit(stream, std::move(operation));
  });
}

MUresult muFlushGPUDirectRDMAWrites(MUflushGPUDirectRDMAWritesTarget target,
                                    MUflushGPUDirectRDMAWritesScope scope) {
  return d::in_context(__func__, [&] {
    return musasim::external::flush_writes(static_cast<musaFlushGPUDirectRDMAWritesTarget>(target),
                                           static_cast<musaFlushGPUDirectRDMAWritesScope>(scope));
  });
}
