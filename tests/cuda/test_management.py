"""MUSA's management library behind torch.cuda.utilization() and others, with a pymtml of our own.

It has the names of mthreads-ml-py 2.4.3 that torchada uses, which are NVML's.
"""

import types

import pytest
import torch

from torchada._errors import UnsupportedError
from torchada.cuda.late import _nvml

pytestmark = pytest.mark.musa

PYMTML = """
import collections
import os

NVMLUtilization = collections.namedtuple("NVMLUtilization", "gpu memory")
starts = []

class MTMLError(Exception): pass
class NVMLError(MTMLError): pass

def nvmlInit():
    if os.environ.get("NO_DRIVER"):
        raise NVMLError("Library Not Found")
    starts.append(1)

def nvmlDeviceGetHandleByIndex(index): return ("device", index)
def nvmlDeviceGetCount(): return 4
def nvmlDeviceGetUUID(handle): return f"GPU-{handle[1]}0"
def nvmlDeviceGetUtilizationRates(handle): return NVMLUtilization(10 + handle[1], 20 + handle[1])
def nvmlDeviceGetTemperature(handle, sensor): return 40 + handle[1] + 100 * sensor
def nvmlDeviceGetPowerUsage(handle): return 50000 + handle[1]
def nvmlDeviceGetClockInfo(handle, clock): return 1000 * clock + handle[1]
"""
ASK = """
import torch
functions = [torch.cuda.utilization, torch.cuda.memory_usage, torch.cuda.temperature]
functions += [torch.cuda.power_draw, torch.cuda.clock_rate]
print([function("cuda:1") for function in functions])
print([function() for function in functions])
import pymtml
print(len(pymtml.starts))
"""


@pytest.fixture
def pymtml(tmp_path):
    """Environment of a process that has the package."""
    (tmp_path / "pymtml.py").write_text(PYMTML)
    return {"PYTHONPATH": str(tmp_path), "MUSASIM_DEVICES": "4"}


def test_answers(run_python, pymtml):
    done = run_python(ASK, env=pymtml)
    second, first, starts = done.stdout.splitlines()
    assert second == "[11, 21, 41, 50001, 1001]" and first == "[10, 20, 40, 50000, 1000]"
    assert starts == "1"


def test_devices_are_the_visible_ones(run_python, pymtml):
    done = run_python(ASK, env={**pymtml, "CUDA_VISIBLE_DEVICES": "3,1"})
    second, first, _ = done.stdout.splitlines()
    assert second == "[11, 21, 41, 50001, 1001]" and first == "[13, 23, 43, 50003, 1003]"


@pytest.mark.parametrize(
    "value, index, physical",
    [
        (None, 1, 1),
        (" 3 , 1 ", 1, 1),
        ("2,-1,3", 0, 2),
        ("1gpu,+3", 1, 3),
        ("GPU-3,GPU-1", 0, 3),
        ("GPU-30,GPU-none,GPU-1", 0, 3),
        ("", 0, None),
        ("2,2", 0, None),
        ("2,-1,3", 1, None),
        ("GPU-3,GPU-30", 0, None),
    ],
)
def test_visible_devices_as_pytorch_reads_them(monkeypatch, value, index, physical):
    """Set after torch_musa has counted, so its number of devices is another."""
    library = types.ModuleType("pymtml")
    exec(PYMTML, vars(library))
    monkeypatch.delenv("MUSA_VISIBLE_DEVICES", raising=False)
    if value is not None:
        monkeypatch.setenv("MUSA_VISIBLE_DEVICES", value)
    if physical is not None:
        assert _nvml._physical_index(library, index) == physical
    else:
        text = rf"^device {index} is not visible \(CUDA_VISIBLE_DEVICES=\["
        with pytest.raises(RuntimeError, match=text):
            _nvml._physical_index(library, index)


def test_a_driver_that_is_not_there(run_python, pymtml):
    code = """
        import torch
        try:
            torch.cuda.temperature()
        except RuntimeError as error:
            print(error, "|", repr(error.__cause__))
    """
    done = run_python(code, env={**pymtml, "NO_DRIVER": "1"})
    words, cause = done.stdout.strip().split(" | ")
    assert words == "cuda driver can't be loaded, is cuda enabled?"
    assert cause == "NVMLError('Library Not Found')"


def test_without_the_package_it_is_pytorchs_error(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pymtml", None)
    # Another test of this process may have found the package.
    monkeypatch.setattr(_nvml, "_initialised", _nvml._initialised.__wrapped__)
    with pytest.raises(ModuleNotFoundError, match="^mthreads-ml-py does not seem to be") as caught:
        torch.cuda.utilization()
    cause = caught.value.__cause__
    assert isinstance(cause, UnsupportedError)
    assert "torch.cuda.utilization" in str(cause) and "pip install mthreads-ml-py" in str(cause)


def test_what_needs_no_package():
    free, total = torch.cuda.mem_get_info()
    assert torch.cuda.device_memory_used() == total - free
    assert "mthreads-gmi" in torch.cuda.list_gpu_processes()
