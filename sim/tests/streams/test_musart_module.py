"""torch_musa._MUSAC._musart, and events that go to another process."""

import ctypes

import pytest
import torch
import torch_musa

musart = torch_musa.musart()


def test_error_strings_are_the_runtimes():
    assert musart.musaGetErrorString(0) == "no error"
    assert musart.musaGetErrorString(2) == "out of memory"
    assert musart.musaGetErrorString(700) == "an illegal memory access was encountered"
    assert musart.musaGetErrorString(-5) == "unrecognized error code"


def test_host_memory_can_be_registered():
    torch.empty(1, device="musa")  # before the first use torch finds no memory pinned
    x = torch.ones(5000)
    assert not x.is_pinned()
    size = x.numel() * x.element_size()
    assert int(musart.musaHostRegister(x.data_ptr(), size, 0)) == 0
    assert x.is_pinned()
    assert int(musart.musaHostRegister(x.data_ptr(), size, 0)) == 712  # already registered
    assert int(musart.musaHostUnregister(x.data_ptr())) == 0
    assert not x.is_pinned()


def test_a_stream_of_the_runtime_becomes_an_external_one():
    handle = ctypes.c_void_p()
    assert int(musart.musaStreamCreate(ctypes.addressof(handle))) == 0
    stream = torch_musa.ExternalStream(handle.value)
    assert stream.musa_stream == handle.value and stream.priority == 0
    with torch_musa.stream(stream):
        torch_musa._sleep(20_000_000)
        event = stream.record_event()
        assert not event.query()
        x = torch.ones(3, device="musa")
        assert event.query()
    stream.synchronize()
    del x, event
    assert int(musart.musaStreamDestroy(handle.value)) == 0
    with pytest.raises(RuntimeError, match="invalid resource handle"):
        stream.synchronize()


def test_memory_info_is_the_devices(second_device):
    free, total = musart.musaMemGetInfo(second_device)
    assert 0 < free <= total == torch_musa.get_device_properties(second_device).total_memory


def test_an_event_of_another_process(run_python):
    code = """
    import sys, torch, torch_musa
    event = torch_musa.Event.from_ipc_handle(torch.device("musa:1"), bytes.fromhex(sys.argv[1]))
    print(event.query(), event.device)
    event.synchronize()
    event.wait(torch_musa.Stream(device=1))
    print(event.query())
    """
    stream = torch_musa.Stream()
    event = torch_musa.Event(interprocess=True)
    handle = event.ipc_handle()
    assert len(handle) == 64 and event.query()
    with torch_musa.stream(stream):
        torch_musa._sleep(200_000_000)
        event.record()
    env = {"MUSASIM": "1", "MUSASIM_DEVICES": "2"}
    lines = run_python(code, handle.hex(), env=env).stdout.splitlines()
    # The other process may have started slowly: it may find the event done already.
    assert lines[0] in ("False musa:1", "True musa:1") and lines[1] == "True"
    assert event.query()


def test_events_that_cannot_go_to_another_process():
    event = torch_musa.Event()
    event.record()
    with pytest.raises(RuntimeError, match="invalid resource handle"):
        event.ipc_handle()
    with pytest.raises(RuntimeError, match="invalid argument"):
        torch_musa.Event(interprocess=True, enable_timing=True).record()
    with pytest.raises(ValueError, match="expected a handle of 64 bytes, got 3"):
        torch_musa.Event.from_ipc_handle(torch.device("musa:0"), b"abc")
    with pytest.raises(ValueError, match="expected a MUSA device, got cpu"):
        torch_musa.Event.from_ipc_handle(torch.device("cpu"), bytes(64))
