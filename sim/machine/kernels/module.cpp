// Modules: look-up by name, and the memory of their variables.
#include "machine/kernels/module.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "machine/memory/allocate.h"
#include "machine/memory/backing.h"
#include "machine/memory/registry.h"

namespace musasim {

namespace {

void initialise(void* address, const musasimVariable& variable) {
  void* const target = backing_address(address);
  if (variable.initial != nullptr) {
    std::memcpy(target, variable.initial, variable.size);
  } else {
    std::memset(target, 0, variable.size);
  }
}

// A compiled .mu file's variables lie where the host has them, once for all devices.
bool lies_in_place(const musasimVariable& variable) {
  return variable.host != nullptr && variable.initial == variable.host;
}

void* take_in_place(const musasimVariable& variable, int device) {
  Allocation what;
  const bool managed = variable.kind == MUSASIM_VARIABLE_MANAGED;
  what.kind = managed ? MemoryKind::kManaged : MemoryKind::kVariable;
  what.device = device;
  what.base = static_cast<char*>(const_cast<void*>(variable.host));
  what.size = variable.size;
  registry::add(what);  // unless another device has
  return what.base;
}

}  // namespace

Module::Module(const musasimModule& table, int device, void* library, int file)
    : table_(table),
      device_(device),
      library_(library),
      file_(file),
      managed_(table.variable_count),
      managed_devices_(table.variable_count),
      managed_pointers_(table.variable_count) {
  for (unsigned i = 0; i < table.kernel_count; ++i) {
    kernels_.push_back(std::make_unique<Kernel>(*this, table.kernels[i]));
    kernels_by_name_.emplace(table.kernels[i].name, kernels_.back().get());
  }
  for (unsigned i = 0; i < table.variable_count; ++i) {
    const musasimVariable& variable = table.variables[i];
    variables_by_name_.emplace(variable.name, static_cast<int>(i));
    if (variable.kind == MUSASIM_VARIABLE_MANAGED && variable.host != nullptr &&
        !lies_in_place(variable)) {
      managed_pointers_[i] = static_cast<void**>(const_cast<void*>(variable.host));
    }
  }
}

Module::~Module() {
  for (const std::atomic<Addresses*>& place : addresses_) {
    const std::unique_ptr<const Addresses> addresses(place.load());
    if (addresses) {
      free_variables(*addresses, addresses->size());
    }
  }
  for (void* const pointer : managed_) {
    free_device_now(pointer);
  }
  if (library_ != nullptr) {
    kernels_.clear();
    dlclose(library_);
  }
  if (file_ >= 0) {
    close(file_);
  }
}

Kernel* Module::kernel(const std::string& name) const noexcept {
  const auto found = kernels_by_name_.find(name);
  return found == kernels_by_name_.end() ? nullptr : found->second;
}

int Module::variable(const std::string& name) const noexcept {
  const auto found = variables_by_name_.find(name);
  return found == variables_by_name_.end() ? -1 : found->second;
}

musaError_t Module::variables_on(int device, void* const** addresses) const {
  std::atomic<Addresses*>& place = addresses_[static_cast<std::size_t>(device)];
  const Addresses* made = place.load(std::memory_order_acquire);
  if (made == nullptr) {
    const std::lock_guard<std::mutex> lock(mutex_);
    made = place.load(std::memory_order_acquire);
    if (made == nullptr) {
      auto fresh = std::make_unique<Addresses>(table_.variable_count);
      if (const musaError_t error = make_all(device, *fresh); error != musaSuccess) {
        return error;
      }
      made = fresh.get();
      place.store(fresh.release(), std::memory_order_release);
    }
  }
  *addresses = made->data();
  return musaSuccess;
}

// Managed variables lie at one place for all devices.
musaError_t Module::make_variable(unsigned index, int device, void** address) const {
  const musasimVariable& variable = table_.variables[index];
  const std::size_t size = variable.size == 0 ? 1 : variable.size;
  if (lies_in_place(variable)) {
    *address = take_in_place(variable, device);
    return musaSuccess;
  }
  if (variable.kind != MUSASIM_VARIABLE_MANAGED) {
    const musaError_t error = allocate_device(device, size, address, MemoryKind::kVariable);
    if (error == musaSuccess) {
      initialise(*address, variable);
    }
    return error;
  }
  if (managed_[index] == nullptr) {
    const musaError_t error = allocate_managed(device, size, musaMemAttachGlobal, &managed_[index]);
    if (error != musaSuccess) {
      return error;
    }
    managed_devices_[index] = device;
    initialise(managed_[index], variable);
    if (managed_pointers_[index] != nullptr) {
      *managed_pointers_[index] = managed_[index];
    }
  }
  *address = managed_[index];
  return musaSuccess;
}

musaError_t Module::make_all(int device, Addresses& addresses) const {
  for (unsigned i = 0; i < table_.variable_count; ++i) {
    const musaError_t error = make_variable(i, device, &addresses[i]);
    if (error != musaSuccess) {
      free_variables(addresses, i);
      return error;
    }
  }
  return musaSuccess;
}

void Module::free_variables(const Addresses& addresses, std::size_t count) const noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (lies_in_place(table_.variables[i])) {
      registry::remove(addresses[i],
                       registry::bit(MemoryKind::kVariable) | registry::bit(MemoryKind::kManaged));
    } else if (table_.variables[i].kind != MUSASIM_VARIABLE_MANAGED) {
      free_device_now(addresses[i]);
    }
  }
}

void Module::reset_device(int device) const noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::unique_ptr<const Addresses> addresses(
      addresses_[static_cast<std::size_t>(device)].exchange(nullptr));
  if (addresses) {
    free_variables(*addresses, addresses->size());
  }
  for (std::size_t i = 0; i < managed_.size(); ++i) {
    if (managed_[i] != nullptr && managed_devices_[i] == device) {
      managed_[i] = nullptr;
    }
  }
  for (const auto& kernel : kernels_) {
    kernel->reset(device);
  }
}

void Module::set_managed_pointer(int variable, void** host_pointer) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto index = static_cast<std::size_t>(variable);
  managed_pointers_[index] = host_pointer;
  if (managed_[index] != nullptr) {
    *host_pointer = managed_[index];
  }
}

}  // namespace musasim
