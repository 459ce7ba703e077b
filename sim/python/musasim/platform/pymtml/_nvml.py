"""NVML's calls, for `import pymtml as pynvml`."""

from dataclasses import dataclass

from . import _constants as _c
from . import _links, _mtml
from ._devices import checked, library
from ._errors import MTMLError


@dataclass
class NVMLMemoryInfo:
    total: int
    free: int
    used: int


@dataclass
class NVMLUtilization:
    gpu: int
    memory: int


nvmlInit = _mtml.mtmlLibraryInit
nvmlShutdown = _mtml.mtmlLibraryShutDown
nvmlDeviceGetCount = _mtml.mtmlLibraryCountDevice
nvmlDeviceGetHandleByIndex = _mtml.mtmlLibraryInitDeviceByIndex
nvmlDeviceGetHandleByUUID = nvmlDeviceGetHandleByUuid = _mtml.mtmlLibraryInitDeviceByUuid
nvmlDeviceGetHandleByPciBusId = _mtml.mtmlLibraryInitDeviceByPciSbdf
nvmlDeviceGetIndex = nvmlDeviceGetMinorNumber = _mtml.mtmlDeviceGetIndex
nvmlDeviceGetName = _mtml.mtmlDeviceGetName
nvmlDeviceGetUUID = _mtml.mtmlDeviceGetUUID
nvmlDeviceGetPciInfo = _mtml.mtmlDeviceGetPciInfo
nvmlDeviceGetNumGpuCores = _mtml.mtmlDeviceCountGpuCores
nvmlDeviceGetEccMode = _mtml.mtmlMemoryGetEccMode
nvmlSystemGetDriverVersion = _mtml.mtmlSystemGetDriverVersion
nvmlSystemGetNVMLVersion = _mtml.mtmlLibraryGetVersion
nvmlDeviceGetSerial = _mtml._unsupported("nvmlDeviceGetSerial", "serial number")
nvmlDeviceGetVbiosVersion = _mtml._unsupported("nvmlDeviceGetVbiosVersion", "BIOS")
nvmlDeviceGetPowerUsage = _mtml._unsupported("nvmlDeviceGetPowerUsage", "power draw")
nvmlDeviceGetFanSpeed = _mtml._unsupported("nvmlDeviceGetFanSpeed", "fan")
nvmlDeviceGetTemperature = _mtml._unsupported("nvmlDeviceGetTemperature", "temperature")
nvmlDeviceGetMemoryBusWidth = _mtml._unsupported("nvmlDeviceGetMemoryBusWidth", "memory bus")
nvmlDeviceGetNvLinkState = _mtml._unsupported("nvmlDeviceGetNvLinkState", "MtLink")
nvmlDeviceGetNvLinkCapability = _mtml._unsupported("nvmlDeviceGetNvLinkCapability", "MtLink")
nvmlDeviceGetNvLinkRemotePciInfo = _mtml._unsupported("nvmlDeviceGetNvLinkRemotePciInfo", "MtLink")


def nvmlInitWithFlags(flags):
    nvmlInit()


def nvmlSystemGetCudaDriverVersion():
    """0, as the real library answers: there is no CUDA."""
    library.check()
    return 0


def nvmlDeviceGetMemoryInfo(handle, version=None):
    used = _mtml.mtmlMemoryGetUsed(handle)
    return NVMLMemoryInfo(total=handle.memory, free=handle.memory - used, used=used)


def nvmlDeviceGetUtilizationRates(handle):
    return NVMLUtilization(
        gpu=_mtml.mtmlGpuGetUtilization(handle), memory=_mtml.mtmlMemoryGetUtilization(handle)
    )


def nvmlDeviceGetClockInfo(handle, type):
    if type in (_c.NVML_CLOCK_GRAPHICS, _c.NVML_CLOCK_SM):
        return _mtml.mtmlGpuGetClock(handle)
    if type == _c.NVML_CLOCK_MEM:
        return _mtml.mtmlMemoryGetClock(handle)
    raise MTMLError(_c.MTML_ERROR_NOT_SUPPORTED, f"a simulated GPU has no clock of type {type}")


nvmlDeviceGetMaxClockInfo = nvmlDeviceGetClockInfo


def nvmlDeviceGetCudaComputeCapability(handle):
    return checked(handle).capability


def nvmlDeviceGetComputeRunningProcesses(handle):
    """Nothing: a process has devices of its own, so none can tell which others use one."""
    checked(handle)
    return []


nvmlDeviceGetGraphicsRunningProcesses = nvmlDeviceGetComputeRunningProcesses


def nvmlDeviceGetMigMode(handle):
    checked(handle)
    return [0, 0]


def nvmlDeviceGetPersistenceMode(handle):
    checked(handle)
    return 0


def nvmlDeviceGetP2PStatus(device1, device2, p2pIndex):
    checked(device1), checked(device2)
    if p2pIndex in (_c.NVML_P2P_CAPS_INDEX_READ, _c.NVML_P2P_CAPS_INDEX_WRITE):
        return _c.NVML_P2P_STATUS_OK
    is_linked = device1 == device2 or _links.mtmlDeviceCountMtLinkLayouts(device1, device2)
    if p2pIndex == _c.NVML_P2P_CAPS_INDEX_NVLINK and is_linked:
        return _c.NVML_P2P_STATUS_OK
    return _c.NVML_P2P_STATUS_NOT_SUPPORTED


def nvmlDeviceGetTopologyCommonAncestor(device1, device2):
    same = checked(device1) == checked(device2)
    return _c.NVML_TOPOLOGY_INTERNAL if same else _c.NVML_TOPOLOGY_NODE


def nvmlDeviceGetTopologyNearestGpus(device, level):
    """The other devices, which are all on one node."""
    others = [other for other in library.devices if other != checked(device)]
    return others if level >= _c.NVML_TOPOLOGY_NODE else []


__all__ = [_name for _name in globals() if _name.startswith(("nvml", "NVML"))]
