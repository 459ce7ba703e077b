// libmusa_kernels: torch_musa's kernels, which builders of extensions name. The simulator's operators are
// all in libmusa_python.
