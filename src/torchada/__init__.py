"""torchada: PyTorch code written for CUDA runs on Moore Threads (MUSA) GPUs, unchanged.

`import torchada` is all that a program needs. If torch_musa is not installed, it changes nothing.
The names of this package are loaded when they are first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional

    from ._api import (
        get_original_init_process_group,
        get_version,
        is_patched,
        native_view,
        unpatch,
    )
    from ._names.to_musa import (
        cublas_to_mublas_name,
        cuda_to_musa_name,
        curand_to_murand_name,
        nccl_to_mccl_name,
    )
    from ._patch import apply_patches
    from ._platform import (
        Platform,
        detect_platform,
        get_backend,
        get_device_name,
        get_platform,
        is_cpu_platform,
        is_cuda_like_device,
        is_cuda_platform,
        is_gpu_device,
        is_musa_platform,
    )
    from ._rope import apply_rope_inplace

    CUDA_HOME: Optional[str]
    __version__: str

__all__ = [
    "CUDA_HOME",
    "Platform",
    "apply_patches",
    "apply_rope_inplace",
    "cublas_to_mublas_name",
    "cuda_to_musa_name",
    "curand_to_murand_name",
    "detect_platform",
    "get_backend",
    "get_device_name",
    "get_original_init_process_group",
    "get_platform",
    "get_version",
    "is_cpu_platform",
    "is_cuda_like_device",
    "is_cuda_platform",
    "is_gpu_device",
    "is_musa_platform",
    "is_patched",
    "native_view",
    "nccl_to_mccl_name",
    "unpatch",
]

_MODULES = {
    "_api": (
        "get_original_init_process_group",
        "get_version",
        "is_patched",
        "native_view",
        "unpatch",
    ),
    "_patch": ("apply_patches",),
    "_platform": (
        "Platform",
        "detect_platform",
        "get_backend",
        "get_device_name",
        "get_platform",
        "is_cpu_platform",
        "is_cuda_like_device",
        "is_cuda_platform",
        "is_gpu_device",
        "is_musa_platform",
    ),
    "_rope": ("apply_rope_inplace",),
    "_names.to_musa": (
        "cublas_to_mublas_name",
        "cuda_to_musa_name",
        "curand_to_murand_name",
        "nccl_to_mccl_name",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
_SUBMODULES = ("cuda", "utils")


def __getattr__(name):
    from importlib import import_module

    if name in _HOMES:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    elif name == "CUDA_HOME":
        value = import_module(f"{__name__}._toolkit").cuda_home()
    elif name == "__version__":
        value = import_module(f"{__name__}._api").get_version()
    elif name in _SUBMODULES:
        value = import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(_unknown(name))
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__, *_SUBMODULES, "__version__"})


def _unknown(name):
    text = f"module {__name__!r} has no attribute {name!r}"
    if name.startswith("_"):
        return text
    from difflib import get_close_matches

    matches = get_close_matches(name, __all__, n=1)
    hint = f"did you mean {matches[0]!r}?" if matches else f"it has {', '.join(__all__)}"
    return f"{text}; {hint}"


from . import _autoload

_autoload.start()
