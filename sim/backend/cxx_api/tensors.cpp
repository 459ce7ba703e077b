// Functions that PyTorch's ported headers declare: empty tensors, their storage and indices, sleeping.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <vector>

#include "torch_glue/device_type.h"
#include "torch_glue/sleep.h"
#include "torch_glue/storage_resize.h"
#include "torch_musa/csrc/aten/musa/MUSAContextLight.h"
#include "torch_musa/share/generated_cuda_compatible/include/c10/musa/MUSAMacros.h"

namespace at {

namespace {

TensorOptions musa_options(std::optional<ScalarType> dtype, std::optional<Device> device) {
  const Device target = device.value_or(musasim::musa_device(-1));
  TORCH_CHECK(target.type() == musasim::kMusa, "empty_musa: expected a MUSA device, but got ",
              target);
  return TensorOptions().dtype(dtype).device(target);
}

}  // namespace

namespace detail {

C10_MUSA_API TensorBase empty_musa(IntArrayRef size, std::optional<ScalarType> dtype,
                                   std::optional<Layout> /*layout*/, std::optional<Device> device,
                                   std::optional<bool> /*pin_memory*/,
                                   std::optional<MemoryFormat> format) {
  return at::empty(size, musa_options(dtype, device), format);
}

C10_MUSA_API TensorBase empty_musa(IntArrayRef size, ScalarType dtype, std::optional<Device> device,
                                   std::optional<MemoryFormat> format) {
  return at::empty(size, musa_options(dtype, device), format);
}

C10_MUSA_API TensorBase empty_musa(IntArrayRef size, const TensorOptions& options) {
  return at::empty(size,
                   musa_options(optTypeMetaToScalarType(options.dtype_opt()), options.device_opt()),
                   options.memory_format_opt());
}

C10_MUSA_API TensorBase empty_strided_musa(IntArrayRef size, IntArrayRef stride,
                                           std::optional<ScalarType> dtype,
                                           std::optional<Layout> /*layout*/,
                                           std::optional<Device> device,
                                           std::optional<bool> /*pin_memory*/) {
  return at::empty_strided(size, stride, musa_options(dtype, device));
}

C10_MUSA_API TensorBase empty_strided_musa(IntArrayRef size, IntArrayRef stride, ScalarType dtype,
                                           std::optional<Device> device) {
  return at::empty_strided(size, stride, musa_options(dtype, device));
}

C10_MUSA_API TensorBase empty_strided_musa(IntArrayRef size, IntArrayRef stride,
                                           const TensorOptions& options) {
  return at::empty_strided(
      size, stride,
      musa_options(optTypeMetaToScalarType(options.dtype_opt()), options.device_opt()));
}

}  // namespace detail

namespace native {

C10_MUSA_API void resize_bytes_musa(StorageImpl* storage, std::size_t size_bytes) {
  musasim::resize_storage(*storage, size_bytes);
}

}  // namespace native

namespace musa {

C10_MUSA_API void sleep(std::int64_t cycles) { musasim::launch_sleep(cycles); }

C10_MUSA_API bool get_p2p_access(DeviceIndex source, DeviceIndex target) {
  return canDeviceAccessPeer(source, target);
}

}  // namespace musa

// Whether two indices may mean one element.
namespace musa::detail {

C10_MUSA_API bool maybeOverlappingIndices(const TensorBase& tensor) {
  struct Dimension {
    std::int64_t size;
    std::int64_t stride;
  };
  std::vector<Dimension> dimensions;
  for (std::int64_t index = 0; index < tensor.dim(); ++index) {
    if (tensor.size(index) > 1) {
      dimensions.push_back({tensor.size(index), tensor.stride(index)});
    }
  }
  std::sort(dimensions.begin(), dimensions.end(),
            [](const Dimension& a, const Dimension& b) { return a.stride < b.stride; });
  std::int64_t reach = 0;
  for (const Dimension& dimension : dimensions) {
    if (dimension.stride <= reach) {
      return true;
    }
    reach += (dimension.size - 1) * dimension.stride;
  }
  return false;
}

}  // namespace musa::detail

}  // namespace at
