// The Python module _MUSAC.
#include "module/module.h"

#include "distributed/python.h"
#include "module/python.h"

namespace {

PyModuleDef g_definition = {PyModuleDef_HEAD_INIT, "_MUSAC",
                            "The native part of the simulated torch_musa.", -1, nullptr};

PyObject* make_module() {
  HANDLE_TH_ERRORS
  PyObject* module = PyModule_Create(&g_definition);
  musasim::check_python(module != nullptr);
  musasim::add_device(module);
  musasim::add_properties(module);
  musasim::add_memory(module);
  musasim::add_ipc(module);
  musasim::add_memory_snapshot(module);
  musasim::add_memory_allocators(module);
  musasim::add_memory_pools(module);
  musasim::add_memory_checkpoint(module);
  musasim::add_stream(module);
  musasim::add_event(module);
  musasim::add_graph(module);
  musasim::add_tensor(module);
  musasim::add_blas(module);
  musasim::add_context(module);
  musasim::add_compile(module);
  musasim::add_musart(module);
  musasim::add_tensor_types(module);
  musasim::add_comm(module);
  musasim::add_distributed(module);
  return module;
  END_HANDLE_TH_ERRORS
}

}  // namespace

PyMODINIT_FUNC PyInit__MUSAC(void) { return make_module(); }
