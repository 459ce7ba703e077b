// torch::stable::Tensor: torch 2.9's has fewer members than that of later releases.
#pragma once

#if __has_include(<torch/csrc/stable/device_struct.h>)
#include_next <torch/csrc/stable/tensor_struct.h>
#else
#define TORCHADA_STABLE_TENSOR 1

#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#include <torch/csrc/stable/accelerator.h>
#include <torch/csrc/stable/device.h>
#include <torch/headeronly/core/ScalarType.h>
#include <torch/headeronly/util/Exception.h>
#include <torch/headeronly/util/HeaderOnlyArrayRef.h>
#include <torch/headeronly/util/shim_utils.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace torch::stable {

using torch::headeronly::IntHeaderOnlyArrayRef;
using torch::headeronly::ScalarType;

// A tensor by its handle of PyTorch's C interface, which it owns with its copies.
class Tensor {
 public:
  Tensor() : Tensor(get<AtenTensorHandle>(aoti_torch_new_uninitialized_tensor)) {}
  // Takes the handle over.
  explicit Tensor(AtenTensorHandle handle) : handle_(handle, release) {}

  AtenTensorHandle get() const { return handle_.get(); }

  void* data_ptr() const { return of<void*>(aoti_torch_get_data_ptr); }
  void* mutable_data_ptr() const { return data_ptr(); }
  const void* const_data_ptr() const { return data_ptr(); }
  template <typename T>
  T* mutable_data_ptr() const {
    return static_cast<T*>(data_ptr());
  }
  template <typename T>
  const T* const_data_ptr() const {
    return static_cast<const T*>(data_ptr());
  }

  int64_t dim() const { return of<int64_t>(aoti_torch_get_dim); }
  int64_t numel() const { return of<int64_t>(aoti_torch_get_numel); }
  int64_t size(int64_t at) const { return of<int64_t>(aoti_torch_get_size, at); }
  int64_t stride(int64_t at) const { return of<int64_t>(aoti_torch_get_stride, at); }
  IntHeaderOnlyArrayRef sizes() const { return list(of<int64_t*>(aoti_torch_get_sizes)); }
  IntHeaderOnlyArrayRef strides() const { return list(of<int64_t*>(aoti_torch_get_strides)); }
  int64_t storage_offset() const { return of<int64_t>(aoti_torch_get_storage_offset); }
  std::size_t element_size() const {
    return aoti_torch_dtype_element_size(of<int32_t>(aoti_torch_get_dtype));
  }
  bool is_contiguous() const { return of<bool>(aoti_torch_is_contiguous); }
  bool defined() const { return of<bool>(aoti_torch_is_defined); }
  ScalarType scalar_type() const;

  Device device() const;
  accelerator::DeviceIndex get_device_index() const {
    return of<int32_t>(aoti_torch_get_device_index);
  }
  int8_t get_device() const {
    const int32_t index = get_device_index();
    STD_TORCH_CHECK(
        index >= std::numeric_limits<int8_t>::min() && index <= std::numeric_limits<int8_t>::max(),
        "get_device() gives an int8_t, which cannot hold the device's index ", index,
        "; call get_device_index()");
    return static_cast<int8_t>(index);
  }
  bool is_cuda() const { return device_type() == aoti_torch_device_type_cuda(); }
  bool is_privateuseone() const { return device_type() == aoti_torch_device_type_privateuse1(); }
  bool is_cpu() const { return device_type() == aoti_torch_device_type_cpu(); }

 private:
  static void release(AtenTensorHandle handle) {
    TORCH_ERROR_CODE_CHECK(aoti_torch_delete_tensor_object(handle));
  }

  // What a C function gives through its last argument.
  template <typename T, typename Function, typename... Arguments>
  static T get(const Function& function, Arguments... arguments) {
    T value{};
    TORCH_ERROR_CODE_CHECK(function(arguments..., &value));
    return value;
  }
  template <typename T, typename Function, typename... Arguments>
  T of(const Function& function, Arguments... arguments) const {
    return get<T>(function, get(), arguments...);
  }

  IntHeaderOnlyArrayRef list(const int64_t* numbers) const {
    return IntHeaderOnlyArrayRef(numbers, static_cast<std::size_t>(dim()));
  }
  int32_t device_type() const { return of<int32_t>(aoti_torch_get_device_type); }

  std::shared_ptr<AtenTensorOpaque> handle_;
};

}  // namespace torch::stable
#endif
