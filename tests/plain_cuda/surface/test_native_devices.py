"""Calls: torch._C's functions of devices, streams, events and handles."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture(autouse=True)
def device_is_initialised():
    torch.cuda.init()


def test_devices():
    torch._C._cuda_setDevice(0)
    assert torch._C._cuda_getDevice() == 0
    assert torch._C._cuda_exchangeDevice(0) == 0
    assert torch._C._cuda_maybeExchangeDevice(-1) == -1
    assert torch._C._cuda_canDeviceAccessPeer(0, 0) is False
    assert torch._C._cuda_isInBadFork() is False
    assert isinstance(torch._C._cuda_getArchFlags(), str)
    assert isinstance(torch._C._cuda_getCompiledVersion(), int)
    assert isinstance(torch.cuda.get_device_properties(0), torch._C._CudaDeviceProperties)


@pytest.mark.filterwarnings("ignore:Synchronization debug mode is a prototype:UserWarning")
def test_waiting():
    torch._C._cuda_sleep(1000)
    torch._C._cuda_synchronize()
    torch._C._cuda_ipc_collect()
    torch._C._cuda_set_sync_debug_mode(0)
    assert torch._C._cuda_get_sync_debug_mode() == 0


def test_a_context_is_there_once_there_is_memory():
    kept = torch.ones(1, device="cuda")
    assert torch._C._cuda_hasPrimaryContext(kept.get_device()) is True
    torch._C._cuda_init()
    assert kept.item() == 1


def test_streams():
    stream = torch.cuda.Stream()
    assert isinstance(stream, torch._C._CudaStreamBase)
    assert isinstance(torch.cuda.Event(), torch._C._CudaEventBase)
    default = torch._C._cuda_getDefaultStream(0)
    assert torch._C._cuda_getCurrentStream(0) == default
    with torch.cuda.stream(stream):
        assert torch._C._cuda_getCurrentRawStream(0) == stream.cuda_stream
        ours = (stream.stream_id, stream.device_index, stream.device_type)
        assert torch._C._cuda_getCurrentStream(0) == ours
    number, index, kind = default
    torch._C._cuda_setStream(stream_id=number, device_index=index, device_type=kind)
    assert torch._C._cuda_getCurrentStream(0) == default
    number, index, kind = torch._C._cuda_getStreamFromExternal(stream.cuda_stream, 0)
    same = torch.cuda.Stream(stream_id=number, device_index=index, device_type=kind)
    assert same.cuda_stream == stream.cuda_stream


def test_handles():
    assert torch._C._cuda_getCurrentBlasHandle() == torch.cuda.current_blas_handle()
    torch._C._cuda_clearCublasWorkspaces()


def test_graphs():
    assert torch._C._cuda_isCurrentStreamCapturing() is False
    assert len(torch._C._graph_pool_handle()) == 2
    assert isinstance(torch.cuda.CUDAGraph(), torch._C._CUDAGraph)
