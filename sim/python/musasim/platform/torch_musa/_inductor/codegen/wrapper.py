"""The Python code around the kernels of a compiled graph on the musa device."""

from torch._inductor.codegen.wrapper import PythonWrapperCodegen, SubgraphPythonWrapperCodegen
from torch._inductor.virtualized import V

from .cpp import MARK

_TORCHS_BINDING = "async_compile.cpp_pybinding("
_OUR_BINDING = "musa_kernel(async_compile, {name!r}, "


class _Allocations:
    """Memory of the musa device."""

    def make_allocation(self, name, device, dtype, shape, stride, allocation_shape=None, *args):
        if device.type != "musa":
            return super().make_allocation(
                name, device, dtype, shape, stride, allocation_shape, *args
            )
        shape, stride, allocated = map(
            self.codegen_python_shape_tuple,
            (shape, stride, shape if allocation_shape is None else allocation_shape),
        )
        index = 0 if device.index is None else device.index
        line = f"{name} = empty_strided_musa({allocated}, {stride}, {dtype}, {index})"
        return line if shape == allocated else f"{line}.as_strided({shape}, {stride})"


class _CppKernels(_Allocations):
    """Kernels in C++, which are written and called differently than those of a CPU."""

    def define_kernel(self, kernel_name, kernel_body, *args, **options):
        if MARK in kernel_body:
            assert kernel_body.startswith(_TORCHS_BINDING), kernel_body[:200]
            binding = _OUR_BINDING.format(name=kernel_name)
            kernel_body = binding + kernel_body[len(_TORCHS_BINDING) :]
        super().define_kernel(kernel_name, kernel_body, *args, **options)

    def generate_kernel_call(self, kernel_name, call_args, *, device=None, triton=True, **options):
        # torch 2.7 comes here first and last; later ones pass through the helper below.
        if self._is_ours(device, triton) and not hasattr(
            PythonWrapperCodegen, "_generate_kernel_call_helper"
        ):
            self.writeline(self.wrap_kernel_call(kernel_name, call_args))
            return
        super().generate_kernel_call(
            kernel_name, call_args, device=device, triton=triton, **options
        )

    def _generate_kernel_call_helper(
        self, kernel_name, call_args, *, device=None, triton=True, **options
    ):
        if self._is_ours(device, triton):
            self.writeline(self.wrap_kernel_call(kernel_name, call_args))
            return
        super()._generate_kernel_call_helper(
            kernel_name, call_args, device=device, triton=triton, **options
        )

    # Kernels are collected, and written when they cannot grow any more: here at the latest.
    def codegen_device_guard_exit(self):
        V.graph.scheduler.flush()
        super().codegen_device_guard_exit()

    def codegen_cuda_stream_enter(self, *args, **options):
        V.graph.scheduler.flush()
        return super().codegen_cuda_stream_enter(*args, **options)

    def codegen_cuda_stream_exit(self):
        V.graph.scheduler.flush()
        super().codegen_cuda_stream_exit()

    @staticmethod
    def _is_ours(device, triton):
        device = device or V.graph.get_current_device_or_throw()
        return not triton and device.type == "musa"


class _Header:
    """The names that code on the musa device uses."""

    def write_header(self):
        super().write_header()
        self.imports.writeline(
            "from torch_musa._MUSAC import _empty_strided_musa as empty_strided_musa"
        )


class MUSACppWrapperCodeGen(_Header, _CppKernels, PythonWrapperCodegen):
    """The wrapper of a graph whose kernels are written in C++."""

    @staticmethod
    def create(is_subgraph, subgraph_name, parent_wrapper, partition_signatures=None):
        if is_subgraph:
            return _CppSubgraph(subgraph_name, parent_wrapper, partition_signatures)
        return MUSACppWrapperCodeGen()

    def write_header(self):
        super().write_header()
        self.imports.writeline("from torch_musa._inductor.runtime.kernel import musa_kernel")


class _CppSubgraph(_CppKernels, SubgraphPythonWrapperCodegen):
    """The wrapper of a graph within a graph (torch.cond and its kin)."""


class MUSATritonWrapperCodeGen(_Header, _Allocations, PythonWrapperCodegen):
    """The wrapper of a graph whose kernels are written in Triton."""

    @staticmethod
    def create(is_subgraph, subgraph_name, parent_wrapper, partition_signatures=None):
        if is_subgraph:
            return _TritonSubgraph(subgraph_name, parent_wrapper, partition_signatures)
        return MUSATritonWrapperCodeGen()


class _TritonSubgraph(_Allocations, SubgraphPythonWrapperCodegen):
    """The wrapper of a graph within a graph."""
