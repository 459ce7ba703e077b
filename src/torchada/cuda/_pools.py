"""torch.cuda.MemPool and use_mem_pool: torch_musa's pools, with users counted as on CUDA.

The allocator counts a pool's users, and takes its memory back when nobody is left. The pool object
is one of them, each use_mem_pool another. torch_musa 2.7.1 itself counts neither as CUDA does; later versions
do, and their pools have options of CUDA's.
"""

import collections
import contextlib
import inspect
import sys
import threading
import weakref

import torch
import torch_musa
from torch_musa import _MUSAC

from .._errors import UnsupportedError

_OPTIONS = frozenset(inspect.signature(torch_musa.MemPool.__init__).parameters)
# Versions whose pools have options count the users as CUDA does.
_COUNTS = "use_on_oom" in _OPTIONS
# By the pool's id. A pool may be collected, by whatever thread, while its lock is held.
_users: "collections.Counter[tuple[int, int]]" = collections.Counter()
_lock = threading.RLock()


class MemPool(torch_musa.MemPool):
    """A private pool of memory on the current device, for use_mem_pool().

    allocator is the result of torch.cuda.memory.CUDAPluggableAllocator.allocator(); by default the
    pool takes its memory from the caching allocator. Options that torch_musa's pools lack raise
    UnsupportedError.
    """

    def __init__(self, allocator=None, use_on_oom=False, no_split=False, symmetric=False):
        options = {"use_on_oom": use_on_oom, "no_split": no_split, "symmetric": symmetric}
        asked = {name: value for name, value in options.items() if value}
        unknown = [f"{name}=True" for name in asked if name not in _OPTIONS]
        if unknown:
            raise UnsupportedError.of(
                f"torch.cuda.MemPool({', '.join(unknown)})",
                "torch_musa's pools have no such option",
                "make the pool without this option",
            )
        torch_musa._lazy_init()
        super().__init__(allocator, **asked)
        if not _COUNTS:
            self._count()

    def _count(self):
        device, pool_id = torch_musa.current_device(), self.id
        # The allocator takes a user only where an allocation into the pool begins.
        _begin(device, pool_id)
        _MUSAC._musa_endAllocateCurrentStreamToPool(device, pool_id)
        weakref.finalize(self, _release, device, pool_id).atexit = False

    def use_count(self):
        """The number of users of the pool: this object, and each use_mem_pool() block."""
        return super().use_count() if _COUNTS else _users[self.id]

    def snapshot(self, include_traces=True):
        """The pool's segments, as torch.cuda.memory_snapshot() gives them."""
        segments = torch_musa.memory_snapshot()
        return [part for part in segments if tuple(part["segment_pool_id"]) == tuple(self.id)]


@contextlib.contextmanager
def use_mem_pool(pool, device=None):
    """A block that allocates memory of the device from the pool.

    The block is of all threads with torch_musa 2.7.1, and of this thread with later versions.
    """
    device = torch.cuda._get_device_index(device, optional=True)
    with (torch_musa.use_mem_pool if _COUNTS else _use_counted)(pool, device):
        yield


@contextlib.contextmanager
def _use_counted(pool, device):
    # With it torch_musa finds the pool's own allocator.
    context = torch_musa.MemPoolContext(pool)
    _begin(device, pool.id)
    try:
        yield
    finally:
        _MUSAC._musa_endAllocateCurrentStreamToPool(device, pool.id)
        _release(device, pool.id)
        del context


def _begin(device, pool_id):
    _MUSAC._musa_beginAllocateToPool(device, pool_id)
    with _lock:
        _users[pool_id] += 1


def _release(device, pool_id):
    with _lock:
        _users[pool_id] -= 1
        if not _users[pool_id]:
            del _users[pool_id]
    if not sys.is_finalizing():
        _MUSAC._musa_releasePool(device, pool_id)
