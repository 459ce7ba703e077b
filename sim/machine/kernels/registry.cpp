// The registry: fat binaries and loaded modules, and what addresses and handles name in them.
#include "machine/kernels/registry.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "machine/kernels/module.h"
#include "machine/kernels/module_file.h"
#include "machine/stream/stream.h"

namespace musasim {

namespace {

struct NamedKernel {
  ModulePtr module;
  Kernel* kernel;
};

struct NamedVariable {
  ModulePtr module;
  int index;
};

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<const void*, std::shared_ptr<Module>> fat_binaries;  // by handle
  std::unordered_map<const void*, std::shared_ptr<Module>> modules;       // by handle
  std::unordered_map<const void*, NamedKernel> kernels;                   // by host address
  std::unordered_map<const void*, NamedVariable> variables;               // by host address
  std::unordered_map<const void*, ModulePtr> functions;                   // by handle
};

// Never destroyed: work may still run when the process ends.
Registry& all_kernels() {
  static Registry* const all = new Registry;
  return *all;
}

std::shared_ptr<Module> find_in(
    const std::unordered_map<const void*, std::shared_ptr<Module>>& modules, const void* handle) {
  const auto found = modules.find(handle);
  return found == modules.end() ? nullptr : found->second;
}

KernelPtr shared_kernel(const ModulePtr& module, const Kernel* kernel) {
  return KernelPtr(module, kernel);
}

// Callers hold the lock.
void bind_table(Registry& all, const std::shared_ptr<Module>& module) {
  for (const auto& kernel : module->kernels()) {
    if (kernel->row().host != nullptr) {
      all.kernels[kernel->row().host] = {module, kernel.get()};
    }
  }
  for (unsigned i = 0; i < module->table().variable_count; ++i) {
    if (module->table().variables[i].host != nullptr) {
      all.variables[module->table().variables[i].host] = {module, static_cast<int>(i)};
    }
  }
}

template <class Map, class Names>
void erase_if(Map& map, Names names) {
  for (auto each = map.begin(); each != map.end();) {
    each = names(each->second) ? map.erase(each) : std::next(each);
  }
}

void forget_module(Registry& all, const Module* module) {
  erase_if(all.kernels, [=](const NamedKernel& each) { return each.module.get() == module; });
  erase_if(all.variables, [=](const NamedVariable& each) { return each.module.get() == module; });
  erase_if(all.functions, [=](const ModulePtr& each) { return each.get() == module; });
}

musaError_t symbol_of(const Module& module, int index, int device, Symbol* symbol) {
  void* const* addresses = nullptr;
  const musaError_t error = module.variables_on(device, &addresses);
  if (error == musaSuccess) {
    const musasimVariable& variable = module.table().variables[index];
    *symbol = {addresses[index], variable.size, variable.kind};
  }
  return error;
}

musaError_t keep(std::shared_ptr<Module> loaded, Module** module) {
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  *module = loaded.get();
  all.modules[*module] = std::move(loaded);
  return musaSuccess;
}

std::shared_ptr<Module> loaded_module(Module* handle) {
  Registry& all = all_kernels();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  return find_in(all.modules, handle);
}

std::shared_ptr<Module> fat_binary(void** handle) {
  Registry& all = all_kernels();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  return find_in(all.fat_binaries, handle);
}

}  // namespace

void** register_fat_binary(const void* fat_binary_data) {
  const musasimModule* const table = fat_binary_table(fat_binary_data);
  if (table == nullptr) {
    return nullptr;
  }
  auto module = std::make_shared<Module>(*table, -1, nullptr, -1);
  void* const handle = module.get();
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  bind_table(all, module);
  all.fat_binaries[handle] = std::move(module);
  return static_cast<void**>(handle);
}

void unregister_fat_binary(void** handle) {
  std::shared_ptr<Module> last;  // destroyed after the lock is gone
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  last = find_in(all.fat_binaries, handle);
  if (last) {
    forget_module(all, last.get());
    all.fat_binaries.erase(handle);
  }
}

bool register_function(void** handle, const void* host, const char* name, int thread_limit) {
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  const std::shared_ptr<Module> module = find_in(all.fat_binaries, handle);
  Kernel* const kernel = module && host && name ? module->kernel(name) : nullptr;
  if (kernel == nullptr) {
    return false;
  }
  kernel->set_thread_limit(thread_limit > 0 ? thread_limit : 0);
  all.kernels[host] = {module, kernel};
  return true;
}

bool register_variable(void** handle, const void* host, const char* name) {
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  const std::shared_ptr<Module> module = find_in(all.fat_binaries, handle);
  const int index = module && host && name ? module->variable(name) : -1;
  if (index < 0) {
    return false;
  }
  all.variables[host] = {module, index};
  return true;
}

bool register_managed_variable(void** handle, void** host_pointer, const char* name) {
  if (!register_variable(handle, host_pointer, name)) {
    return false;
  }
  const std::shared_ptr<Module> module = fat_binary(handle);
  module->set_managed_pointer(module->variable(name), host_pointer);
  return true;
}

musaError_t make_managed_variables(void** handle, int device) {
  const std::shared_ptr<Module> module = fat_binary(handle);
  void* const* addresses = nullptr;
  return module ? module->variables_on(device, &addresses) : musaErrorInvalidResourceHandle;
}

KernelPtr find_kernel(const void* symbol, int device, Function** function) {
  Registry& all = all_kernels();
  const std::shared_lock<std::shared_mutex> lock(all.mutex);
  if (const auto named = all.kernels.find(symbol); named != all.kernels.end()) {
    *function = &named->second.kernel->on(device);
    return shared_kernel(named->second.module, named->second.kernel);
  }
  const auto handle = all.functions.find(symbol);
  if (handle == all.functions.end()) {
    return nullptr;
  }
  *function = static_cast<Function*>(const_cast<void*>(symbol));
  const Kernel* const kernel = (*function)->kernel;
  if (handle->second->device() < 0) {
    *function = &kernel->on(device);
  }
  return shared_kernel(handle->second, kernel);
}

musaError_t function_of(const void* host, int device, Function** function) {
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  const auto named = all.kernels.find(host);
  if (named == all.kernels.end()) {
    return musaErrorInvalidDeviceFunction;
  }
  *function = &named->second.kernel->on(device);
  all.functions[*function] = named->second.module;
  return musaSuccess;
}

musaError_t find_symbol(const void* host, int device, Symbol* symbol) {
  NamedVariable variable{};
  {
    Registry& all = all_kernels();
    const std::shared_lock<std::shared_mutex> lock(all.mutex);
    const auto found = all.variables.find(host);
    if (found == all.variables.end()) {
      return musaErrorInvalidSymbol;
    }
    variable = found->second;
  }
  return symbol_of(*variable.module, variable.index, device, symbol);
}

musaError_t load_module_file(const char* path, int device, Module** module) {
  std::shared_ptr<Module> loaded;
  const musaError_t error = open_module_file(path, device, &loaded);
  return error != musaSuccess ? error : keep(std::move(loaded), module);
}

musaError_t load_module_image(const void* image, int device, Module** module) {
  std::shared_ptr<Module> loaded;
  const musaError_t error = open_module_image(image, device, &loaded);
  return error != musaSuccess ? error : keep(std::move(loaded), module);
}

musaError_t unload_module(Module* handle) {
  std::shared_ptr<Module> module = loaded_module(handle);
  if (!module) {
    return musaErrorInvalidResourceHandle;
  }
  drain_device(module->device());
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  forget_module(all, handle);
  all.modules.erase(handle);
  return musaSuccess;
}

musaError_t module_function(Module* handle, const char* name, Function** function) {
  Registry& all = all_kernels();
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  const std::shared_ptr<Module> module = find_in(all.modules, handle);
  if (!module) {
    return musaErrorInvalidResourceHandle;
  }
  const Kernel* const kernel = module->kernel(name);
  if (kernel == nullptr) {
    return musaErrorSymbolNotFound;
  }
  *function = &kernel->on(module->device());
  all.functions[*function] = module;
  return musaSuccess;
}

musaError_t module_symbol(Module* handle, const char* name, Symbol* symbol) {
  const std::shared_ptr<Module> module = loaded_module(handle);
  if (!module) {
    return musaErrorInvalidResourceHandle;
  }
  const int index = module->variable(name);
  return index < 0 ? musaErrorSymbolNotFound : symbol_of(*module, index, module->device(), symbol);
}

void reset_kernels(int device) {
  Registry& all = all_kernels();
  std::vector<std::shared_ptr<Module>> dropped;  // destroyed after the lock is gone
  const std::unique_lock<std::shared_mutex> lock(all.mutex);
  for (const auto& [handle, module] : all.fat_binaries) {
    module->reset_device(device);
  }
  for (const auto& [handle, module] : all.modules) {
    if (module->device() == device) {
      module->reset_device(device);
      dropped.push_back(module);
    }
  }
  for (const std::shared_ptr<Module>& module : dropped) {
    forget_module(all, module.get());
    all.modules.erase(module.get());
  }
}

}  // namespace musasim
