"""torch.utils.cpp_extension, once it is imported: CUDA sources are ported and compiled by mcc.

CUDAExtension, load and load_inline stay PyTorch's own functions, so it does not matter who took them
when: what they call in their module is changed, and BuildExtension's method.
"""

import inspect
import os
from functools import wraps
from typing import Any, Callable

from ._ledger import Ledger

AREA = "extensions"


def build_for_musa(ledger: Ledger, module: Any) -> None:
    """Change the module (torch.utils.cpp_extension)."""
    from .. import _toolkit
    from .._extensions import jit, ninja, run, setup

    # Its base class, setuptools' command, is not imported before somebody asks for BuildExtension.
    builder = getattr(module, "_BUILD_EXTENSION_CLASS", None) or module.BuildExtension
    build = setup.build_ported(module, builder.build_extensions)
    ledger.set_attr(builder, "build_extensions", build, area=AREA)
    ledger.set_attr(builder, "get_mapping_rule", setup.get_mapping_rule, area=AREA)
    for name, value in {
        "CUDA_HOME": _toolkit.cuda_home(),
        "FileBaton": jit.NoBaton,
        "_check_cuda_version": _check_nothing,
        "_get_build_directory": jit.build_directory(module, module._get_build_directory),
        "_get_cuda_arch_flags": _name_no_nvidia_gpu,
        "_is_cuda_file": ninja.is_device_source,
        "_jit_compile": jit.compile_ported(module._jit_compile),
        "_join_cuda_home": _join_musa_home,
        "_run_ninja_build": run.run_until_we_end(module, module._run_ninja_build),
        "_write_ninja_file": _write_for_mcc(module, module._write_ninja_file),
        "include_paths": _paths(module.include_paths, "include_paths"),
        "library_paths": _paths(module.library_paths, "library_paths"),
    }.items():
        ledger.set_attr(module, name, value, area=AREA)


def _check_nothing(compiler_name: str, compiler_version: Any) -> None:
    """In the place of the comparison of nvcc's version with PyTorch's."""


def _name_no_nvidia_gpu(cflags: Any = None) -> list:
    """The GPUs are named where mcc's command line is made."""
    return []


def _join_musa_home(*paths: str) -> str:
    from .._extensions import toolchain

    if paths == ("bin", "nvcc"):
        return toolchain.compiler()[-1]
    return os.path.join(toolchain.home(), *paths)


def _write_for_mcc(module: Any, genuine: Callable) -> Callable:
    signature = inspect.signature(genuine)

    @wraps(genuine)
    def _write_ninja_file(*args: Any, **kwargs: Any) -> None:
        from .._extensions import ninja

        wanted = signature.bind(*args, **kwargs).arguments
        devices = any(map(ninja.is_device_source, wanted["sources"]))
        if not (devices or wanted["with_cuda"] or wanted["cuda_dlink_post_cflags"]):
            return genuine(*args, **kwargs)
        return ninja.write(module, wanted)

    return _write_ninja_file


def _paths(genuine: Callable, name: str) -> Callable:
    """include_paths("cuda") and library_paths("cuda"): torch_musa's."""

    @wraps(genuine)
    def paths(device_type: Any = "cpu", *args: Any, **kwargs: Any) -> Any:
        from .._extensions import toolchain

        # PyTorch 2.5 and before: include_paths(True) and include_paths(cuda=True).
        cuda = kwargs.pop("cuda", device_type)
        device_type = {True: "cuda", False: "cpu"}.get(cuda, cuda)
        if device_type != "cuda":
            return genuine(device_type, *args, **kwargs)
        # torch_include_dirs=False leaves out PyTorch's own folders.
        torch_folders, kept = genuine("cpu"), genuine("cpu", *args, **kwargs)
        folders = getattr(toolchain, name)()
        return [path for path in folders if path in kept or path not in torch_folders]

    return paths
