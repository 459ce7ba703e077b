// _MUSAC: private memory pools.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "module/module.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

using caching::PoolId;

// A pool that its object keeps: afterwards its memory goes back as soon as nobody uses it.
class MemPool {
 public:
  MemPool(std::shared_ptr<MusaMemorySource> allocator, bool is_user_created, bool use_on_oom,
          bool no_split)
      : allocator_(std::move(allocator)),
        id_(is_user_created ? caching::new_user_pool_id() : caching::new_graph_pool_id()),
        device_(checked_device_index(-1)) {
    TORCH_CHECK(current_custom_allocator() == nullptr,
                "MemPool needs the caching allocator, but a MUSAPluggableAllocator is in use");
    caching::PoolOptions options{segments_from(allocator_), use_on_oom, no_split};
    as_torch_errors([&] { memory_of(device_).add_pool_user(id_, std::move(options)); });
  }
  ~MemPool() {
    if (caching::in_forked_child()) {
      return;
    }
    const py::gil_scoped_release no_gil;  // it waits for the device
    try {
      caching::release_pool(device_, id_);
      caching::of_device(device_).release_cached(id_);
    } catch (const std::runtime_error& error) {
      TORCH_WARN("could not release the memory pool: ", error.what());
    }
  }
  MemPool(const MemPool&) = delete;
  MemPool& operator=(const MemPool&) = delete;

  PoolId id() const { return id_; }
  std::shared_ptr<MusaMemorySource> allocator() const { return allocator_; }
  int device() const { return device_; }
  int use_count() const { return caching::of_device(device_).pool_users(id_); }

 private:
  const std::shared_ptr<MusaMemorySource> allocator_;
  const PoolId id_;
  const int device_;
};

thread_local MemPool* t_active_pool = nullptr;

// Makes a pool the thread's active one.
class MemPoolContext {
 public:
  explicit MemPoolContext(MemPool* pool) : outer_(t_active_pool) { t_active_pool = pool; }
  ~MemPoolContext() { t_active_pool = outer_; }
  MemPoolContext(const MemPoolContext&) = delete;
  MemPoolContext& operator=(const MemPoolContext&) = delete;
  static MemPool* active_pool() { return t_active_pool; }

 private:
  MemPool* const outer_;
};

int existing(int device) {
  check_not_in_bad_fork();
  return checked_device_index(device);
}

void begin_allocate(int device, PoolId id) {
  as_torch_errors(
      [&] { begin_allocate_to_pool(existing(device), id, [](musaStream_t) { return true; }); });
}

void begin_allocate_current_stream(int device, PoolId id) {
  musaStream_t stream = current_stream_handle(checked_device_index(device));
  as_torch_errors([&] {
    begin_allocate_to_pool(existing(device), id,
                           [stream](musaStream_t wanted) { return wanted == stream; });
  });
}

void begin_allocate_current_thread(int device, PoolId id) {
  as_torch_errors([&] {
    begin_allocate_to_pool(existing(device), id,
                           [thread = std::this_thread::get_id()](musaStream_t) {
                             return std::this_thread::get_id() == thread;
                           });
  });
}

void end_allocate(int device, PoolId id) {
  as_torch_errors([&] { end_allocate_to_pool(existing(device), id); });
}

void release(int device, PoolId id) {
  as_torch_errors([&] { release_pool(existing(device), id); });
}

bool check_live_allocations(int device, PoolId id, const py::set& expected) {
  std::vector<const void*> pointers;
  for (const py::handle& address : expected) {
    pointers.push_back(reinterpret_cast<const void*>(py::cast<std::uintptr_t>(address)));
  }
  return as_torch_errors([&] { return memory_of(device).pool_has_only(id, pointers); });
}

void add_classes(py::module& module) {
  py::class_<MemPool, std::shared_ptr<MemPool>>(module, "_MemPool")
      .def(py::init([](std::shared_ptr<MusaMemorySource> allocator, bool is_user_created,
                       bool use_on_oom, bool no_split) {
             return std::make_shared<MemPool>(std::move(allocator), is_user_created, use_on_oom,
                                              no_split);
           }),
           py::arg("allocator") = std::shared_ptr<MusaMemorySource>(),
           py::arg("is_user_created") = true, py::arg("use_on_oom") = false,
           py::arg("no_split") = false)
      .def_property_readonly("id", &MemPool::id)
      .def_property_readonly("allocator", &MemPool::allocator)
      .def_property_readonly("device", &MemPool::device)
      .def("use_count", &MemPool::use_count);
  py::class_<MemPoolContext, std::shared_ptr<MemPoolContext>>(module, "_MemPoolContext")
      .def(py::init<MemPool*>(), py::keep_alive<1, 2>())
      .def_static("active_pool", &MemPoolContext::active_pool, py::return_value_policy::reference)
      .def_static("activate_pool", &MemPoolContext::active_pool,
                  py::return_value_policy::reference);
}

}  // namespace

void add_memory_pools(PyObject* module_object) {
  auto module = py::reinterpret_borrow<py::module>(module_object);
  add_classes(module);
  const auto add = [&](const char* name, auto function) {
    module.def(name, torch::wrap_pybind_function(function));
  };
  add("_musa_beginAllocateToPool", begin_allocate);
  add("_musa_beginAllocateCurrentStreamToPool", begin_allocate_current_stream);
  add("_musa_beginAllocateCurrentThreadToPool", begin_allocate_current_thread);
  add("_musa_endAllocateCurrentStreamToPool", end_allocate);
  add("_musa_releasePool", release);
  add("_musa_checkPoolLiveAllocations", check_live_allocations);
}

}  // namespace musasim
