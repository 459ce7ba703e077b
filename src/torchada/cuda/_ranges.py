"""torch.cuda.nvtx without a range library: ranges nest and count as NVTX's do, nothing records them."""

import itertools
import threading
from contextlib import contextmanager


class _Depth(threading.local):
    """NVTX keeps one stack of ranges a thread."""

    value = 0


_depth = _Depth()
_handles = itertools.count(1)


def _check_text(msg):
    if not isinstance(msg, (str, bytes)):
        raise TypeError(f"the message of a range is a str, not {type(msg).__name__}")


def _check_handle(handle):
    if not isinstance(handle, int):
        raise TypeError(f"the handle of a range is an int, not {type(handle).__name__}")


def range_push(msg):
    """Open a nested range; returns its zero-based depth."""
    _check_text(msg)
    depth = _depth.value
    _depth.value = depth + 1
    return depth


def range_pop():
    """Close the innermost range; returns its zero-based depth, negative when none is open."""
    if _depth.value == 0:
        return -1
    _depth.value -= 1
    return _depth.value


def range_start(msg):
    """Start a range that may end on another thread; returns its handle."""
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
    """An instantaneous event."""
    _check_text(msg)


@contextmanager
def range(msg, *args, **kwargs):
    """A range around a block; also a decorator."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
