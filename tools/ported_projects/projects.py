"""The projects that are ported and checked, and what each one's build passes to the compiler."""

from typing import Dict, NamedTuple, Tuple


class Project(NamedTuple):
    """How a project of tools/port_corpus.txt is built for CUDA.

    `includes` are folders below the unpacked sdist, `defines` go to each file. `left_out` maps patterns
    of paths to the reason why they are no part of the CUDA build. `half_operators`: setup.py undoes
    PyTorch's -D__CUDA_NO_HALF_OPERATORS__ and the like.
    """

    includes: Tuple[str, ...] = ()
    defines: Tuple[str, ...] = ()
    left_out: Dict[str, str] = {}
    half_operators: bool = False


_GEOMETRIC = Project(("csrc",), ("WITH_CUDA",))

PROJECTS = {
    "torch-scatter": _GEOMETRIC,
    "torch-sparse": _GEOMETRIC,
    "torch-cluster": _GEOMETRIC,
    "torch-spline-conv": _GEOMETRIC,
    "causal-conv1d": Project(("csrc",), half_operators=True),
    "warp-rnnt": Project(),
    "torch-linear-assignment": Project(("src",), ("WITH_CUDA",)),
    "torchsort": Project(),
    "nerfacc": Project(("nerfacc/cuda/csrc",)),
    "torch-points-kernels": Project(("cuda/include", "cpu/include"), ("WITH_CUDA",)),
    "bmtrain": Project(("csrc", "csrc/include")),
}
