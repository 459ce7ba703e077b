// CPU aliases of device tensors, and device tensors again from what a CPU kernel returns.
//
// An alias is a tensor with CPU keys over a "twin" storage: the same memory with a CPU DataPtr that
// keeps the device storage alive. The twin cannot be the storage itself, because the views that a
// kernel makes take their device from the storage.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

#include <unordered_map>

namespace musasim {

// The aliases of one operator call.
class AliasSet {
 public:
  explicit AliasSet(int device) : device_(device) {}

  // A CPU alias of a device tensor. `written`: the kernel may write to it or resize it.
  at::Tensor alias(const at::Tensor& tensor, bool written);
  // A CPU tensor that goes to the kernel as it is, and may come back.
  void pass_through(const at::Tensor& tensor);

  // After the kernel: gives resized or re-pointed tensors their new storage and shape.
  void write_back();
  // The device tensor for a result of the kernel: the argument itself, a view of an argument, or
  // the result, moved to the device in place.
  at::Tensor to_device(const at::Tensor& result);

 private:
  struct Twin {
    c10::intrusive_ptr<c10::StorageImpl> original;
    c10::intrusive_ptr<c10::StorageImpl> twin;
    const void* data;
    std::size_t size;
  };
  struct Entry {
    at::Tensor original;
    at::Tensor alias;
    bool written;
  };

  at::Tensor strided_alias(const at::Tensor& tensor, bool written);
  at::Tensor special_alias(const at::Tensor& tensor, bool written);
  c10::Storage twin_of(const c10::Storage& storage, bool written);
  void write_back_storage(Twin& twin);
  void write_back_tensor(const Entry& entry);
  // The device storage that belongs to a storage which a kernel returned; makes it one if need be.
  c10::Storage device_storage(const c10::Storage& storage);
  const Entry* entry_of(const c10::TensorImpl* alias);
  // A member of a quantizer may be the host's own and is copied then.
  at::Tensor member_to_device(const at::Tensor& member);
  bool is_host(const at::Tensor& result) const;
  at::Tensor view_on(const c10::Storage& storage, const at::Tensor& result) const;

  int device_;
  c10::SmallVector<Twin, 4> twins_;
  c10::SmallVector<Entry, 4> entries_;
  c10::SmallVector<at::Tensor, 1> host_;
  // Filled only when there are many, as in calls for whole lists of parameters.
  std::unordered_map<const c10::StorageImpl*, std::size_t> twin_index_;
  std::unordered_map<const c10::TensorImpl*, std::size_t> entry_index_;
};

// Makes a storage of CPU memory one of the device: in place when the memory is the device's already,
// else by a copy.
void adopt_storage(c10::StorageImpl* storage, int device);

}  // namespace musasim
