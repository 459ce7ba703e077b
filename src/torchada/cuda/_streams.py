"""Streams: their context, external streams, their protocol, and the debug mode of synchronisation."""

from typing import Any

import torch
import torch_musa
from torch_musa import _MUSAC

from .._errors import UnsupportedError
from ._once import say_once

_EventBase = _MUSAC._MusaEventBase

# torch.cuda.green_contexts asks this of the build; MUSA's hardware has no such contexts.
HAS_GREEN_CONTEXTS = False


class StreamContext(torch_musa.StreamContext):
    """Makes a stream current inside a block; None changes nothing.

    It calls torch.cuda.set_stream(), so that programs can replace that function. The end of the block calls the function
    of its start: unpatch() inside the block puts PyTorch's own back, which has no CUDA to call.
    """

    def __enter__(self):
        stream = self.stream
        if stream is None:
            return
        cuda = torch.cuda
        self.set_stream = set_stream = cuda.set_stream
        self.src_prev_stream = previous = cuda.current_stream()
        elsewhere = previous.device_index != stream.device_index
        self.dst_prev_stream = cuda.current_stream(stream.device) if elsewhere else None
        set_stream(stream)

    def __exit__(self, type, value, traceback):
        if self.stream is None:
            return
        # The other device's own stream first: setting a stream sets the device too.
        if self.dst_prev_stream is not None:
            self.set_stream(self.dst_prev_stream)
        self.set_stream(self.src_prev_stream)


def stream(stream):
    """A context in which this stream is current."""
    return StreamContext(stream)


def new_event(cls, enable_timing=False, blocking=False, interprocess=False, external=False):
    """Make an event; `external`, which torch_musa's events lack, raises UnsupportedError."""
    if external:
        raise UnsupportedError.of(
            "torch.cuda.Event(external=True)",
            "torch_musa's events cannot be nodes of a graph",
            "capture two graphs and record the event between them",
        )
    return _EventBase.__new__(
        cls, enable_timing=enable_timing, blocking=blocking, interprocess=interprocess
    )


def get_stream_from_external(data_ptr, device=None):
    """A stream object for a stream that another library created."""
    return torch_musa.ExternalStream(data_ptr, device)


_SYNC_DEBUG_MODES = {"default": 0, "warn": 1, "error": 2}
_sync_debug_mode: Any = 0


def get_sync_debug_mode():
    """The mode that was set, as a number; 0 is the default."""
    return _sync_debug_mode


def set_sync_debug_mode(debug_mode):
    """Keep the mode; print once that it has no effect, for other modes than the default."""
    global _sync_debug_mode
    mode = _SYNC_DEBUG_MODES.get(debug_mode) if isinstance(debug_mode, str) else debug_mode
    if mode not in _SYNC_DEBUG_MODES.values():
        raise RuntimeError(
            "invalid value of debug_mode, expected one of `default`, `warn`, `error`"
        )
    _sync_debug_mode = mode
    if mode:
        say_once(
            "torch.cuda.set_sync_debug_mode() has no effect on MUSA: torch_musa does not report "
            "synchronising operations; look for them with torch.profiler"
        )


def stream_from_external(pointer, device_index):
    """(id, device index, device type) of a stream that another library created."""
    stream = torch_musa.ExternalStream(pointer, torch.device("musa", device_index))
    return (stream.stream_id, stream.device_index, stream.device_type)


def cuda_stream_protocol(stream):
    """The result of Stream.__cuda_stream__(): the protocol's version and the stream's handle."""
    return (0, stream.musa_stream)
