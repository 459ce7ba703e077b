"""The simulated devices of the machine, as mthreads-gmi tells them, and the memory that torch_musa uses.

It asks a program instead of the runtime in this process: a management library must work before the
runtime is initialized, must not initialize it (a process that has may not fork), and counts all
devices, those included that MUSA_VISIBLE_DEVICES hides.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from ._constants import (
    MTML_ERROR_DRIVER_NOT_LOADED,
    MTML_ERROR_INVALID_ARGUMENT,
    MTML_ERROR_UNINITIALIZED,
)
from ._errors import MTMLError


@dataclass(frozen=True)
class Device:
    """A handle: what does not change of a device."""

    index: int
    name: str
    uuid: str
    pci: str
    memory: int
    clock: int
    memory_clock: int
    cores: int
    links: int
    capability: tuple


class _Library:
    """The state of pymtml: how often it was initialized, and the devices that it found then."""

    def __init__(self):
        self.users = 0
        self.devices = []
        self.driver = ""

    def start(self):
        if self.users == 0:
            self.driver, self.devices = _ask()
        self.users += 1

    def stop(self):
        self.check()
        self.users -= 1

    def check(self):
        if self.users == 0:
            raise MTMLError(MTML_ERROR_UNINITIALIZED, "call mtmlLibraryInit() or nvmlInit() first")


library = _Library()


def checked(handle):
    """The device of a handle."""
    library.check()
    if not isinstance(handle, Device):
        raise MTMLError(MTML_ERROR_INVALID_ARGUMENT, f"{handle!r} is no handle of a device")
    return handle


def _ask():
    import musasim

    try:
        program = os.path.join(musasim.home(), "bin", "mthreads-gmi")
        done = subprocess.run([program, "-q", "--json"], capture_output=True, text=True, check=True)
    except OSError as error:
        raise MTMLError(MTML_ERROR_DRIVER_NOT_LOADED, str(error)) from error
    except subprocess.CalledProcessError as error:
        if os.environ.get("MUSASIM_DEVICES", "").strip() == "0":
            return "", []
        raise MTMLError(MTML_ERROR_DRIVER_NOT_LOADED, error.stderr.strip()) from error
    facts = json.loads(done.stdout)
    return facts["Driver Version"], [_device(row) for row in facts["GPU"]]


def _device(row):
    return Device(
        index=int(row["Index"]),
        name=row["Product Name"],
        uuid=row["GPU UUID"],
        pci=row["PCI"]["Bus Id"],
        memory=_number(row["FB Memory Usage"]["Total"], "MiB") << 20,
        clock=_number(row["Clocks"]["Graphics"], "MHz"),
        memory_clock=_number(row["Clocks"]["Memory"], "MHz"),
        cores=int(row["Compute Units"]),
        links=_count(row["MtLink"]["Links"]),
        capability=tuple(int(part) for part in row["Compute Capability"].split(".")),
    )


def _count(text):
    return int(text) if text.isdigit() else 0


def _number(text, unit):
    return int(text[: -len(unit)])


def memory_in_use(device):
    """The bytes that this process uses of the device; 0 before torch_musa has begun to use devices."""
    torch_musa = sys.modules.get("torch_musa")
    if torch_musa is None or not torch_musa.is_initialized():
        return 0
    index = _visible_index(device)
    if index is None or index >= torch_musa.device_count():
        return 0
    free, total = torch_musa.mem_get_info(index)
    return total - free


def _visible_index(device):
    """torch_musa's number of a device, or None where the process does not see it."""
    visible = os.environ.get("MUSA_VISIBLE_DEVICES")
    if visible is None:
        return device.index
    for number, entry in enumerate(part.strip() for part in visible.split(",")):
        is_short = entry.startswith("GPU-") and f"GPU-{device.uuid}".startswith(entry)
        if entry in (str(device.index), device.uuid) or is_short:
            return number
    return None
