"""The projects that are compared: which of their files are needed, and what is built of them."""

import dataclasses
from typing import Tuple


@dataclasses.dataclass(frozen=True)
class Project:
    """A project of tools/port_corpus.txt. Paths are relative to the folder of its sdist."""

    name: str
    # What is copied from the sdist.
    keep: Tuple[str, ...]
    # The library that is built, and its sources by their CUDA names (patterns).
    library: str
    sources: Tuple[str, ...]
    includes: Tuple[str, ...] = ()
    flags: Tuple[str, ...] = ()
    nvcc_flags: Tuple[str, ...] = ("--expt-relaxed-constexpr",)
    # Sources of one language are compiled as one file: PyTorch's headers, which take most of the
    # time, are then read once. Each source has a name of its own for the words in own_words, and what
    # it defines as a macro of file_macros ends with it.
    joined: bool = False
    own_words: Tuple[str, ...] = ()
    file_macros: Tuple[str, ...] = ()
    # What pytest runs of the sdist's own tests.
    tests: Tuple[str, ...] = ()


def _geometric(name, *parts):
    """One of the packages that PyTorch Geometric is built on; their layouts are alike."""
    sources = [f"csrc/{part}.cpp" for part in parts]
    sources += [f"csrc/cpu/{part}_cpu.cpp" for part in parts]
    sources += [f"csrc/cuda/{part}_cuda.cu" for part in parts]
    return Project(
        name,
        ("csrc",),
        f"{name.replace('-', '_')}_operators.so",
        tuple(sources),
        includes=("csrc",),
        flags=("-DWITH_PYTHON", "-DWITH_CUDA"),
        joined=True,
        own_words=("registry",),
        file_macros=("THREADS", "BLOCKS", "FULL_MASK"),
    )


_ALL = (
    Project(
        "torch-linear-assignment",
        ("src",),
        "_backend.so",
        ("src/torch_linear_assignment_cuda*",),
    ),
    Project("torchsort", ("torchsort",), "isotonic_cuda.so", ("torchsort/*.cu",)),
    Project("warp-rnnt", ("core.h", "*.cu", "binding.cpp"), "_C.so", ("*.cu", "*.cpp")),
    _geometric("torch-spline-conv", "basis", "weighting"),
    Project(
        "nerfacc",
        ("nerfacc", "tests"),
        "nerfacc/csrc.so",
        ("nerfacc/cuda/csrc/*.cu", "nerfacc/cuda/csrc/*.cpp"),
        joined=True,
        own_words=("MAX_GRID_LEVELS",),
        tests=("tests",),
    ),
    _geometric("torch-scatter", "scatter", "segment_coo", "segment_csr"),
    Project(
        "causal-conv1d",
        ("csrc", "causal_conv1d"),
        "causal_conv1d_cuda.so",
        ("csrc/*.cu", "csrc/*.cpp"),
        includes=("csrc",),
        nvcc_flags=(
            *("-U__CUDA_NO_HALF_OPERATORS__", "-U__CUDA_NO_HALF_CONVERSIONS__"),
            *("-U__CUDA_NO_BFLOAT16_OPERATORS__", "-U__CUDA_NO_BFLOAT16_CONVERSIONS__"),
            *("-U__CUDA_NO_BFLOAT162_OPERATORS__", "-U__CUDA_NO_BFLOAT162_CONVERSIONS__"),
            *("--expt-relaxed-constexpr", "--expt-extended-lambda", "--use_fast_math"),
        ),
    ),
    _geometric("torch-cluster", "fps", "graclus", "grid", "knn", "nearest", "radius", "rw"),
)
PROJECTS = {project.name: project for project in _ALL}
