// _MUSAC: what graph trees do with pools and storages: checkpoints of a pool, and tensors whose
// memory they manage themselves.
#include <ATen/EmptyTensor.h>
#include <c10/core/StorageImpl.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/utils/pybind.h>

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

using caching::PoolCheckpoint;

c10::StorageImpl* storage_at(std::size_t address) {
  return reinterpret_cast<c10::StorageImpl*>(address);
}

std::vector<c10::StorageImpl*> storages_at(const std::vector<std::size_t>& addresses) {
  std::vector<c10::StorageImpl*> storages;
  std::transform(addresses.begin(), addresses.end(), std::back_inserter(storages), storage_at);
  return storages;
}

// From here on the storage frees nothing; its pointer stays.
void remove_deleter(c10::StorageImpl& storage) {
  c10::DataPtr& pointer = storage._mutable_data_ptr_no_checks();
  void* data = pointer.get();
  const c10::Device device = pointer.device();
  pointer.release_context();
  storage.set_data_ptr_noswap(c10::DataPtr(data, device));
}

std::shared_ptr<PoolCheckpoint> get_checkpoint(int device, caching::PoolId id) {
  return as_torch_errors(
      [&] { return std::shared_ptr<PoolCheckpoint>(memory_of(device).checkpoint(id)); });
}

void set_checkpoint(int device, const std::shared_ptr<PoolCheckpoint>& state,
                    const std::vector<std::size_t>& stale,
                    const std::vector<std::size_t>& to_add_deleters_to) {
  const auto stale_storages = storages_at(stale);
  // Outputs that share a storage name it several times.
  const auto named = storages_at(to_add_deleters_to);
  const std::unordered_set<c10::StorageImpl*> owners(named.begin(), named.end());
  const caching::CheckpointDelta delta =
      as_torch_errors([&] { return memory_of(device).restore(*state); });
  const std::unordered_set<void*> freed(delta.freed.begin(), delta.freed.end());
  for (c10::StorageImpl* storage : stale_storages) {
    void* data = storage->_mutable_data_ptr_no_checks().get();
    TORCH_CHECK(freed.count(data) != 0, "a stale storage points to ", data,
                ", which is not memory of the pool");
    remove_deleter(*storage);
  }
  // Memory that nothing takes over stays allocated, as in torch_musa: tensors that hold it already free it.
  const std::unordered_set<void*> allocated(delta.allocated.begin(), delta.allocated.end());
  for (c10::StorageImpl* storage : owners) {
    void* data = storage->_mutable_data_ptr_no_checks().get();
    TORCH_CHECK(allocated.count(data) != 0, "a storage that shall own ", data,
                " has memory that is not in the checkpoint");
    storage->set_data_ptr_noswap(c10::DataPtr(data, data, &free_device_pointer, storage->device()));
  }
}

at::Tensor construct_tensor(const py::dict& metadata, c10::Storage storage) {
  auto* dtype = reinterpret_cast<THPDtype*>(metadata["dtype"].ptr());
  TORCH_CHECK_TYPE(THPDtype_Check(metadata["dtype"].ptr()),
                   "metadata[\"dtype\"] must be a torch.dtype");
  at::Tensor tensor = at::detail::make_tensor_base<c10::TensorImpl>(
      std::move(storage), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
      c10::scalarTypeToTypeMeta(dtype->scalar_type));
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(
      metadata["size"].cast<std::vector<int64_t>>(),
      metadata["stride"].cast<std::vector<int64_t>>(), metadata["storage_offset"].cast<int64_t>());
  return tensor;
}

void free_and_remove_deleter(std::size_t address) {
  c10::DataPtr& pointer = storage_at(address)->_mutable_data_ptr_no_checks();
  const c10::DeleterFnPtr deleter = pointer.get_deleter();
  void* data = pointer.get();
  const c10::Device device = pointer.device();
  void* context = pointer.release_context();
  storage_at(address)->set_data_ptr_noswap(c10::DataPtr(data, device));
  deleter(context);
}

bool has_standard_deleter(std::size_t address) {
  return storage_at(address)->_mutable_data_ptr_no_checks().get_deleter() == &free_device_pointer;
}

std::size_t storage_use_count(std::size_t address) {
  return c10::raw::weak_intrusive_ptr::use_count(storage_at(address));
}

void set_access_error(const at::Tensor& tensor, std::string message) {
  tensor.unsafeGetTensorImpl()->release_storage_and_set_meta_custom_data_ptr_error_msg_(
      std::move(message));
}

// The same for everybody who shares the storage; torch_musa's graph trees know no such function, but
// those of PyTorch, which the simulator runs, do.
void set_storage_error(std::size_t address, const std::string& message) {
  storage_at(address)->release_data_and_set_meta_custom_data_ptr_error_msg_(message);
}

bool data_pointers_equal(const py::list& tensors, const py::list& pointers,
                         const py::list& indices) {
  for (const py::handle& item : indices) {
    const auto index = item.cast<std::size_t>();
    const auto tensor = tensors[index].cast<at::Tensor>();
    if (reinterpret_cast<std::uintptr_t>(tensor.data_ptr()) !=
        pointers[index].cast<std::uintptr_t>()) {
      return false;
    }
  }
  return true;
}

void raw_delete(const py::int_& address) {
  auto* pointer = reinterpret_cast<void*>(address.cast<std::uintptr_t>());
  TORCH_CHECK(caching::free(pointer), "invalid device pointer: ", pointer);
}

}  // namespace

void add_memory_checkpoint(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  py::class_<PoolCheckpoint, std::shared_ptr<PoolCheckpoint>>(module,
                                                              "_musa_MUSAAllocator_AllocatorState");
  const auto add = [&](const char* name, auto function, auto... arguments) {
    module.def(name, torch::wrap_pybind_function(function), arguments...);
  };
  add("_musa_getCheckpointState", get_checkpoint);
  add("_musa_setCheckpointPoolState", set_checkpoint, py::arg("device"), py::arg("state"),
      py::arg("stale_storages_ptr"), py::arg("storages_to_add_deleters_to_ptr") = py::list());
  add("_construct_MUSA_Tensor_From_Storage_And_Metadata", construct_tensor);
  add("_free_And_Remove_DeleterFn", free_and_remove_deleter);
  add("_has_Standard_Deleter", has_standard_deleter);
  add("_storage_Use_Count", storage_use_count);
  add("_set_storage_access_error_msg", set_access_error);
  add("_musasim_set_storage_error", set_storage_error);
  add("_tensors_data_ptrs_at_indices_equal", data_pointers_equal);
  add("_musa_musaCachingAllocator_raw_delete", raw_delete);
}

}  // namespace musasim
