// The C function of extensions that are built for every release of PyTorch.
#include <torch/csrc/inductor/aoti_torch/utils.h>

#include "torch_musa/csrc/core/MUSAStream.h"

extern "C" AOTI_TORCH_EXPORT AOTITorchError aoti_torch_get_current_musa_stream(int32_t device_index,
                                                                               void** ret_stream) {
  AOTI_TORCH_CONVERT_EXCEPTION_TO_ERROR_CODE({
    const auto device = static_cast<c10::DeviceIndex>(device_index);
    *ret_stream = c10::musa::getCurrentMUSAStream(device).stream();
  });
}
