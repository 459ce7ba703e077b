"""MUSA names for programs that look functions and libraries up at run time (ctypes, dlsym).

Each function translates the names of one library and returns any other name unchanged. Nothing here
needs torch.
"""

import functools

from . import files, names

__all__ = [
    "cu_to_mu_name",
    "cublas_to_mublas_name",
    "cublaslt_to_mublaslt_name",
    "cuda_to_musa_name",
    "cudnn_to_mudnn_name",
    "cufft_to_mufft_name",
    "cupti_to_mupti_name",
    "curand_to_murand_name",
    "cusolver_to_musolver_name",
    "cusparse_to_musparse_name",
    "library_to_musa_name",
    "nccl_to_mccl_name",
    "nvrtc_to_mtrtc_name",
    "to_musa_name",
]


def _check(name):
    if not isinstance(name, str):
        raise TypeError(
            f"the name of a function or library must be a str, not {type(name).__name__}"
        )


def _translated(name, libraries):
    _check(name)
    # Patterns know beginnings; what has a blank or a NUL behind them is no name.
    return _looked_up(name, libraries) if name.isidentifier() else name


@functools.lru_cache(maxsize=4096)
def _looked_up(name, libraries):
    translation = names().translate(name)
    if translation is None or translation.status != "renamed":
        return name
    return translation.musa if not libraries or translation.library in libraries else name


def to_musa_name(name: str) -> str:
    """The MUSA name of a function, type or constant of any library."""
    return _translated(name, ())


def cuda_to_musa_name(name: str) -> str:
    """`cudaMalloc` of libcudart becomes `musaMalloc`."""
    return _translated(name, ("cudart",))


def cu_to_mu_name(name: str) -> str:
    """`cuMemAlloc_v2` of libcuda becomes `muMemAlloc_v2`."""
    return _translated(name, ("driver",))


def nccl_to_mccl_name(name: str) -> str:
    """`ncclAllReduce` becomes `mcclAllReduce`."""
    return _translated(name, ("nccl",))


def cublas_to_mublas_name(name: str) -> str:
    """`cublasSgemm_v2` becomes `mublasSgemm_v2`; cuBLASLt's names are cuBLAS's too."""
    return _translated(name, ("cublas", "cublaslt"))


def cublaslt_to_mublaslt_name(name: str) -> str:
    """`cublasLtMatmul` becomes `mublasLtMatmul`."""
    return _translated(name, ("cublaslt",))


def curand_to_murand_name(name: str) -> str:
    """`curandGenerateUniform` becomes `murandGenerateUniform`."""
    return _translated(name, ("curand",))


def cudnn_to_mudnn_name(name: str) -> str:
    """`cudnnCreate` becomes `mudnnCreate`; muDNN has few of cuDNN's functions."""
    return _translated(name, ("cudnn",))


def cufft_to_mufft_name(name: str) -> str:
    """`cufftPlan1d` becomes `mufftPlan1d`."""
    return _translated(name, ("cufft",))


def cusparse_to_musparse_name(name: str) -> str:
    """`cusparseSpMM` becomes `musparseSpMM`."""
    return _translated(name, ("cusparse",))


def cusolver_to_musolver_name(name: str) -> str:
    """`cusolverDnSgetrf` becomes `musolverDnSgetrf`."""
    return _translated(name, ("cusolver",))


def nvrtc_to_mtrtc_name(name: str) -> str:
    """`nvrtcCompileProgram` becomes `mtrtcCompileProgram`."""
    return _translated(name, ("nvrtc",))


def cupti_to_mupti_name(name: str) -> str:
    """`cuptiActivityEnable` becomes `muptiActivityEnable`."""
    return _translated(name, ("cupti",))


def library_to_musa_name(name: str) -> str:
    """`libcudart.so.12` becomes `libmusart.so`; any other name stays."""
    _check(name)
    translation = files().translate(name, "library")
    return name if translation is None or translation.status != "renamed" else translation.musa
