// Operators that torch 2.9 does not have among its stable ones, by its C interface.
#pragma once

#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/device.h>
#include <torch/csrc/stable/stableivalue_conversions.h>
#include <torch/csrc/stable/tensor.h>
#include <torch/headeronly/core/Layout.h>
#include <torch/headeronly/core/MemoryFormat.h>
#include <torch/headeronly/util/Exception.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace torch::stable {

namespace torchada_2_9 {

inline std::vector<int64_t> contiguous_strides(IntHeaderOnlyArrayRef sizes) {
  std::vector<int64_t> strides(sizes.size(), 1);
  for (std::size_t at = sizes.size(); at > 1; --at) {
    strides[at - 2] = strides[at - 1] * (sizes[at - 1] > 0 ? sizes[at - 1] : 1);
  }
  return strides;
}

// The sizes with their -1, of which there is one at most, replaced.
inline std::vector<int64_t> inferred(const Tensor& self, IntHeaderOnlyArrayRef sizes) {
  std::vector<int64_t> whole(sizes.begin(), sizes.end());
  int64_t known = 1;
  int64_t* unknown = nullptr;
  for (int64_t& size : whole) {
    STD_TORCH_CHECK(size >= -1 && (size != -1 || unknown == nullptr),
                    "a shape may have one -1 and otherwise sizes of 0 and more, not ", size);
    if (size == -1) {
      unknown = &size;
    } else {
      known *= size;
    }
  }
  if (unknown != nullptr && known != 0) *unknown = self.numel() / known;
  const int64_t wanted = unknown == nullptr ? known : known * *unknown;
  STD_TORCH_CHECK(known != 0 || unknown == nullptr,
                  "a shape with a size of 0 may have no -1, which could be any size");
  STD_TORCH_CHECK(wanted == self.numel(), "the shape has ", wanted, " elements, the tensor ",
                  self.numel());
  return whole;
}

inline int32_t number(ScalarType type) { return ::to<int32_t>(::from(type)); }

}  // namespace torchada_2_9

inline Tensor empty(IntHeaderOnlyArrayRef size, std::optional<ScalarType> dtype = std::nullopt,
                    std::optional<torch::headeronly::Layout> layout = std::nullopt,
                    std::optional<Device> device = std::nullopt,
                    std::optional<bool> pin_memory = std::nullopt,
                    std::optional<torch::headeronly::MemoryFormat> memory_format = std::nullopt) {
  using torch::headeronly::Layout;
  using torch::headeronly::MemoryFormat;
  STD_TORCH_CHECK(layout.value_or(Layout::Strided) == Layout::Strided &&
                      memory_format.value_or(MemoryFormat::Contiguous) == MemoryFormat::Contiguous,
                  "torch::stable::empty() makes contiguous tensors alone with torch 2.9");
  const Device place = device.value_or(Device(DeviceType::CPU));
  const std::vector<int64_t> strides = torchada_2_9::contiguous_strides(size);
  const auto make =
      pin_memory.value_or(false) ? aoti_torch_empty_strided_pinned : aoti_torch_empty_strided;
  AtenTensorHandle made = nullptr;
  TORCH_ERROR_CODE_CHECK(make(static_cast<int64_t>(size.size()), size.data(), strides.data(),
                              torchada_2_9::number(dtype.value_or(ScalarType::Float)),
                              static_cast<int32_t>(place.type()), place.index(), &made));
  return Tensor(made);
}

inline Tensor from_blob(void* data, IntHeaderOnlyArrayRef sizes, IntHeaderOnlyArrayRef strides,
                        Device device, ScalarType dtype, int64_t storage_offset = 0) {
  AtenTensorHandle made = nullptr;
  TORCH_ERROR_CODE_CHECK(aoti_torch_create_tensor_from_blob(
      data, static_cast<int64_t>(sizes.size()), sizes.data(), strides.data(), storage_offset,
      torchada_2_9::number(dtype), static_cast<int32_t>(device.type()), device.index(), &made));
  return Tensor(made);
}

inline Tensor contiguous(const Tensor& self) {
  // The dispatcher takes the memory format, torch.contiguous_format, by its number.
  std::array<StableIValue, 2> stack{::from(self), ::from(int64_t{0})};
  TORCH_ERROR_CODE_CHECK(aoti_torch_call_dispatcher("aten::contiguous", "", stack.data()));
  return ::to<Tensor>(stack[0]);
}

inline Tensor clone(const Tensor& self) {
  AtenTensorHandle made = nullptr;
  TORCH_ERROR_CODE_CHECK(aoti_torch_clone(self.get(), &made));
  return Tensor(made);
}

inline Tensor copy_(Tensor& self, const Tensor& source,
                    std::optional<bool> non_blocking = std::nullopt) {
  TORCH_ERROR_CODE_CHECK(
      aoti_torch_copy_(self.get(), source.get(), non_blocking.value_or(false) ? 1 : 0));
  return self;
}

inline Tensor flatten(const Tensor& self, int64_t start_dim = 0, int64_t end_dim = -1) {
  std::array<StableIValue, 3> stack{::from(self), ::from(start_dim), ::from(end_dim)};
  TORCH_ERROR_CODE_CHECK(aoti_torch_call_dispatcher("aten::flatten", "using_ints", stack.data()));
  return ::to<Tensor>(stack[0]);
}

// Of contiguous tensors alone: the C interface has no other.
inline Tensor view(const Tensor& self, IntHeaderOnlyArrayRef size) {
  STD_TORCH_CHECK(self.is_contiguous(),
                  "torch::stable::view() takes contiguous tensors alone with torch 2.9; call "
                  "reshape()");
  const std::vector<int64_t> sizes = torchada_2_9::inferred(self, size);
  const std::vector<int64_t> strides = torchada_2_9::contiguous_strides(sizes);
  AtenTensorHandle made = nullptr;
  TORCH_ERROR_CODE_CHECK(
      aoti_torch__reinterpret_tensor(self.get(), static_cast<int64_t>(sizes.size()), sizes.data(),
                                     strides.data(), 0, &made));  // 0: beside the tensor's own
  return Tensor(made);
}

inline Tensor reshape(const Tensor& self, IntHeaderOnlyArrayRef shape) {
  return view(contiguous(self), shape);
}

}  // namespace torch::stable
