"""Streams and events: what they are called, what they hold, how they compare."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_text_of_streams():
    default = torch.cuda.default_stream()
    assert repr(default) == str(default) == "<torch.cuda.Stream device=cuda:0 cuda_stream=0x0>"
    stream = torch.cuda.Stream()
    assert repr(stream) == f"<torch.cuda.Stream device=cuda:0 cuda_stream={stream.cuda_stream:#x}>"
    external = torch.cuda.ExternalStream(stream.cuda_stream)
    assert repr(external) == repr(stream)


def test_text_of_generic_streams_and_events():
    stream = torch.Stream(device="cuda")
    assert repr(stream).startswith("torch.Stream device_type=cuda, device_index=0, stream_id=")
    assert repr(torch.accelerator.current_stream()).startswith("torch.Stream device_type=cuda, ")
    assert repr(torch.Event("cuda")).startswith("torch.Event device_type=cuda, device_index=")


def test_text_of_events():
    event = torch.cuda.Event()
    assert repr(event) == "<torch.cuda.Event uninitialized>"
    event.record()
    assert repr(event) == f"<torch.cuda.Event {event.cuda_event:#x}>"


def test_attributes_of_a_stream():
    stream = torch.cuda.Stream()
    assert stream.device == torch.device("cuda:0") and stream.device.type == "cuda"
    assert stream.device_index == 0 and isinstance(stream.stream_id, int)
    assert isinstance(stream.cuda_stream, int) and stream.cuda_stream != 0
    assert stream._as_parameter_.value == stream.cuda_stream
    assert stream.priority == 0 and stream.query() is True
    assert torch.cuda.default_stream().cuda_stream == 0
    assert isinstance(stream, torch.Stream) and isinstance(stream, torch.cuda.Stream)


def test_priorities():
    least, greatest = torch.cuda.Stream.priority_range()
    assert least == 0 and greatest <= -1
    assert torch.cuda.Stream(priority=-1).priority == -1
    assert torch.cuda.Stream(priority=0).priority == 0


@pytest.mark.parametrize("device", [None, 0, "cuda", "cuda:0", torch.device("cuda", 0)])
def test_streams_of_a_device_in_every_form(device):
    assert torch.cuda.Stream(device).device == torch.device("cuda:0")
    assert torch.cuda.Stream(device=device, priority=-1).device == torch.device("cuda:0")


def test_equality_and_hash():
    one, other = torch.cuda.Stream(), torch.cuda.Stream()
    assert (
        one == one and one != other and not (one == other) and one != 3 and not (one == None)
    )  # noqa
    same = torch.cuda.Stream(
        stream_id=one.stream_id, device_index=one.device_index, device_type=one.device_type
    )
    assert same == one and hash(same) == hash(one) and same.cuda_stream == one.cuda_stream
    assert {one: "a", other: "b"}[same] == "a"
    assert torch.cuda.current_stream() == torch.cuda.default_stream()


def test_external_streams():
    stream = torch.cuda.Stream()
    for external in (
        torch.cuda.ExternalStream(stream.cuda_stream),
        torch.cuda.ExternalStream(stream.cuda_stream, device="cuda:0"),
        torch.cuda.get_stream_from_external(stream.cuda_stream, 0),
    ):
        assert external.cuda_stream == stream.cuda_stream and external.device == stream.device
        with torch.cuda.stream(external):
            assert torch.cuda.current_stream().cuda_stream == stream.cuda_stream
            x = torch.ones(2, device="cuda") + 1
        external.synchronize()
        assert x.tolist() == [2.0, 2.0]


@pytest.mark.torch_from(2, 13)
def test_stream_protocol():
    stream = torch.cuda.Stream()
    assert stream.__cuda_stream__() == (0, stream.cuda_stream)


def test_generic_streams_work_with_cuda():
    stream = torch.Stream(device="cuda")
    assert stream.device == torch.device("cuda:0") and stream.query() is True
    event = stream.record_event()
    stream.wait_event(event)
    event.synchronize()
    assert event.query() is True and event.device.type == "cuda"
    torch.accelerator.set_stream(stream)
    try:
        assert torch.accelerator.current_stream() == stream
        assert torch.cuda.current_stream().stream_id == stream.stream_id
    finally:
        torch.accelerator.set_stream(torch.cuda.default_stream())


def test_current_stream_of_a_device_in_every_form():
    for device in (None, 0, "cuda", "cuda:0", torch.device("cuda")):
        assert torch.cuda.current_stream(device) == torch.cuda.default_stream(device)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        assert torch.cuda.current_stream() == stream
    with torch.cuda.stream(None):
        assert torch.cuda.current_stream() == torch.cuda.default_stream()
    torch.cuda.set_stream(stream)
    assert torch.cuda.current_stream() == stream
    torch.cuda.set_stream(torch.cuda.default_stream())


def test_blocks_tell_a_replaced_set_stream(monkeypatch):
    """Serving engines follow the current stream so."""
    default, stream, told = torch.cuda.current_stream(), torch.cuda.Stream(), []
    genuine = torch.cuda.set_stream

    def set_stream(stream):
        told.append(stream)
        genuine(stream)

    monkeypatch.setattr(torch.cuda, "set_stream", set_stream)
    with torch.cuda.stream(stream):
        assert told == [stream] and torch.cuda.current_stream() == stream
    assert told == [stream, default] and torch.cuda.current_stream() == default


def test_attributes_of_an_event():
    event = torch.cuda.Event()
    assert event.cuda_event == 0 and event.device is None and event.query() is True
    event.record()
    event.synchronize()
    assert event.cuda_event != 0 and event.device == torch.device("cuda:0")
    assert event._as_parameter_.value == event.cuda_event
    assert isinstance(event, torch.Event)
    event.record(torch.cuda.Stream())
    assert event.wait() is None and event.wait(torch.cuda.Stream()) is None


def test_time_between_events():
    start, end = (torch.cuda.Event(enable_timing=True, blocking=True) for _ in range(2))
    start.record()
    torch.cuda._sleep(1_000_000)
    end.record()
    end.synchronize()
    assert start.elapsed_time(end) > 0
    with pytest.raises((RuntimeError, ValueError)):
        torch.cuda.Event().elapsed_time(end)


def test_stream_methods_return_what_they_should():
    stream, event = torch.cuda.Stream(), torch.cuda.Event()
    assert stream.record_event(event) is event
    assert type(stream.record_event()) is torch.cuda.Event
    assert stream.wait_event(event) is None and stream.synchronize() is None
    assert stream.wait_stream(torch.cuda.current_stream()) is None


def test_ipc_handles():
    handle = torch.cuda.Event(interprocess=True).ipc_handle()
    assert isinstance(handle, bytes) and len(handle) == 64
    with pytest.raises(RuntimeError):
        torch.cuda.Event(interprocess=False).ipc_handle()


def test_every_argument_of_an_event():
    assert torch.cuda.Event(True, False, False).query() is True
    internal = torch.cuda.Event(enable_timing=True, blocking=True, interprocess=False)
    internal.record()
    internal.synchronize()

    class Mark(torch.cuda.Event):
        pass

    assert isinstance(Mark(enable_timing=True), torch.Event)
