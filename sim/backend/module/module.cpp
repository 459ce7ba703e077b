// The Python module _MUSAC: what it holds.
#include "module/module.h"

#include "distributed/python.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

PyModuleDef g_definition = {PyModuleDef_HEAD_INIT, "_MUSAC",
                            "The C++ module of the simulator's torch_musa.", -1, nullptr};

}  // namespace

PyObject* make_module() {
  HANDLE_TH_ERRORS
  PyObject* module = PyModule_Create(&g_definition);
  check_python(module != nullptr);
  add_device(module);
  add_properties(module);
  add_memory(module);
  add_ipc(module);
  add_memory_snapshot(module);
  add_memory_allocators(module);
  add_memory_pools(module);
  add_memory_checkpoint(module);
  add_stream(module);
  add_event(module);
  add_graph(module);
  add_tensor(module);
  add_blas(module);
  add_context(module);
  add_compile(module);
  add_musart(module);
  add_tensor_types(module);
  add_comm(module);
  add_distributed(module);
  return module;
  END_HANDLE_TH_ERRORS
}

}  // namespace musasim
