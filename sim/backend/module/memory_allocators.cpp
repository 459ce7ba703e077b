// _MUSAC: allocators of the user, settings of ours, observers.
#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>
#include <torch/version.h>

#include <memory>
#include <string>

#include "memory/settings.h"
#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

using AllocatorClass =
    py::class_<CustomAllocator, MusaMemorySource, std::shared_ptr<CustomAllocator>>;

// A C++ function's address as Python has it.
template <class Function>
Function* function_at(std::uint64_t address) {
  return reinterpret_cast<Function*>(static_cast<std::uintptr_t>(address));
}

// `name` takes the address of a function and puts it in the member.
template <class Signature>
void add_setter(AllocatorClass& type, const char* name,
                std::function<Signature> CustomAllocator::* member) {
  type.def(name, [member](CustomAllocator& self, std::uint64_t address) {
    self.*member = function_at<Signature>(address);
  });
}

std::shared_ptr<CustomAllocator> make_custom(std::uint64_t allocate, std::uint64_t free) {
  TORCH_CHECK_VALUE(allocate != 0 && free != 0,
                    "a pluggable allocator needs the addresses of two functions, not null");
  return std::make_shared<CustomAllocator>(function_at<CustomAllocator::Allocate>(allocate),
                                           function_at<CustomAllocator::Free>(free));
}

// The user's allocator in force, or None.
std::shared_ptr<CustomAllocator> current_custom() {
  return std::dynamic_pointer_cast<CustomAllocator>(current_memory_source());
}

// A wrong setting is a ValueError since torch_musa 2.11.
void change_settings(const std::string& text) {
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 11
  try {
    caching::change_settings(text);
  } catch (const caching::UsageError& error) {
    TORCH_CHECK_VALUE(false, error.what());
  }
#else
  as_torch_errors([&] { caching::change_settings(text); });
#endif
}

void attach_observer(const py::object& function) {
  TORCH_CHECK_TYPE(PyCallable_Check(function.ptr()) != 0,
                   "the out-of-memory observer must be callable");
  Py_INCREF(function.ptr());  // for good
  PyObject* observer = function.ptr();
  caching::add_out_of_memory_observer(
      [observer](int device, std::size_t wanted, std::size_t allowed, std::size_t free) {
        const py::gil_scoped_acquire gil;
        PyObject* result = PyObject_CallFunction(
            observer, "iKKK", device, static_cast<unsigned long long>(wanted),
            static_cast<unsigned long long>(allowed), static_cast<unsigned long long>(free));
        if (result == nullptr) {
          throw py::error_already_set();
        }
        Py_DECREF(result);
      });
}

std::string backend_name() {
  return current_custom_allocator() != nullptr
             ? "pluggable"
             : as_torch_errors([] { return caching::settings_in_force().backend; });
}

}  // namespace

void add_memory_allocators(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  py::class_<MusaMemorySource, std::shared_ptr<MusaMemorySource>>(module, "_musa_MUSAAllocator");
  AllocatorClass type(module, "_MUSAPluggableAllocator");
  add_setter(type, "set_init_fn", &CustomAllocator::init);
  add_setter(type, "set_reset_fn", &CustomAllocator::reset);
  add_setter(type, "set_memory_fraction_fn", &CustomAllocator::set_memory_fraction);
  add_setter(type, "set_base_alloc_fn", &CustomAllocator::base_allocation);
  add_setter(type, "set_record_stream_fn", &CustomAllocator::record_stream);
  add_setter(type, "set_begin_allocate_to_pool_fn", &CustomAllocator::begin_to_pool);
  add_setter(type, "set_end_allocate_to_pool_fn", &CustomAllocator::end_to_pool);
  add_setter(type, "set_release_pool_fn", &CustomAllocator::release_pool);
  const auto add = [&](const char* name, auto function) {
    module.def(name, torch::wrap_pybind_function(function));
  };
  add("_musa_customAllocator", make_custom);
  add("_musa_getAllocator", current_memory_source);
  add("_musa_changeCurrentAllocator", change_memory_source);
  add("_musa_get_pluggable_allocator", current_custom);
  add("_musa_getAllocatorBackend", backend_name);
  add("_musa_musaCachingAllocator_set_allocator_settings", change_settings);
  add("_musa_attach_out_of_memory_observer", attach_observer);
}

}  // namespace musasim
