// MUSA's versions of the C functions that PyTorch has for CUDA, for extensions that are built for every release.
// The guards, the current stream and the device type are in torch_musa 2.7.1's shim_musa.cpp; a newer torch_musa has
// those of memory; kernels that were ported for torch_musa 2.11 link those that begin with torch_.
#include <torch/csrc/inductor/aoti_torch/utils.h>

#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/core/MUSACachingAllocator.h"
#include "torch_musa/csrc/core/MUSAGuard.h"
#include "torch_musa/csrc/core/MUSAStream.h"

namespace {

c10::DeviceIndex index_of(int32_t device) { return static_cast<c10::DeviceIndex>(device); }

c10::musa::MUSAStream external(void* stream, int32_t device) {
  return c10::musa::getStreamFromExternal(static_cast<musaStream_t>(stream), index_of(device));
}

}  // namespace

#define MUSASIM_STABLE(...) AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE(__VA_ARGS__)

extern "C" {

struct MUSAGuardOpaque;
struct MUSAStreamGuardOpaque;
using MUSAGuardHandle = MUSAGuardOpaque*;
using MUSAStreamGuardHandle = MUSAStreamGuardOpaque*;

AOTI_TORCH_EXPORT int32_t aoti_torch_device_type_musa() {
  return static_cast<int32_t>(c10::DeviceType::PrivateUse1);
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_create_musa_guard(int32_t device_index,
                                                              MUSAGuardHandle* ret_guard) {
  MUSASIM_STABLE({
    *ret_guard =
        reinterpret_cast<MUSAGuardHandle>(new c10::musa::MUSAGuard(index_of(device_index)));
  });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_delete_musa_guard(MUSAGuardHandle guard) {
  MUSASIM_STABLE({ delete reinterpret_cast<c10::musa::MUSAGuard*>(guard); });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_musa_guard_set_index(MUSAGuardHandle guard,
                                                                 int32_t device_index) {
  MUSASIM_STABLE(
      { reinterpret_cast<c10::musa::MUSAGuard*>(guard)->set_index(index_of(device_index)); });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_create_musa_stream_guard(
    void* stream, int32_t device_index, MUSAStreamGuardHandle* ret_guard) {
  MUSASIM_STABLE({
    *ret_guard = reinterpret_cast<MUSAStreamGuardHandle>(
        new c10::musa::MUSAStreamGuard(external(stream, device_index)));
  });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_delete_musa_stream_guard(MUSAStreamGuardHandle guard) {
  MUSASIM_STABLE({ delete reinterpret_cast<c10::musa::MUSAStreamGuard*>(guard); });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_get_current_musa_stream(int32_t device_index,
                                                                    void** ret_stream) {
  MUSASIM_STABLE(
      { *ret_stream = c10::musa::getCurrentMUSAStream(index_of(device_index)).stream(); });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_musa_caching_allocator_raw_alloc(uint64_t nbytes,
                                                                             void** ret_ptr) {
  MUSASIM_STABLE({ *ret_ptr = c10::musa::MUSACachingAllocator::raw_alloc(nbytes); });
}

AOTI_TORCH_EXPORT AOTITorchError aoti_torch_musa_caching_allocator_raw_delete(void* ptr) {
  MUSASIM_STABLE({ c10::musa::MUSACachingAllocator::raw_delete(ptr); });
}

AOTI_TORCH_EXPORT AOTITorchError torch_get_current_musa_blas_handle(void** ret_handle) {
  MUSASIM_STABLE({ *ret_handle = at::musa::getCurrentMUSABlasHandle(); });
}

AOTI_TORCH_EXPORT AOTITorchError torch_set_current_musa_stream(void* stream, int32_t device_index) {
  MUSASIM_STABLE({ c10::musa::setCurrentMUSAStream(external(stream, device_index)); });
}

AOTI_TORCH_EXPORT AOTITorchError torch_get_musa_stream_from_pool(bool isHighPriority,
                                                                 int32_t device_index,
                                                                 void** ret_stream) {
  MUSASIM_STABLE({
    *ret_stream = c10::musa::getStreamFromPool(isHighPriority, index_of(device_index)).stream();
  });
}

AOTI_TORCH_EXPORT AOTITorchError torch_musa_stream_synchronize(void* stream, int32_t device_index) {
  MUSASIM_STABLE({ external(stream, device_index).synchronize(); });
}

}  // extern "C"
