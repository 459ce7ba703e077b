"""torch.cuda.tunable without TunableOp: it keeps settings, and raises when tuning is asked for.

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
    """Do nothing for False, which is the state on MUSA; True raises UnsupportedError."""
    if val:
        _refuse("enable(True)")


def is_enabled() -> bool:
    """False: torch_musa has no TunableOp."""
    return False


def tuning_enable(val: bool = True) -> None:
    """Keep the setting, which has no effect, as on CUDA while TunableOp is off."""
    _settings.tuning = bool(val)


def tuning_is_enabled() -> bool:
    """The value that tuning_enable() set; True by default, as on CUDA."""
    return _settings.tuning


def record_untuned_enable(val: bool = True) -> None:
    """Do nothing for False, which is the state on MUSA; True raises UnsupportedError."""
    if val:
        _refuse("record_untuned_enable(True)")


def record_untuned_is_enabled() -> bool:
    """False: torch_musa has no TunableOp."""
    return False


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
    """Do nothing for False, which is the state on MUSA; True raises UnsupportedError."""
    if val:
        _refuse("write_file_on_exit(True)")


def tune_gemm_in_file(filename: str) -> None:
    """Raise UnsupportedError."""
    _refuse("tune_gemm_in_file()")


def mgpu_tune_gemm_in_file(filename_pattern: str, num_gpus: int) -> None:
    """Raise UnsupportedError."""
    _refuse("mgpu_tune_gemm_in_file()")
