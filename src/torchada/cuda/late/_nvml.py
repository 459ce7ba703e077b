"""torch.cuda's questions to NVIDIA's management library (NVML), answered by MUSA's (MTML) with pymtml.

pymtml (on PyPI: mthreads-ml-py) has NVML's names. If it is missing, the error is PyTorch's error for
a missing NVML, with the name of pymtml's package.
"""

import os
import re
from functools import lru_cache
from types import FunctionType, SimpleNamespace

import torch
import torch_musa

from ..._errors import UnsupportedError
from .._devices import get_device_index

# NVML's constants, which pymtml shares.
_TEMPERATURE_OF_THE_GPU = 0
_CLOCK_OF_THE_PROCESSORS = 1


def nvml_based_avail():
    """False: is_available() must not ask NVML, which does not know MUSA devices."""
    return False


def count_by_nvml():
    """-1: MUSA has no NVML, so PyTorch asks the runtime."""
    return -1


def no_uuids():
    """None: MUSA has no NVML."""
    return None


def device_memory_used(device=None):
    """The bytes of the device's memory that are in use, by any process."""
    free, total = torch_musa.mem_get_info(device)
    return total - free


def list_gpu_processes(device=None):
    """A text which says that MTML lists no processes, as CUDA's does without NVML."""
    return "MUSA's management library lists no processes; run the command mthreads-gmi instead"


def utilization(device=None):
    """The percentage of the last sample period in which a kernel ran."""
    library, handle = _open("utilization", device)
    return library.nvmlDeviceGetUtilizationRates(handle).gpu


def memory_usage(device=None):
    """The percentage of the last sample period in which memory was used, as MTML reports it."""
    library, handle = _open("memory_usage", device)
    return library.nvmlDeviceGetUtilizationRates(handle).memory


def temperature(device=None):
    """The temperature of the GPU in degrees Celsius."""
    library, handle = _open("temperature", device)
    return library.nvmlDeviceGetTemperature(handle, _TEMPERATURE_OF_THE_GPU)


def power_draw(device=None):
    """The power draw of the GPU in milliwatts."""
    library, handle = _open("power_draw", device)
    return library.nvmlDeviceGetPowerUsage(handle)


def clock_rate(device=None):
    """The clock rate of the multiprocessors in megahertz."""
    library, handle = _open("clock_rate", device)
    return library.nvmlDeviceGetClockInfo(handle, _CLOCK_OF_THE_PROCESSORS)


def _open(function, device):
    """pymtml, and its handle of a device in whatever form."""
    try:
        library = _initialised()
    except ImportError as error:
        api, advice = f"torch.cuda.{function}", "install pymtml: pip install mthreads-ml-py"
        cause = UnsupportedError.of(api, f"pymtml cannot be imported ({error})", advice)
        raise ModuleNotFoundError(_words_for_a_missing_package()) from cause
    return library, library.nvmlDeviceGetHandleByIndex(_physical_index(library, device))


@lru_cache(maxsize=None)
def _initialised():
    import pymtml

    try:
        pymtml.nvmlInit()
    except pymtml.NVMLError as error:
        # The words of PyTorch, for a driver that is not there.
        raise RuntimeError("cuda driver can't be loaded, is cuda enabled?") from error
    return pymtml


def _words_for_a_missing_package():
    """PyTorch's, which change with its versions, but for the package that it names."""
    try:
        _with(torch.cuda._get_pynvml_handler, _HAS_PYNVML=False, _PYNVML_ERR=None)()
    except ModuleNotFoundError as error:
        # The package's name, and that of its module in older versions.
        return re.sub("nvidia-ml-py|pynvml", "mthreads-ml-py", str(error))
    raise AssertionError("torch.cuda._get_pynvml_handler() found a package")


def _physical_index(library, device):
    """MTML counts all devices of the machine, torch_musa those that are visible."""
    index = get_device_index(device, optional=True)
    visible = _visible_devices()
    if visible and isinstance(visible[0], str):
        visible = torch.cuda._transform_uuid_to_ordinals(visible, _uuids(library))
    if not 0 <= index < len(visible):
        raise RuntimeError(f"device {index} is not visible (CUDA_VISIBLE_DEVICES={visible})")
    return visible[index]


def _visible_devices():
    """Numbers, or identifiers: MUSA_VISIBLE_DEVICES as PyTorch reads CUDA_VISIBLE_DEVICES."""
    names = SimpleNamespace(getenv=lambda _: os.environ.get("MUSA_VISIBLE_DEVICES"))
    return _with(torch.cuda._parse_visible_devices, os=names)()


def _uuids(library):
    handles = map(library.nvmlDeviceGetHandleByIndex, range(library.nvmlDeviceGetCount()))
    return [library.nvmlDeviceGetUUID(handle) for handle in handles]


def _with(function, **names):
    """PyTorch's function, with other globals."""
    return FunctionType(
        function.__code__, {**function.__globals__, **names}, None, function.__defaults__
    )
