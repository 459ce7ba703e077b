// Making of aliases and the way back.
#include "aten/alias.h"

#include <c10/core/DeviceGuard.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/TensorImpl.h>

#include <cstring>

#include "aten/nested.h"
#include "aten/quantized.h"
#include "aten/sparse.h"
#include "torch_glue/allocator.h"
#include "torch_glue/device_type.h"

namespace musasim {

namespace {

// Above it, a linear search costs more than a hash table.
constexpr std::size_t kManyEntries = 16;

constexpr c10::DispatchKeySet kValueKeys({c10::DispatchKey::Conjugate, c10::DispatchKey::Negative,
                                          c10::DispatchKey::ZeroTensor});

// Tensors with more to them than a storage and a shape.
constexpr c10::DispatchKeySet kSpecialKeys({c10::DispatchKey::Sparse, c10::DispatchKey::SparseCsr,
                                            c10::DispatchKey::Quantized,
                                            c10::DispatchKey::NestedTensor});

bool is_special(const at::Tensor& tensor) { return tensor.key_set().has_any(kSpecialKeys); }

void release_original(void* storage) {
  c10::raw::intrusive_ptr::decref(static_cast<c10::StorageImpl*>(storage));
}

c10::intrusive_ptr<c10::StorageImpl> make_twin(c10::StorageImpl* original, bool written) {
  // Asking for mutable data materialises a copy-on-write storage; reading must not.
  void* data = written ? original->mutable_data() : const_cast<void*>(original->data());
  c10::raw::intrusive_ptr::incref(original);
  c10::DataPtr pointer(data, original, &release_original, c10::DeviceType::CPU);
  return c10::make_intrusive<c10::StorageImpl>(c10::StorageImpl::use_byte_size_t(),
                                               original->sym_nbytes(), std::move(pointer),
                                               cpu_allocator(), original->resizable());
}

void copy_shape(c10::TensorImpl* target, const c10::TensorImpl* source) {
  target->set_sizes_and_strides(source->sizes(), source->strides(), source->storage_offset());
}

bool same_shape(const c10::TensorImpl* left, const c10::TensorImpl* right) {
  return left->sizes() == right->sizes() && left->strides() == right->strides() &&
         left->storage_offset() == right->storage_offset();
}

bool same_value_keys(const c10::TensorImpl* left, const c10::TensorImpl* right) {
  return (left->key_set() & kValueKeys) == (right->key_set() & kValueKeys);
}

}  // namespace

void adopt_storage(c10::StorageImpl* storage, int device) {
  c10::DataPtr& pointer = storage->_mutable_data_ptr_no_checks();
  if (pointer.device().type() == kMusa) {
    return;
  }
  if (pointer.get() == nullptr || device_of_pointer(pointer.get()) == device) {
    pointer.unsafe_set_device(musa_device(device));
  } else {
    const std::size_t size = storage->nbytes();
    const c10::DeviceGuard guard(musa_device(device));
    c10::DataPtr copy = device_allocator()->allocate(size);
    std::memcpy(copy.get(), pointer.get(), size);
    storage->set_data_ptr_noswap(std::move(copy));
  }
  storage->set_allocator(device_allocator());
}

at::Tensor AliasSet::alias(const at::Tensor& tensor, bool written) {
  // Kernels ask whether two arguments are one tensor. In long lists nobody repeats one.
  if (entries_.size() < kManyEntries) {
    for (Entry& entry : entries_) {
      if (entry.original.is_same(tensor)) {
        entry.written = entry.written || written;
        return entry.alias;
      }
    }
  }
  at::Tensor result = C10_UNLIKELY(is_special(tensor)) ? special_alias(tensor, written)
                                                       : strided_alias(tensor, written);
  entries_.push_back({tensor, result, written});
  return result;
}

at::Tensor AliasSet::special_alias(const at::Tensor& tensor, bool written) {
  const auto map = [&](const at::Tensor& member) { return alias(member, written); };
  if (tensor.is_nested()) {
    return remake_nested(tensor, twin_of(tensor.storage(), written), c10::DeviceType::CPU);
  }
  if (tensor.is_quantized()) {
    return remake_quantized(tensor, twin_of(tensor.storage(), written), c10::DeviceType::CPU, map);
  }
  return remake_sparse(tensor, c10::DeviceType::CPU, map);
}

at::Tensor AliasSet::strided_alias(const at::Tensor& tensor, bool written) {
  const c10::TensorImpl* original = tensor.unsafeGetTensorImpl();
  const auto keys = c10::DispatchKeySet(c10::DispatchKey::CPU) | (original->key_set() & kValueKeys);
  at::Tensor result = at::detail::make_tensor<c10::TensorImpl>(
      c10::TensorImpl::VIEW, twin_of(original->storage(), written), keys, original->dtype());
  c10::TensorImpl* impl = result.unsafeGetTensorImpl();
  copy_shape(impl, original);
  if (C10_UNLIKELY(original->is_wrapped_number())) {
    impl->set_wrapped_number(true);
  }
  return result;
}

void AliasSet::pass_through(const at::Tensor& tensor) { host_.push_back(tensor); }

c10::Storage AliasSet::twin_of(const c10::Storage& storage, bool written) {
  c10::StorageImpl* original = storage.unsafeGetStorageImpl();
  if (twins_.size() >= kManyEntries) {
    for (std::size_t i = twin_index_.size(); i < twins_.size(); ++i) {
      twin_index_.emplace(twins_[i].original.get(), i);
    }
    const auto found = twin_index_.find(original);
    if (found != twin_index_.end()) {
      return c10::Storage(twins_[found->second].twin);
    }
  } else {
    for (const Twin& twin : twins_) {
      if (twin.original.get() == original) {
        return c10::Storage(twin.twin);
      }
    }
  }
  auto twin = make_twin(original, written);
  twins_.push_back({c10::intrusive_ptr<c10::StorageImpl>::reclaim_copy(original), twin,
                    twin->data(), twin->nbytes()});
  return c10::Storage(std::move(twin));
}

void AliasSet::write_back() {
  for (Twin& twin : twins_) {
    if (C10_UNLIKELY(twin.twin->data() != twin.data || twin.twin->nbytes() != twin.size)) {
      write_back_storage(twin);
    }
  }
  for (const Entry& entry : entries_) {
    if (entry.written) {
      write_back_tensor(entry);
    }
  }
}

void AliasSet::write_back_storage(Twin& twin) {
  const std::size_t size = twin.twin->nbytes();
  if (twin.twin->data() != twin.data) {
    // The twin gets an empty pointer: from here on the memory belongs to the original.
    const int device = twin.original->device().index();
    c10::DataPtr grown;
    std::swap(grown, twin.twin->_mutable_data_ptr_no_checks());
    twin.original->set_data_ptr_noswap(std::move(grown));
    adopt_storage(twin.original.get(), device);
  }
  twin.original->set_nbytes(size);
}

void AliasSet::write_back_tensor(const Entry& entry) {
  if (is_sparse_layout(entry.original)) {
    assign_sparse(entry.original, entry.alias,
                  [this](const at::Tensor& member) { return to_device(member); });
    return;
  }
  if (C10_UNLIKELY(entry.original.is_nested())) {
    return;  // its shapes cannot change, and its memory is the twin's
  }
  if (C10_UNLIKELY(entry.original.is_quantized())) {
    assign_quantizer(entry.original, entry.alias,
                     [this](const at::Tensor& member) { return member_to_device(member); });
  }
  c10::TensorImpl* original = entry.original.unsafeGetTensorImpl();
  const c10::TensorImpl* alias = entry.alias.unsafeGetTensorImpl();
  const c10::Storage storage = device_storage(alias->unsafe_storage());
  if (C10_UNLIKELY(storage.unsafeGetStorageImpl() !=
                   original->unsafe_storage().unsafeGetStorageImpl())) {
    original->set_storage_keep_dtype(storage);
  }
  if (C10_UNLIKELY(!same_shape(original, alias))) {
    copy_shape(original, alias);
  }
  if (C10_UNLIKELY(!same_value_keys(original, alias))) {
    entry.original._set_conj(entry.alias.is_conj());
    entry.original._set_neg(entry.alias.is_neg());
  }
}

c10::Storage AliasSet::device_storage(const c10::Storage& storage) {
  c10::StorageImpl* impl = storage.unsafeGetStorageImpl();
  const c10::DataPtr& pointer = impl->_mutable_data_ptr_no_checks();
  if (pointer.get_deleter() == &release_original) {
    auto* original = static_cast<c10::StorageImpl*>(pointer.get_context());
    return c10::Storage(c10::intrusive_ptr<c10::StorageImpl>::reclaim_copy(original));
  }
  for (const Twin& twin : twins_) {  // a twin whose memory was moved to its original
    if (twin.twin.get() == impl) {
      return c10::Storage(twin.original);
    }
  }
  adopt_storage(impl, device_);
  return storage;
}

const AliasSet::Entry* AliasSet::entry_of(const c10::TensorImpl* alias) {
  if (entries_.size() > kManyEntries) {
    for (std::size_t i = entry_index_.size(); i < entries_.size(); ++i) {
      entry_index_.emplace(entries_[i].alias.unsafeGetTensorImpl(), i);
    }
    const auto found = entry_index_.find(alias);
    return found == entry_index_.end() ? nullptr : &entries_[found->second];
  }
  for (const Entry& entry : entries_) {
    if (entry.alias.unsafeGetTensorImpl() == alias) {
      return &entry;
    }
  }
  return nullptr;
}

bool AliasSet::is_host(const at::Tensor& result) const {
  for (const at::Tensor& host : host_) {
    if (host.is_same(result) ||
        (host.has_storage() && result.has_storage() && host.is_alias_of(result))) {
      return true;
    }
  }
  return false;
}

at::Tensor AliasSet::view_on(const c10::Storage& storage, const at::Tensor& result) const {
  c10::DispatchKeySet keys(c10::DispatchKey::PrivateUse1);
  if (!c10::InferenceMode::is_enabled()) {
    keys = keys | c10::getAutogradRelatedKeySetFromBackend(c10::BackendComponent::PrivateUse1Bit) |
           c10::DispatchKeySet(c10::DispatchKey::ADInplaceOrView);
  }
  keys = keys | c10::getAutocastRelatedKeySetFromBackend(c10::BackendComponent::PrivateUse1Bit) |
         (result.key_set() & kValueKeys);
  at::Tensor view = at::detail::make_tensor<c10::TensorImpl>(
      c10::TensorImpl::VIEW, c10::Storage(storage), keys, result.dtype());
  copy_shape(view.unsafeGetTensorImpl(), result.unsafeGetTensorImpl());
  return view;
}

at::Tensor AliasSet::member_to_device(const at::Tensor& member) {
  const bool is_hosts = device_of_pointer(member.const_data_ptr()) < 0 && member.numel() != 0;
  return is_hosts ? member.to(musa_device(device_)) : to_device(member);
}

at::Tensor AliasSet::to_device(const at::Tensor& result) {
  if (!result.defined()) {
    return result;
  }
  c10::TensorImpl* impl = result.unsafeGetTensorImpl();
  if (const Entry* entry = entry_of(impl)) {
    return entry->original;
  }
  if (is_host(result)) {
    return result;
  }
  if (is_sparse_layout(result)) {
    return remake_sparse(result, musa_device(device_),
                         [this](const at::Tensor& member) { return to_device(member); });
  }
  TORCH_CHECK_NOT_IMPLEMENTED(impl->has_storage(), "The simulated MUSA device has no ",
                              impl->layout(), " tensors");
  const c10::Storage storage = device_storage(impl->unsafe_storage());
  if (C10_UNLIKELY(is_special(result))) {
    return result.is_nested() ? remake_nested(result, storage, musa_device(device_))
                              : remake_quantized(result, storage, musa_device(device_),
                                                 [this](const at::Tensor& member) {
                                                   return member_to_device(member);
                                                 });
  }
  if (storage.unsafeGetStorageImpl() != impl->unsafe_storage().unsafeGetStorageImpl()) {
    return view_on(storage, result);
  }
  if (impl->device_type() != kMusa) {
    impl->_change_backend_component_keys(musa_device(device_));
    impl->set_storage_keep_dtype(storage);  // the tensor's device comes from its storage
  }
  return result;
}

}  // namespace musasim
