"""torch.cuda.tunable without TunableOp: it keeps settings, which have no effect.

The defaults are CUDA's. muBLAS chooses its kernels itself, so there is nothing to tune. Who asks for results
of tuning gets an error.
"""

from typing import Any, Optional, Tuple

import torch
import torch_musa

from ..._errors import UnsupportedError
from .._once import say_once


class _Settings:
    """The settings of this process, as on CUDA."""

    enabled = False
    tuning = True
    record_untuned = False
    duration = 30
    iterations = 100
    filename = ""
    rotating_megabytes = -1
    write_on_exit = False


_settings = _Settings()


def _refuse(call: str) -> Any:
    raise UnsupportedError.of(
        f"torch.cuda.tunable.{call}",
        "torch_musa has no TunableOp",
        "do without tuning; muBLAS chooses its kernels itself",
    )


def _keep(setting: str, call: str, val: bool) -> None:
    setattr(_settings, setting, bool(val))
    if val:
        say_once(
            f"torch.cuda.tunable.{call} has no effect on MUSA: torch_musa has no TunableOp, and muBLAS "
            "chooses its kernels itself"
        )


def enable(val: bool = True) -> None:
    """Keep the setting; print once that True has no effect."""
    _keep("enabled", "enable(True)", val)


def is_enabled() -> bool:
    """The value that enable() set; False by default."""
    return _settings.enabled


def tuning_enable(val: bool = True) -> None:
    """Keep the setting, which has no effect."""
    _settings.tuning = bool(val)


def tuning_is_enabled() -> bool:
    """The value that tuning_enable() set; True by default, as on CUDA."""
    return _settings.tuning


def record_untuned_enable(val: bool = True) -> None:
    """Keep the setting; print once that True has no effect."""
    _keep("record_untuned", "record_untuned_enable(True)", val)


def record_untuned_is_enabled() -> bool:
    """The value that record_untuned_enable() set; False by default."""
    return _settings.record_untuned


def set_max_tuning_duration(duration: int) -> None:
    """Keep the milliseconds for one candidate, negative ones as 0; they have no effect."""
    _settings.duration = max(int(duration), 0)


def get_max_tuning_duration() -> int:
    """The value that set_max_tuning_duration() set; 30 by default."""
    return _settings.duration


def set_max_tuning_iterations(iterations: int) -> None:
    """Keep the iterations for one candidate, negative ones as 0; they have no effect."""
    _settings.iterations = max(int(iterations), 0)


def get_max_tuning_iterations() -> int:
    """The value that set_max_tuning_iterations() set; 100 by default."""
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
    """The name that set_filename() set."""
    return _settings.filename


def get_results() -> Tuple:
    """An empty tuple: nothing was tuned."""
    return ()


def get_validators() -> Tuple[Tuple[str, str], ...]:
    """The version of PyTorch, for which results would be valid."""
    return (("PT_VERSION", torch.__version__.partition("+")[0]),)


def set_rotating_buffer_size(buffer_size: int) -> None:
    """Keep the size in megabytes; a negative number means the size of the L2 cache."""
    _settings.rotating_megabytes = int(buffer_size)


def get_rotating_buffer_size() -> int:
    """The size in bytes; raises UnsupportedError after a negative size, because torch_musa does not
    know the size of the L2 cache."""
    if _settings.rotating_megabytes < 0:
        _refuse(
            "get_rotating_buffer_size() after set_rotating_buffer_size() with a negative number"
        )
    return _settings.rotating_megabytes * 2**20


def set_numerical_check_tolerances(enable: bool, atol: float = 1e-5, rtol: float = 1e-5) -> None:
    """Do nothing: no results are compared."""


def read_file(filename: Optional[str] = None) -> bool:
    """Raise UnsupportedError: MUSA cannot use results of another platform."""
    return _refuse("read_file()")


def write_file(filename: Optional[str] = None) -> bool:
    """Raise UnsupportedError: there are no results."""
    return _refuse("write_file()")


def write_file_on_exit(val: bool) -> None:
    """Write nothing, for there are no results; print once that True has no effect."""
    _keep("write_on_exit", "write_file_on_exit(True)", val)


def tune_gemm_in_file(filename: str) -> None:
    """Raise UnsupportedError."""
    _refuse("tune_gemm_in_file()")


def mgpu_tune_gemm_in_file(filename_pattern: str, num_gpus: int) -> None:
    """Raise UnsupportedError."""
    _refuse("mgpu_tune_gemm_in_file()")
