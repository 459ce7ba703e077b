"""Calls: streams, events, handles."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_streams_and_contexts():
    stream = torch.cuda.Stream()
    with torch.cuda.StreamContext(stream):
        assert torch.cuda.current_stream() == stream
    torch.cuda._set_stream_by_id(stream.stream_id, stream.device_index, stream.device_type)
    assert torch.cuda.current_stream() == stream
    torch.cuda.set_stream(torch.cuda.default_stream())
    assert torch.cuda.current_stream() == torch.cuda.default_stream()


def test_streams_that_others_made():
    stream = torch.cuda.Stream()
    for same in (
        torch.cuda.ExternalStream(stream.cuda_stream),
        torch.cuda.get_stream_from_external(stream.cuda_stream),
    ):
        assert same.cuda_stream == stream.cuda_stream
        same.synchronize()


def test_events():
    first, second = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    first.record()
    second.record()
    second.synchronize()
    assert first.elapsed_time(second) >= 0


def test_the_blas_handle():
    handle = torch.cuda.current_blas_handle()
    assert isinstance(handle, int) and handle != 0


@pytest.mark.filterwarnings("ignore:Synchronization debug mode is a prototype:UserWarning")
def test_watching_for_synchronising_operations():
    before = torch.cuda.get_sync_debug_mode()
    torch.cuda.set_sync_debug_mode("default")
    assert torch.cuda.get_sync_debug_mode() == before == 0


def test_ranges_on_a_stream():
    handle = torch.cuda.nvtx._device_range_start("step")
    torch.cuda.nvtx._device_range_end(handle)
    torch.cuda.synchronize()
