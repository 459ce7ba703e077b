// Memory of other APIs.
#include "machine/memory/external.h"
#include "musart/api.h"

using namespace musasim;

musaError_t musaImportExternalMemory(musaExternalMemory_t* extMem_out,
                                     const musaExternalMemoryHandleDesc* memHandleDesc) {
  return api(__func__, [&] { return external::import_memory(memHandleDesc, extMem_out); });
}

musaError_t musaExternalMemoryGetMappedBuffer(void** devPtr, musaExternalMemory_t extMem,
                                              const musaExternalMemoryBufferDesc* bufferDesc) {
  return api(__func__, [&] { return external::map_buffer(extMem, bufferDesc, devPtr); });
}

musaError_t musaDestroyExternalMemory(musaExternalMemory_t extMem) {
  return api(__func__, [&] { return external::destroy_memory(extMem); });
}
