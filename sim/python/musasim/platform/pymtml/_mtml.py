"""MTML's own calls."""

from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace

from ._constants import (
    MTML_BRAND_MTT,
    MTML_ERROR_INVALID_ARGUMENT,
    MTML_ERROR_NOT_FOUND,
    MTML_ERROR_NOT_SUPPORTED,
    MTML_MEMORY_ECC_DISABLE,
    MTML_P2P_STATUS_OK,
    MTML_TOPOLOGY_INTERNAL,
    MTML_TOPOLOGY_NODE,
)
from ._devices import checked, library, memory_in_use
from ._errors import MTMLError


@dataclass
class c_mtmlPciInfo_t:
    """The place of a device. A simulated one has no slot, so the numbers about it are 0."""

    sbdf: str
    segment: int
    bus: int
    device: int
    pciDeviceId: int = 0
    busWidth: int = 0
    pciMaxSpeed: float = 0.0
    pciCurSpeed: float = 0.0
    pciMaxWidth: int = 0
    pciCurWidth: int = 0
    pciMaxGen: int = 0
    pciCurGen: int = 0

    @property
    def busId(self):
        return self.sbdf


def mtmlLibraryInit():
    library.start()


def mtmlLibraryShutDown():
    library.stop()


def mtmlLibraryGetVersion():
    library.check()
    return library.driver


def mtmlLibraryCountDevice():
    library.check()
    return len(library.devices)


def mtmlLibraryInitDeviceByIndex(index):
    library.check()
    if not isinstance(index, int) or not 0 <= index < len(library.devices):
        count = len(library.devices)
        raise MTMLError(MTML_ERROR_INVALID_ARGUMENT, f"no device {index}: there are {count}")
    return library.devices[index]


def _find(attribute, value):
    library.check()
    value = value.decode() if isinstance(value, bytes) else value
    for device in library.devices:
        if getattr(device, attribute) == value:
            return device
    raise MTMLError(MTML_ERROR_NOT_FOUND, f"no simulated device has the {attribute} {value}")


def mtmlLibraryInitDeviceByUuid(uuid):
    return _find("uuid", uuid)


def mtmlLibraryInitDeviceByPciSbdf(sbdf):
    return _find("pci", sbdf)


def mtmlLibraryFreeDevice(device):
    checked(device)


def mtmlLibraryInitSystem():
    library.check()
    return library


def mtmlLibraryFreeSystem(system):
    library.check()


def mtmlSystemGetDriverVersion(system=None):
    library.check()
    return library.driver


def mtmlDeviceGetIndex(device):
    return checked(device).index


def mtmlDeviceGetName(device):
    return checked(device).name


def mtmlDeviceGetUUID(device):
    return checked(device).uuid


def mtmlDeviceGetBrand(device):
    checked(device)
    return MTML_BRAND_MTT


def mtmlDeviceGetPciInfo(device):
    segment, bus, slot = checked(device).pci.split(":")
    return c_mtmlPciInfo_t(device.pci, int(segment, 16), int(bus, 16), int(slot[:2], 16))


def mtmlDeviceCountGpuCores(device):
    return checked(device).cores


def mtmlDeviceGetProperty(device):
    """No virtualization and no partitions: all of it is 0."""
    checked(device)
    return SimpleNamespace(virtCapability=0, virtRole=0, mpcCapability=0, mpcType=0)


def mtmlDeviceCountFan(device):
    checked(device)
    return 0


# The parts of a device are the device itself here.


def mtmlDeviceInitGpu(device):
    return checked(device)


def mtmlDeviceFreeGpu(gpu):
    checked(gpu)


def mtmlDeviceInitMemory(device):
    return checked(device)


def mtmlDeviceFreeMemory(memory):
    checked(memory)


@contextmanager
def mtmlGpuContext(device):
    yield mtmlDeviceInitGpu(device)


@contextmanager
def mtmlMemoryContext(device):
    yield mtmlDeviceInitMemory(device)


def mtmlGpuGetUtilization(gpu):
    checked(gpu)
    return 0


def mtmlGpuGetEngineUtilization(gpu, engine):
    checked(gpu)
    return 0


def mtmlGpuGetClock(gpu):
    return checked(gpu).clock


mtmlGpuGetMaxClock = mtmlGpuGetClock


def mtmlMemoryGetTotal(memory):
    return checked(memory).memory


def mtmlMemoryGetUsed(memory):
    return memory_in_use(checked(memory))


def mtmlMemoryGetUtilization(memory):
    return mtmlMemoryGetUsed(memory) * 100 // memory.memory


def mtmlMemoryGetClock(memory):
    return checked(memory).memory_clock


mtmlMemoryGetMaxClock = mtmlMemoryGetClock


def mtmlMemoryGetEccMode(memory):
    checked(memory)
    return MTML_MEMORY_ECC_DISABLE, MTML_MEMORY_ECC_DISABLE


def mtmlDeviceGetTopologyLevel(device1, device2):
    return MTML_TOPOLOGY_INTERNAL if checked(device1) == checked(device2) else MTML_TOPOLOGY_NODE


def mtmlDeviceGetP2PStatus(device1, device2, p2pCap):
    checked(device1), checked(device2)
    return MTML_P2P_STATUS_OK


def _unsupported(name, subject):
    def call(handle, *arguments):
        checked(handle)
        raise MTMLError(MTML_ERROR_NOT_SUPPORTED, f"a simulated GPU has no {subject}")

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Raises MTMLError_NotSupported: a simulated GPU has no {subject}."
    return call


_UNSUPPORTED = {
    "mtmlDeviceGetSerialNumber": "serial number",
    "mtmlDeviceGetVbiosVersion": "BIOS",
    "mtmlDeviceGetMtBiosVersion": "BIOS",
    "mtmlDeviceGetPowerUsage": "power draw",
    "mtmlDeviceGetFanSpeed": "fan",
    "mtmlDeviceGetFanRpm": "fan",
    "mtmlDeviceGetGpuPath": "device file",
    "mtmlDeviceGetPrimaryPath": "device file",
    "mtmlDeviceGetRenderPath": "device file",
    "mtmlDeviceInitVpu": "video processor",
    "mtmlGpuGetTemperature": "temperature",
    "mtmlMemoryGetBusWidth": "memory bus",
    "mtmlMemoryGetBandwidth": "memory bus",
    "mtmlMemoryGetSpeed": "memory bus",
    "mtmlMemoryGetVendor": "memory chips",
    "mtmlMemoryGetType": "memory chips",
    "mtmlMemoryGetEccErrorCounter": "ECC memory",
    "mtmlMemoryGetRetiredPagesCount": "ECC memory",
}
for _name, _subject in _UNSUPPORTED.items():
    globals()[_name] = _unsupported(_name, _subject)

# Other names of the same, which programs use.
mtmlInit = mtmlLibraryInit
mtmlShutdown = mtmlLibraryShutDown
mtmlDeviceGetCount = mtmlLibraryCountDevice
mtmlDeviceGetHandleByIndex = mtmlDeviceGetByIndex = mtmlLibraryInitDeviceByIndex

__all__ = [_name for _name in globals() if _name.startswith(("mtml", "c_mtml"))]
