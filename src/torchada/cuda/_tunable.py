"""torch.cuda.tunable without TunableOp: settings are kept, what asks for tuning raises.

The defaults are CUDA's. muBLAS chooses its kernels itself, so there is nothing to tune, and as long
as TunableOp is off, as it is by default, none of the settings has an effect on CUDA either.
"""

from typing import Any, Optional, Tuple

import torch
import torch_musa

from .._errors import UnsupportedError


class _Settings:
    """What was set; of one process, as on CUDA."""

    tuning = True
    duration = 30
    iterations = 100
    filename = ""
    rotating_megabytes = -1


_settings = _Settings()


def _refuse(call: str) -> Any:
    raise UnsupportedError.of(
        f"torch.cuda.tunable.{call}",
        "torch_musa has no TunableOp",
        "do without tuning; muBLAS chooses its kernels itself",
    )


def enable(val: bool = True) -> None:
    """False is what holds anyway; True raises UnsupportedError."""
    if val:
        _refuse("enable(True)")


def is_enabled() -> bool:
    """False: there is no TunableOp."""
    return False


def tuning_enable(val: bool = True) -> None:
    """Kept; without effect while TunableOp is off, as on CUDA."""
    _settings.tuning = bool(val)


def tuning_is_enabled() -> bool:
    """What tuning_enable() set; True before, as on CUDA."""
    return _settings.tuning


def record_untuned_enable(val: bool = True) -> None:
    """False is what holds anyway; True raises UnsupportedError."""
    if val:
        _refuse("record_untuned_enable(True)")


def record_untuned_is_enabled() -> bool:
    """False: there is no TunableOp."""
    return False


def set_max_tuning_duration(duration: int) -> None:
    """Milliseconds for one candidate; kept, negative ones as 0."""
    _settings.duration = max(int(duration), 0)


def get_max_tuning_duration() -> int:
    """What set_max_tuning_duration() set; 30 before."""
    return _settings.duration


def set_max_tuning_iterations(iterations: int) -> None:
    """Iterations for one candidate; kept, negative ones as 0."""
    _settings.iterations = max(int(iterations), 0)


def get_max_tuning_iterations() -> int:
    """What set_max_tuning_iterations() set; 100 before."""
    return _settings.iterations


def set_filename(filename: str, insert_device_ordinal: bool = False) -> None:
    """The file of results; with the number of the current device for %d, or before the last dot."""
    if filename and insert_device_ordinal:
        device = str(torch_musa.current_device())
        stem, dot, suffix = filename.rpartition(".")
        if "%d" in filename:
            filename = filename.replace("%d", device, 1)
        else:
            filename = f"{stem}{device}.{suffix}" if dot else filename + device
    _settings.filename = filename


def get_filename() -> str:
    """What set_filename() set."""
    return _settings.filename


def get_results() -> Tuple:
    """Empty: nothing was tuned."""
    return ()


def get_validators() -> Tuple[Tuple[str, str], ...]:
    """What results would be valid for: this version of PyTorch."""
    return (("PT_VERSION", torch.__version__.partition("+")[0]),)


def set_rotating_buffer_size(buffer_size: int) -> None:
    """Megabytes; kept. A negative number stands for the size of the L2 cache."""
    _settings.rotating_megabytes = int(buffer_size)


def get_rotating_buffer_size() -> int:
    """Bytes; UnsupportedError where it is to be the L2 cache's size, which torch_musa does not tell."""
    if _settings.rotating_megabytes < 0:
        _refuse(
            "get_rotating_buffer_size() after set_rotating_buffer_size() with a negative number"
        )
    return _settings.rotating_megabytes * 2**20


def set_numerical_check_tolerances(enable: bool, atol: float = 1e-5, rtol: float = 1e-5) -> None:
    """Without effect: no results are compared."""


def read_file(filename: Optional[str] = None) -> bool:
    """Raises UnsupportedError: results of another platform mean nothing here."""
    return _refuse("read_file()")


def write_file(filename: Optional[str] = None) -> bool:
    """Raises UnsupportedError: there are no results."""
    return _refuse("write_file()")


def write_file_on_exit(val: bool) -> None:
    """False is what holds anyway; True raises UnsupportedError."""
    if val:
        _refuse("write_file_on_exit(True)")


def tune_gemm_in_file(filename: str) -> None:
    """Raises UnsupportedError."""
    _refuse("tune_gemm_in_file()")


def mgpu_tune_gemm_in_file(filename_pattern: str, num_gpus: int) -> None:
    """Raises UnsupportedError."""
    _refuse("mgpu_tune_gemm_in_file()")
