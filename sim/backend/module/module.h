// The parts of the Python module _MUSAC: each adds its names.
#pragma once

#include <Python.h>

namespace musasim {

// The module, or null with a Python error.
__attribute__((visibility("default"))) PyObject* make_module();

void add_blas(PyObject* module);
void add_comm(PyObject* module);
void add_compile(PyObject* module);
void add_context(PyObject* module);
void add_device(PyObject* module);
void add_event(PyObject* module);
void add_graph(PyObject* module);
void add_ipc(PyObject* module);
void add_memory(PyObject* module);
void add_memory_allocators(PyObject* module);
void add_memory_checkpoint(PyObject* module);
void add_memory_pools(PyObject* module);
void add_memory_snapshot(PyObject* module);
void add_musart(PyObject* module);
void add_properties(PyObject* module);
void add_stream(PyObject* module);
void add_tensor(PyObject* module);
void add_tensor_types(PyObject* module);

}  // namespace musasim
