"""torch.compile's code generator on the musa device: Triton's, as on hardware, or the C++ one.

code_generator.py says which. A simulated device's memory is the host's, so PyTorch's C++ kernels for the
CPU serve it, too. They are run in the turn of the current stream (_MUSAC._musasim_compiled_kernel). There
is no C++ wrapper and no AOTInductor.
"""

import importlib
from functools import partial

from .._on_import import when_imported

__all__ = ["_init_inductor_backend_registration"]


# Module of torch._inductor: ours that extends it, by being imported.
_EXTENSIONS = {
    "torch._inductor.codecache": "torch_musa._inductor.cache_key",
    "torch._inductor.ir": "torch_musa._inductor.generators",
    "torch._inductor.cudagraph_utils": "torch_musa._inductor.graphs",
    "torch._inductor.cudagraph_trees": "torch_musa._inductor.musagraph_trees",
}
_WITH_TRITON = {
    "torch._inductor.utils": "torch_musa._inductor.gpu",
    "torch._inductor.runtime.benchmarking": "torch_musa._inductor.runtime.benchmarking",
}
# With both: a compiled function may have kernels in Triton of its own.
_FOR_KERNELS_IN_TRITON = {
    "torch._inductor.runtime.hints": "torch_musa._inductor.runtime.hints",
    "torch._inductor.runtime.triton_heuristics": "torch_musa._inductor.runtime.triton_heuristics",
}
_WITH_CPP = {
    "torch._inductor.utils": "torch_musa._inductor.cpp_backend",
    "torch._inductor.scheduler": "torch_musa._inductor.scheduler",
    "torch._inductor.compile_fx": "torch_musa._inductor.without_compiler",
}


def register():
    """Have each part registered as soon as the module of torch._inductor that it concerns is imported."""
    for torchs, ours in _EXTENSIONS.items():
        when_imported(torchs, partial(importlib.import_module, ours))
    for torchs in sorted({*_WITH_TRITON, *_FOR_KERNELS_IN_TRITON, *_WITH_CPP}):
        when_imported(torchs, partial(_extend_for_the_generator, torchs))
    when_imported("torch.utils._triton", _extend_triton_utils)
    when_imported("torch._inductor.config", _compile_in_this_process)
    when_imported("torch._inductor.codegen.common", _extend_backend_registration)


def _extend_for_the_generator(name):
    from .code_generator import triton_is_missing, uses_triton

    extensions = dict(_WITH_TRITON if uses_triton() else _WITH_CPP)
    if not triton_is_missing():
        extensions.update(_FOR_KERNELS_IN_TRITON)
    if name in extensions:
        importlib.import_module(extensions[name])


def _extend_triton_utils():
    from . import utils

    utils.extend_triton_utils()


def _init_inductor_backend_registration():
    """Tell torch._inductor how code for the musa device is generated."""
    from torch._inductor.codegen.common import (
        get_device_op_overrides,
        register_backend_for_device,
        register_device_op_overrides,
    )

    from .code_generator import uses_triton
    from .codegen.cpp_wrapper import MUSACppWrapper
    from .codegen.device_op_overrides import MUSADeviceOpOverrides

    get_device_op_overrides("cpu")  # torch 2.7 registers its own only while none is registered
    register_device_op_overrides("musa", MUSADeviceOpOverrides())
    if uses_triton():
        from .codegen.triton import MUSATritonScheduling as Scheduling
        from .codegen.wrapper import MUSATritonWrapperCodeGen as Wrapper
    else:
        from .codegen.cpp import MUSACppScheduling as Scheduling
        from .codegen.wrapper import MUSACppWrapperCodeGen as Wrapper
    register_backend_for_device("musa", Scheduling, Wrapper, MUSACppWrapper)


def _compile_in_this_process():
    import torch._inductor.config as config

    config.compile_threads = 1


def _extend_backend_registration():
    from torch._inductor.codegen import common

    torchs = common.init_backend_registration

    def init_backend_registration():
        torchs()
        if common.get_scheduling_for_device("musa") is None:
            _init_inductor_backend_registration()

    common.init_backend_registration = init_backend_registration
