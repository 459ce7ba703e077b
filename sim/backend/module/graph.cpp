// _MUSAC: the class _MUSAGraph, and names of pools.
#include <torch/csrc/Generator.h>
#include <torch/csrc/utils/pybind.h>

#include <string>

#include "graph/accelerator_graph.h"
#include "graph/musa_graph.h"
#include "module/module.h"
#include "torch_glue/python.h"

namespace musasim {

namespace {

namespace py = pybind11;
using graph::MusaGraph;

musaStreamCaptureMode capture_mode(const std::string& name) {
  if (name == "global") {
    return musaStreamCaptureModeGlobal;
  }
  if (name == "thread_local") {
    return musaStreamCaptureModeThreadLocal;
  }
  TORCH_CHECK(name == "relaxed",
              "Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got ",
              name);
  return musaStreamCaptureModeRelaxed;
}

void capture_begin(MusaGraph& self, std::optional<caching::PoolId> pool,
                   const std::string& capture_error_mode) {
  self.capture_begin(pool, capture_mode(capture_error_mode));
}

void register_generator_state(MusaGraph& self, const py::object& generator) {
  TORCH_CHECK_TYPE(THPGenerator_Check(generator.ptr()),
                   "register_generator_state(): expected a torch.Generator");
  self.register_generator(reinterpret_cast<THPGenerator*>(generator.ptr())->cdata);
}

std::uintptr_t raw_graph(MusaGraph& self) {
  return reinterpret_cast<std::uintptr_t>(self.raw_graph());
}
std::uintptr_t raw_exec(MusaGraph& self) {
  return reinterpret_cast<std::uintptr_t>(self.raw_exec());
}

}  // namespace

void add_graph(PyObject* module) {
  graph::register_accelerator_graph();
  auto m = py::reinterpret_borrow<py::module>(module);
  py::class_<MusaGraph, std::shared_ptr<MusaGraph>>(m, "_MUSAGraph", py::module_local())
      .def(py::init<bool>(), py::arg("keep_graph") = false)
      .def("capture_begin", torch::wrap_pybind_function_no_gil(capture_begin),
           py::arg("pool") = py::none(), py::arg("capture_error_mode") = "global")
      .def("capture_end", torch::wrap_pybind_function_no_gil(&MusaGraph::capture_end))
      .def("instantiate", torch::wrap_pybind_function_no_gil(&MusaGraph::instantiate))
      .def("reinstantiate_graph", torch::wrap_pybind_function_no_gil(&MusaGraph::instantiate))
      .def("register_generator_state", torch::wrap_pybind_function(register_generator_state))
      .def("replay", torch::wrap_pybind_function_no_gil(&MusaGraph::replay))
      .def("reset", torch::wrap_pybind_function_no_gil(&MusaGraph::reset))
      .def("pool", torch::wrap_pybind_function(&MusaGraph::pool))
      .def("enable_debug_mode", torch::wrap_pybind_function(&MusaGraph::enable_debug_mode))
      .def("debug_dump", torch::wrap_pybind_function_no_gil(&MusaGraph::debug_dump),
           py::arg("debug_path"))
      .def("raw_musa_graph", torch::wrap_pybind_function(raw_graph))
      .def("raw_musa_graph_exec", torch::wrap_pybind_function(raw_exec));
  m.def("_graph_pool_handle", torch::wrap_pybind_function(&caching::new_user_pool_id));
}

}  // namespace musasim
