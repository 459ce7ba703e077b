"""Kernels for the musa device: PyTorch's C++ ones, marked as ours."""

from torch._inductor.codegen.cpp import CppScheduling

# The first line of a kernel's source. It also keeps it apart from the same kernel for the CPU.
MARK = "// for the musa device"


class MUSACppScheduling(CppScheduling):
    """Fuses and writes kernels as for the CPU."""

    def define_kernel(self, src_code, nodes, kernel_args=None):
        return super().define_kernel(f"{MARK}\n{src_code}", nodes, kernel_args)
