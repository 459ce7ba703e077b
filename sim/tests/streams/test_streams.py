"""Streams and events."""

import pytest
import torch
import torch_musa


def test_streams_of_a_device():
    stream = torch_musa.Stream()
    assert stream.device == torch.device("musa:0")
    assert stream != torch_musa.default_stream()
    assert stream == stream and hash(stream) == hash(stream)
    assert isinstance(stream, torch.Stream)
    assert "musa:0" in repr(stream)


def test_stream_of_another_device(second_device):
    stream = torch_musa.Stream(device=second_device)
    assert stream.device.index == second_device
    assert torch_musa.current_device() == 0
    assert torch_musa.current_stream(second_device).device.index == second_device


def test_stream_context():
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        assert torch_musa.current_stream() == stream
        with torch_musa.stream(None):
            assert torch_musa.current_stream() == stream
    assert torch_musa.current_stream() == torch_musa.default_stream()


def test_stream_context_of_another_device(second_device):
    stream = torch_musa.Stream(device=second_device)
    with torch_musa.stream(stream):
        assert torch_musa.current_device() == second_device
        assert torch_musa.current_stream() == stream
    assert torch_musa.current_device() == 0
    other = torch_musa.current_stream(second_device)
    assert other == torch_musa.default_stream(second_device)


def test_set_stream():
    stream = torch_musa.Stream(priority=-1)
    torch_musa.set_stream(stream)
    try:
        assert torch_musa.current_stream() == stream
        torch_musa.set_stream(None)
        assert torch_musa.current_stream() == stream
    finally:
        torch_musa.set_stream(torch_musa.default_stream())


def test_external_stream():
    stream = torch_musa.Stream()
    external = torch_musa.ExternalStream(stream.musa_stream)
    assert external.musa_stream == stream.musa_stream


def test_stream_of_its_parts():
    stream = torch_musa.Stream()
    parts = dict(
        stream_id=stream.stream_id,
        device_index=stream.device_index,
        device_type=stream.device_type,
    )
    assert torch_musa.Stream(**parts) == stream


def test_work_on_a_stream():
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        total = torch.ones(1000, device="musa").sum()
    event = stream.record_event()
    torch_musa.current_stream().wait_event(event)
    torch_musa.current_stream().wait_stream(stream)
    stream.synchronize()
    assert stream.query() and event.query()
    assert total.item() == 1000


def test_event_measures_time():
    start, end = (torch_musa.Event(enable_timing=True) for _ in range(2))
    start.record()
    torch_musa._sleep(2_000_000)  # a cycle is a nanosecond
    end.record()
    end.synchronize()
    assert start.elapsed_time(end) >= 2.0  # milliseconds
    assert end.elapsed_time(start) <= -2.0
    assert start.device == torch.device("musa:0")


def test_event_without_timing_refuses_to_measure():
    start, end = torch_musa.Event(), torch_musa.Event()
    start.record()
    end.record()
    with pytest.raises(ValueError, match="enable_timing=True"):
        start.elapsed_time(end)


def test_event_that_was_never_recorded():
    event = torch_musa.Event()
    assert event.query()
    assert repr(event) == "<torch.musa.Event uninitialized>"
    event.record()
    assert repr(event).startswith("<torch.musa.Event 0x")


def test_handles_for_ctypes():
    stream, event = torch_musa.Stream(), torch_musa.Event()
    event.record(stream)
    assert stream._as_parameter_.value == stream.musa_stream
    assert event._as_parameter_.value == event.musa_event
