// The backend as Python sees it.
#pragma once

#include <Python.h>

namespace musasim {

// torch.distributed.ProcessGroupMCCL, and "mccl" among torch.distributed's backends.
void add_distributed(PyObject* module);

}  // namespace musasim
