"""torch.cuda.nvtx without a range library: ranges nest and count as NVTX's do.

PyTorch's profiler records them while it runs, like those of record_function.
"""

import itertools
import threading
from contextlib import contextmanager

from torch.autograd import profiler


class _Ranges(threading.local):
    """NVTX keeps one stack of ranges a thread. Ours holds what the profiler records, or None."""

    def __init__(self):
        self.open = []


_ranges = _Ranges()
_handles = itertools.count(1)


def _check_text(msg):
    if not isinstance(msg, (str, bytes)):
        raise TypeError(f"the message of a range must be a str, not {type(msg).__name__}")


def _check_handle(handle):
    if not isinstance(handle, int):
        raise TypeError(f"the handle of a range must be an int, not {type(handle).__name__}")


def range_push(msg):
    """Open a nested range; returns its zero-based depth."""
    _check_text(msg)
    opened = _ranges.open
    opened.append(_recorded(msg) if profiler._is_profiler_enabled else None)
    return len(opened) - 1


def range_pop():
    """Close the innermost range; returns its zero-based depth, negative when none is open."""
    opened = _ranges.open
    if not opened:
        return -1
    record = opened.pop()
    if record is not None:
        record.__exit__(None, None, None)
    return len(opened)


def _recorded(msg):
    """A range of the profiler that has begun."""
    text = msg.decode(errors="replace") if isinstance(msg, bytes) else msg
    return profiler.record_function(text).__enter__()


def range_start(msg):
    """Start a range that may end on another thread; returns its handle. It is not recorded."""
    _check_text(msg)
    return next(_handles)


def range_end(range_id):
    """End the range of a handle."""
    _check_handle(range_id)


def _device_range_start(msg, stream=0):
    return next(_handles)


def _device_range_end(range_handle, stream=0):
    pass


def mark(msg):
    """Mark a point in time."""
    _check_text(msg)
    if profiler._is_profiler_enabled:
        _recorded(msg).__exit__(None, None, None)


@contextmanager
def range(msg, *args, **kwargs):
    """Open a range around a block; also a decorator."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
