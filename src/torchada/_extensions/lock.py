"""One builder at a time in a folder. The kernel frees the lock of a process that has died."""

import fcntl
import os
import threading
from contextlib import contextmanager
from typing import Iterator, Set

from .. import _log

_held = threading.local()


@contextmanager
def locked(folder: str, what: str) -> Iterator[None]:
    """Hold the folder's lock; wait for it, and say so, while somebody else builds there.

    The same thread may take it again: a build may load another extension from the same folder.
    """
    path = os.path.join(os.path.realpath(folder), ".torchada.lock")
    if path in _paths():
        yield
        return
    os.makedirs(folder, exist_ok=True)
    with open(path, "a", encoding="ascii") as file:
        _take(file, what)
        _paths().add(path)
        try:
            yield
        finally:
            _paths().discard(path)
            # By name, not by closing: a process forked meanwhile has the file open as well.
            fcntl.flock(file, fcntl.LOCK_UN)


def _paths() -> Set[str]:
    if not hasattr(_held, "paths"):
        _held.paths = set()
    return _held.paths


def _take(file, what: str) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _log.say(f"waiting for another process, which is building {what}")
        fcntl.flock(file, fcntl.LOCK_EX)
