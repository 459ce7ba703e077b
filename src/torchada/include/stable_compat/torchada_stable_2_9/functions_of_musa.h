// The C functions of the newer torch_musa, by the C++ functions that torch_musa 2.9 has.
#pragma once

#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch_musa/csrc/aten/musa/MUSAContext.h>
#include <torch_musa/csrc/core/MUSAStream.h>

#include <cstdint>
#include <exception>
#include <iostream>

// torch_musa has it; whether a header declares it depends on where PyTorch's headers are looked for.
extern "C" AOTI_TORCH_EXPORT AOTITorchError aoti_torch_get_current_musa_stream(int32_t device_index,
                                                                               void** ret_stream);

namespace torchada::stable {

// C has no exceptions: the message is printed, as PyTorch's C functions do.
template <typename Function>
AOTITorchError as_c(const Function& function) {
  try {
    function();
    return AOTI_TORCH_SUCCESS;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return AOTI_TORCH_FAILURE;
  }
}

inline c10::musa::MUSAStream external(void* stream, int32_t device) {
  return c10::musa::getStreamFromExternal(static_cast<musaStream_t>(stream),
                                          static_cast<c10::DeviceIndex>(device));
}

}  // namespace torchada::stable

inline AOTITorchError torch_get_current_musa_blas_handle(void** ret_handle) {
  return torchada::stable::as_c([=] { *ret_handle = at::musa::getCurrentMUSABlasHandle(); });
}

inline AOTITorchError torch_set_current_musa_stream(void* stream, int32_t device_index) {
  return torchada::stable::as_c(
      [=] { c10::musa::setCurrentMUSAStream(torchada::stable::external(stream, device_index)); });
}

inline AOTITorchError torch_get_musa_stream_from_pool(bool high_priority, int32_t device_index,
                                                      void** ret_stream) {
  return torchada::stable::as_c([=] {
    const auto device = static_cast<c10::DeviceIndex>(device_index);
    *ret_stream = c10::musa::getStreamFromPool(high_priority, device).stream();
  });
}

inline AOTITorchError torch_musa_stream_synchronize(void* stream, int32_t device_index) {
  return torchada::stable::as_c(
      [=] { torchada::stable::external(stream, device_index).synchronize(); });
}
