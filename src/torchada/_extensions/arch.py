"""Chooses the GPUs that device code is compiled for."""

import os
import re
import shutil
import subprocess
from typing import List, Optional

from .. import _log
from .._errors import TorchadaError
from .._toolkit import cuda_home

# S80, S4000, S5000.
_ALL = ("21", "22", "31")
KNOWN = ("10", "21", "22", "31", "32")
_SEPARATORS = re.compile(r"[;,\s]+")
_CAPABILITY = re.compile(r"compute capability\D*?(\d+)\.(\d+)", re.IGNORECASE)


class ArchitectureError(TorchadaError, ValueError):
    """A variable names a GPU that mcc does not know."""


def architectures() -> List[str]:
    """The GPUs' numbers ("22"): what a variable names, else this machine's, else all there are."""
    return _named() or _of_this_machine() or _all()


def flags() -> List[str]:
    """mcc's flags for them."""
    return [f"--offload-arch=mp_{number}" for number in architectures()]


def _named() -> List[str]:
    for variable in ("MTGPU_TARGET", "TORCH_MUSA_ARCH_LIST"):
        parts = [part for part in _SEPARATORS.split(os.environ.get(variable, "")) if part]
        numbers = [part[3:] if part.startswith("mp_") else part.replace(".", "") for part in parts]
        unknown = [part for part, number in zip(parts, numbers) if number not in KNOWN]
        if unknown:
            known = ", ".join(f"mp_{number}" for number in KNOWN)
            value = os.environ[variable]
            raise ArchitectureError(
                f"{variable}={value}: {unknown[0]} is not a MUSA architecture; use one of {known}"
            )
        if numbers:
            return numbers
    return _named_for_cuda()


def _named_for_cuda() -> List[str]:
    """The entries of TORCH_CUDA_ARCH_LIST that are MUSA's: programs fill it from get_device_capability()."""
    value = os.environ.get("TORCH_CUDA_ARCH_LIST", "")
    parts = [part for part in _SEPARATORS.split(value.replace("+PTX", "")) if part]
    numbers = [part.replace(".", "") for part in parts if part.replace(".", "") in KNOWN]
    if parts and not numbers:
        _log.info(
            f"TORCH_CUDA_ARCH_LIST={value} has no effect: it names no MUSA architecture; set "
            "MTGPU_TARGET, for example to mp_22"
        )
    return numbers


def _of_this_machine() -> List[str]:
    return _by_tool() or _by_torch()


def _by_tool() -> List[str]:
    tool = _musa_info()
    if tool is None:
        return []
    done = subprocess.run([tool], capture_output=True, text=True, check=False)
    found = {major + minor for major, minor in _CAPABILITY.findall(done.stdout)}
    return sorted(found & set(KNOWN))


def _musa_info() -> Optional[str]:
    home = cuda_home()
    inside = os.path.join(home, "bin", "musaInfo") if home is not None else ""
    return inside if os.path.isfile(inside) else shutil.which("musaInfo")


def _by_torch() -> List[str]:
    import torch

    devices = range(torch.musa.device_count())
    found = {"%d%d" % torch.musa.get_device_capability(index) for index in devices}
    return sorted(found & set(KNOWN))


def _all() -> List[str]:
    names = ", ".join(f"mp_{number}" for number in _ALL)
    _log.say(
        f"found no MUSA GPU, so compiling for all architectures: {names}; set MTGPU_TARGET to one of "
        "them to compile for one GPU"
    )
    return list(_ALL)
