"""Streams and events."""

import ctypes
from typing import Any, Optional

import torch_musa
from torch_musa import _MUSAC

from ._lazy_init import _lazy_init
from ._utils import DeviceUnion as _device_t
from ._utils import _get_musa_device_index


class Stream(_MUSAC._MusaStreamBase):
    """A queue of work on one device, independent of the device's other streams.

    device is the current device by default. A stream with a lower priority number is more urgent.
    """

    def __new__(cls, device=None, priority=0, **kwargs):
        # Given all its parts, a stream is rebuilt, not created: the device is among the parts.
        if device is None or ("stream_id" in kwargs and "device_index" in kwargs):
            return super().__new__(cls, priority=priority, **kwargs)
        with torch_musa.device(device):
            return super().__new__(cls, priority=priority, **kwargs)

    def wait_event(self, event):
        """Let work that is queued from now on wait until the event has happened."""
        event.wait(self)

    def wait_stream(self, stream):
        """Let work that is queued from now on wait for the work now queued on the other stream."""
        self.wait_event(stream.record_event())

    def record_event(self, event=None):
        """Record an event on this stream (a new one by default) and return it."""
        if event is None:
            event = Event()
        event.record(self)
        return event

    # This method and the next only call the native ones, here and in Event. They are in Python in the
    # real package as well, where programs wrap them in the class and read their signatures.
    def query(self):
        """True if all queued work is done."""
        return super().query()

    def synchronize(self):
        """Wait until all queued work is done."""
        super().synchronize()

    @property
    def _as_parameter_(self):
        return ctypes.c_void_p(self.musa_stream)

    def __eq__(self, other):
        return isinstance(other, Stream) and super().__eq__(other)

    def __hash__(self):
        return hash((self.musa_stream, self.device))

    def __repr__(self):
        return f"<torch.musa.Stream device={self.device} musa_stream={self.musa_stream:#x}>"


class ExternalStream(Stream):
    """A stream object for the handle of a stream that another library creates and destroys."""

    def __new__(cls, stream_ptr, device=None, **kwargs):
        with torch_musa.device(device):
            return super().__new__(cls, stream_ptr=stream_ptr, **kwargs)


class Event(_MUSAC._MusaEventBase):
    """An event: a mark in a stream that other streams can wait for and that measures time."""

    def __new__(cls, enable_timing=False, blocking=False, interprocess=False):
        return super().__new__(
            cls, enable_timing=enable_timing, blocking=blocking, interprocess=interprocess
        )

    @classmethod
    def from_ipc_handle(cls, device, handle):
        """Open an event of another process by the bytes of its handle."""
        return super().from_ipc_handle(device, handle)

    def record(self, stream=None):
        """Record the event after all work now queued on a stream (default: the current one)."""
        super().record(torch_musa.current_stream() if stream is None else stream)

    def wait(self, stream=None):
        """Let a stream (default: the current one) wait for the event."""
        super().wait(torch_musa.current_stream() if stream is None else stream)

    def query(self):
        """True if the event has happened, or was never recorded."""
        return super().query()

    def elapsed_time(self, end_event):
        """The milliseconds from this event to another one; both need enable_timing=True."""
        return super().elapsed_time(end_event)

    def synchronize(self):
        """Wait until the event has happened."""
        super().synchronize()

    def ipc_handle(self):
        """The handle, as bytes, by which another process can open this event (interprocess=True)."""
        return super().ipc_handle()

    @property
    def _as_parameter_(self):
        return ctypes.c_void_p(self.musa_event)

    def __repr__(self):
        if not self.musa_event:
            return "<torch.musa.Event uninitialized>"
        return f"<torch.musa.Event {self.musa_event:#x}>"


class StreamContext:
    """Makes a stream, and its device, current inside the block; None changes nothing."""

    cur_stream: Optional["Stream"]

    def __init__(self, stream: Optional["Stream"]):
        self.stream = stream
        self.src_prev_stream = None
        self.dst_prev_stream = None

    def __enter__(self):
        if self.stream is None:
            return
        self.src_prev_stream = current_stream()
        if self.src_prev_stream.device != self.stream.device:
            self.dst_prev_stream = current_stream(self.stream.device)
        set_stream(self.stream)

    def __exit__(self, type: Any, value: Any, traceback: Any):
        if self.stream is None:
            return
        # The other device's own current stream first: setting a stream sets the device too.
        if self.dst_prev_stream is not None:
            set_stream(self.dst_prev_stream)
        set_stream(self.src_prev_stream)


def stream(stream: Optional["Stream"]) -> StreamContext:
    """A context in which this stream is current."""
    return StreamContext(stream)


def set_stream(stream: Stream):
    """Make a stream and its device current; None changes nothing."""
    if stream is not None:
        _set_stream_by_id(stream.stream_id, stream.device_index, stream.device_type)


def _set_stream_by_id(stream_id, device_index, device_type):
    """Make the stream with these parts current."""
    _lazy_init()
    _MUSAC._musa_setStream(stream_id=stream_id, device_index=device_index, device_type=device_type)


def current_stream(device: Optional[_device_t] = None) -> Stream:
    """The current stream of a device."""
    _lazy_init()
    return _from_parts(_MUSAC._musa_getCurrentStream(_get_musa_device_index(device)))


def default_stream(device: Optional[_device_t] = None) -> Stream:
    """The stream that a device starts with."""
    _lazy_init()
    return _from_parts(_MUSAC._musa_getDefaultStream(_get_musa_device_index(device)))


def _from_parts(parts) -> Stream:
    # Positional, past Stream.__new__: current_stream() is called often.
    return _MUSAC._MusaStreamBase.__new__(Stream, 0, *parts)
