"""Chooses the code generator of the musa device: Triton's, as on hardware, or PyTorch's C++ one.

MUSASIM_INDUCTOR says which; without it Triton's does where an installed Triton runs on the simulated GPU.
"""

import functools
import os
from typing import Optional

import torch

VARIABLE = "MUSASIM_INDUCTOR"
# The oldest torch whose code generator was tried with a Triton that the simulated GPU runs.
_OLDEST_TORCH = (2, 13)


@functools.cache
def uses_triton() -> bool:
    """Whether kernels are written in Triton; the answer is one for the process."""
    wanted = os.environ.get(VARIABLE, "").strip().lower()
    if wanted not in ("", "triton", "cpp"):
        raise ValueError(
            f"{VARIABLE} is {wanted!r}, but has to be 'triton', 'cpp' or not set: it names what "
            "torch.compile writes kernels in"
        )
    if wanted == "cpp":
        return False
    reason = triton_is_missing()
    if wanted == "triton" and reason:
        raise RuntimeError(f"{VARIABLE} is 'triton', but {reason}")
    return reason is None


@functools.cache
def triton_is_missing() -> Optional[str]:
    """Why PyTorch cannot count on Triton for the simulated GPU, or None."""
    release = tuple(map(int, torch.__version__.split(".")[:2]))
    if release < _OLDEST_TORCH:
        oldest = ".".join(map(str, _OLDEST_TORCH))
        return (
            f"this is torch {torch.__version__}: it writes kernels in Triton from torch {oldest} on"
        )
    try:
        import triton.backends
    except ImportError as error:
        return f"Triton cannot be imported ({error}): pip install 'musasim[triton]'"
    from musasim.triton import check_version

    try:
        check_version()
        from musasim.triton._module import find_linker  # by modules that another Triton lacks

        find_linker()
    except RuntimeError as error:
        return str(error)
    if "musa" not in triton.backends.backends:
        return "Triton was imported before the simulator was switched on: set MUSASIM=1 for the process"
    return None
