"""Detects the platform: CUDA, MUSA or CPU. Imports torch only where the answer needs it.

The first question fixes the answer for the process: TORCHADA_PLATFORM has no effect afterwards.
"""

import enum
import sys
from typing import Any, NamedTuple, Optional

from . import _deferred, _presence
from ._errors import PlatformError
from ._imports import import_statement


class Platform(enum.Enum):
    """The kinds of device that code written for CUDA can run on."""

    CUDA = "cuda"
    MUSA = "musa"
    CPU = "cpu"


class Decision(NamedTuple):
    """A platform, and the reason for it in words that doctor prints."""

    platform: Platform
    why: str


# Final once it is there.
_decision: Optional[Decision] = None
_MUSA = Platform.MUSA

# torch.device.type of our devices, before torch_musa gave the backend its name as well.
_GPU_TYPES = ("cuda", "musa", "privateuseone")


def detect_platform() -> Platform:
    """The platform: MUSA if torch_musa can be imported, else CUDA if torch sees a GPU, else CPU.

    MUSA needs no GPU (build hosts have none). TORCHADA_PLATFORM (musa, cuda or cpu) forces a platform.
    """
    return decide().platform


def decide() -> Decision:
    """The platform, as detect_platform() returns it, and the reason for it."""
    global _decision
    if _decision is not None:
        return _decision
    decision = _decide()
    if not _is_provisional(decision):
        _decision = decision
    return decision


def is_decided() -> bool:
    """True when the platform has been detected and the answer is final."""
    return _decision is not None


def _decide() -> Decision:
    forced = _presence.forced_platform()
    if forced is not None:
        return Decision(Platform(forced), f"TORCHADA_PLATFORM={forced} is set")
    musa = "torch_musa is not installed"
    if _presence.is_torch_broken():
        return Decision(Platform.CPU, "torch cannot be imported")
    if _presence.find_torch_musa():
        problem = _problem_of_torch_musa()
        if not problem:
            return Decision(Platform.MUSA, "torch_musa is installed and can be imported")
        musa = f"torch_musa is installed but cannot be imported ({problem})"
    try:
        torch = import_statement("torch")
    except ImportError as error:
        return Decision(Platform.CPU, f"{musa}, and torch cannot be imported ({error})")
    # Half imported, there may be no torch.cuda yet.
    cuda = getattr(torch, "cuda", None)
    if cuda is not None and cuda.is_available():
        return Decision(Platform.CUDA, f"{musa}, and torch.cuda.is_available() is True")
    return Decision(Platform.CPU, f"{musa}, and torch.cuda.is_available() is False")


def _problem_of_torch_musa() -> str:
    """Why torch_musa does not import; empty when it does."""
    if "torch_musa" in sys.modules:
        return ""
    from ._activation import state

    if state.torch_musa_problem:
        return state.torch_musa_problem
    try:
        import_statement("torch_musa")
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _is_provisional(decision: Decision) -> bool:
    """True while torch is half imported: what it says about CUDA is not final."""
    return decision.platform is Platform.CPU and _deferred.is_importing("torch")


def get_platform() -> Platform:
    """The platform; another name of detect_platform()."""
    return detect_platform()


def is_musa_platform() -> bool:
    """True when the platform is MUSA: code written for CUDA runs on a Moore Threads GPU."""
    return (_decision or decide()).platform is _MUSA


def is_cuda_platform() -> bool:
    """True when the platform is CUDA: code written for CUDA runs on an NVIDIA GPU."""
    return detect_platform() is Platform.CUDA


def is_cpu_platform() -> bool:
    """True when the platform is neither MUSA nor CUDA."""
    return detect_platform() is Platform.CPU


def get_device_name() -> str:
    """The device type of the platform, as torch spells it: "cuda", "musa" or "cpu"."""
    return detect_platform().value


def get_backend() -> Any:
    """The torch device module of the platform: torch.musa, torch.cuda or torch.cpu."""
    name = get_device_name()
    torch = import_statement("torch")
    backend = getattr(torch, name, None)
    if backend is None:
        raise PlatformError(
            f"the platform is {name} ({decide().why}), but torch {torch.__version__} has no "
            f"torch.{name}; run `torchada doctor` for the remedy"
        )
    return backend


def is_gpu_device(device: Any) -> bool:
    """True when `device` is, or is on, a CUDA or MUSA GPU.

    `device` may be a tensor, a torch.device, a device string or an index. An index means a GPU unless
    the platform is CPU. None and strings that torch does not know are no GPU.
    """
    if isinstance(device, str):
        return device.partition(":")[0] in _GPU_TYPES
    if isinstance(device, int) and not isinstance(device, bool):
        return device >= 0 and not is_cpu_platform()
    device = getattr(device, "device", device)
    return getattr(device, "type", None) in _GPU_TYPES


# Both names are in use.
is_cuda_like_device = is_gpu_device
