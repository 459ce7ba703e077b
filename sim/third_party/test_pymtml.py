"""mthreads-ml-py's pymtml on libmtml.so.2, under MTML's names and NVML's."""

import pymtml
import pytest


@pytest.fixture(autouse=True)
def library():
    pymtml.nvmlInit()
    yield
    pymtml.nvmlShutdown()


@pytest.fixture
def devices():
    return [pymtml.nvmlDeviceGetHandleByIndex(index) for index in range(2)]


def test_it_is_the_package():
    assert pymtml.mtmlLib is not None and not pymtml.__file__.endswith("__init__.py")


def test_devices(devices):
    assert pymtml.nvmlDeviceGetCount() == 2
    assert pymtml.nvmlSystemGetDriverVersion().endswith("-musasim")
    second = devices[1]
    assert pymtml.nvmlDeviceGetName(second) == "MTT S4000"
    assert pymtml.nvmlDeviceGetIndex(second) == 1
    assert pymtml.nvmlDeviceGetPciInfo(second).busId == "00000000:02:00.0"
    for same in (
        pymtml.nvmlDeviceGetHandleByUuid(pymtml.nvmlDeviceGetUUID(second)),
        pymtml.nvmlDeviceGetHandleByPciBusId("00000000:02:00.0"),
    ):
        assert pymtml.nvmlDeviceGetIndex(same) == 1
    assert pymtml.nvmlDeviceGetMemoryBusWidth(second) == 384
    assert pymtml.nvmlDeviceGetClockInfo(second, pymtml.NVML_CLOCK_SM) == 1750
    assert pymtml.mtmlDeviceGetProperty(second).mtLinkCapability == 1


def test_compute_capability_is_torch_musa_s(devices):
    assert pymtml.nvmlDeviceGetCudaComputeCapability(devices[0]) == (2, 2)


def test_memory(devices):
    import torch

    before = pymtml.nvmlDeviceGetMemoryInfo(devices[1])
    x = torch.ones(1 << 26, device="musa:1")
    after = pymtml.nvmlDeviceGetMemoryInfo(devices[1])
    assert before.total == after.total == 48 << 30
    assert after.used - before.used >= x.numel() * 4 and after.free == after.total - after.used


def test_links(devices):
    first, second = devices
    caps = (
        pymtml.NVML_P2P_CAPS_INDEX_READ,
        pymtml.NVML_P2P_CAPS_INDEX_WRITE,
        pymtml.NVML_P2P_CAPS_INDEX_NVLINK,
    )
    for cap in caps:
        assert pymtml.nvmlDeviceGetP2PStatus(first, second, cap) == pymtml.NVML_P2P_STATUS_OK
    assert pymtml.nvmlDeviceGetTopologyCommonAncestor(first, second) == pymtml.NVML_TOPOLOGY_NODE
    assert len(pymtml.nvmlDeviceGetTopologyNearestGpus(first, pymtml.NVML_TOPOLOGY_NODE)) == 1
    assert pymtml.nvmlDeviceGetNvLinkState(first, 0) == 1
    assert pymtml.nvmlDeviceGetNvLinkRemotePciInfo(first, 0).busId == "00000000:02:00.0"
    assert pymtml.nvmlDeviceGetCpuAffinity(first, 1)[0] & 1
    assert pymtml.nvmlDeviceGetMemoryAffinity(first, 1, 0) == [1]


def test_errors(devices):
    with pytest.raises(pymtml.NVMLError_NotSupported):
        pymtml.nvmlDeviceGetTemperature(devices[0], pymtml.NVML_TEMPERATURE_GPU)
    with pytest.raises(pymtml.MTMLError_NotFound):
        pymtml.nvmlDeviceGetHandleByUuid("x")
    with pytest.raises(pymtml.MTMLError_InvalidArgument):
        pymtml.nvmlDeviceGetHandleByIndex(2)
