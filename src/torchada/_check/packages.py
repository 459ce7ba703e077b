"""Packages that are for NVIDIA GPUs, and what to use on MUSA."""

from __future__ import annotations

from typing import Dict, NamedTuple, Tuple

from .statements import FAILS, REVIEW, SETTING, WORKS


class Package(NamedTuple):
    """A package of PyPI."""

    name: str
    # Whether a program that needs it runs.
    outcome: str
    why: str
    help: str
    # The modules that it is imported by.
    modules: Tuple[str, ...] = ()

    @property
    def is_for_nvidia(self) -> bool:
        """Whether nothing of it works; a program that asks for it may still do without."""
        return self.outcome == FAILS or self.why in (_NO_NVML, _OPENS_CUDA)


_BINARY = "its kernels are CUDA binaries, which MUSA cannot load"
_TENSORS = "use PyTorch's operators"
_NO_NVML = "it can be imported, but MUSA has no NVML, so its calls raise errors"
_OPENS_CUDA = "it can be imported, but the library that it opens or preloads is for CUDA, so its calls raise errors"
_PARTS = "it is a part of CUDA, which nothing loads on MUSA"
_OWN = "there is a build for MUSA"


def _of(outcome: str, why: str, help_text: str, *names: str) -> Tuple[Package, ...]:
    """Rows with one reason; a name may have its modules behind a colon."""
    rows = []
    for name in names:
        package, _, modules = name.partition(":")
        rows.append(
            Package(package, outcome, why, help_text, tuple(modules.split(",")) if modules else ())
        )
    return tuple(rows)


PACKAGES: Tuple[Package, ...] = (
    *_of(
        FAILS,
        _BINARY,
        "use torchao, whose quantized layers and optimizers run",
        "bitsandbytes:bitsandbytes",
    ),
    *_of(
        FAILS,
        _BINARY,
        "use torch.nn.functional.scaled_dot_product_attention",
        "xformers:xformers",
        "flashinfer-python:flashinfer",
        "flashinfer-cubin",
        "fa3-fwd",
        "flashattn-hopper",
    ),
    *_of(FAILS, _BINARY, "use weights of 8 bits", "mslk:mslk", "fbgemm-gpu:fbgemm_gpu"),
    *_of(
        FAILS,
        _BINARY,
        _TENSORS,
        "apex:apex",
        "transformer-engine:transformer_engine",
        "transformer-engine-torch",
        "auto-gptq:auto_gptq",
        "autoawq-kernels",
        "deep-gemm:deep_gemm",
        "deep-ep:deep_ep",
        "faiss-gpu-cu12",
        "spconv-cu120",
        "torch-tensorrt:torch_tensorrt",
        "tensorrt:tensorrt",
        "tensorrt-llm:tensorrt_llm",
        "onnxruntime-gpu",
        "nvidia-dali-cuda120:nvidia.dali",
        "humming-kernels",
    ),
    *_of(
        FAILS,
        "its kernels use CUTLASS, which is for NVIDIA GPUs",
        _TENSORS,
        "grouped-gemm:grouped_gemm",
    ),
    *_of(
        FAILS,
        "it compiles and loads kernels by CUDA itself",
        _TENSORS,
        "cupy:cupy",
        "cupy-cuda12x",
        "cupy-cuda13x",
        "pycuda:pycuda",
        "cuda-python:cuda.bindings",
        "cuda-bindings",
        "numba-cuda:numba.cuda",
        "cudf-cu12:cudf",
        "cuml-cu12:cuml",
        "warp-lang:warp",
        "nvidia-cutlass-dsl:cutlass",
        "nvidia-cutlass",
        "quack-kernels:quack",
        "cuda-tile",
    ),
    *_of(
        REVIEW,
        _NO_NVML,
        "use torch.cuda's own functions, or mthreads-ml-py (pymtml)",
        "nvidia-ml-py:pynvml",
        "pynvml",
    ),
    *_of(
        REVIEW,
        _OPENS_CUDA,
        "free memory with torch.cuda.empty_cache(), or move tensors to the CPU",
        "torch-memory-saver:torch_memory_saver",
    ),
    *_of(
        SETTING,
        "torchada serves its functions where it is not installed",
        "leave it out of the installation",
        "flash-attn:flash_attn",
        "flash-attn-3:flash_attn_interface",
    ),
    *_of(SETTING, _OWN, "install the build for MUSA", "triton", "sgl-kernel", "sglang-kernel"),
    *_of(SETTING, _OWN, "install vllm-musa", "vllm"),
    *_of(
        REVIEW,
        "its operators in C++ do not load without CUDA; its Python works",
        "build it from its sources on MUSA where its operators are needed",
        "torchvision",
        "torchaudio",
    ),
    *_of(WORKS, "its marks are for NVIDIA's profilers and do nothing on MUSA", "", "nvtx"),
    *_of(
        SETTING,
        _PARTS,
        "leave it out of the installation",
        "nvidia-cublas-cu12",
        "nvidia-cuda-runtime-cu12",
        "nvidia-cudnn-cu12",
        "nvidia-nccl-cu12",
        "nvidia-cudnn-frontend:cudnn",
        "nvidia-nvshmem-cu12",
    ),
)

BY_NAME: Dict[str, Package] = {package.name: package for package in PACKAGES}
BY_MODULE: Dict[str, Package] = {
    module: package for package in PACKAGES for module in package.modules
}


def by_module(name: str) -> Tuple[Package, ...]:
    """The package that a module is from; none if it is not listed."""
    while name:
        if name in BY_MODULE:
            return (BY_MODULE[name],)
        name = name.rpartition(".")[0]
    return ()
