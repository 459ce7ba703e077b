"""Allocators of the user, and private memory pools."""

import contextlib
import ctypes
from typing import Optional, Tuple, Union

import torch
from torch.types import Device
from torch_musa import _MUSAC

from ._lazy_init import _lazy_init
from ._utils import _get_musa_device_index


class _MUSAAllocator:
    """Something that the memory of tensors can come from."""

    def __init__(self, allocator: _MUSAC._musa_MUSAAllocator):
        self._allocator = allocator

    def allocator(self):
        """The native object."""
        return self._allocator


class MUSAPluggableAllocator(_MUSAAllocator):
    """Functions of a shared library: void* alloc(ssize_t size, int device, musaStream_t stream) and
    void free(void* pointer, ssize_t size, int device, musaStream_t stream), both extern "C"."""

    def __init__(self, path_to_so_file: str, alloc_fn_name: str, free_fn_name: str):
        library = ctypes.CDLL(path_to_so_file)
        addresses = [
            ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            for name in (alloc_fn_name, free_fn_name)
        ]
        super().__init__(_MUSAC._musa_customAllocator(*addresses))


def change_current_allocator(allocator: _MUSAAllocator) -> None:
    """Take all device memory from this allocator; raises once memory was allocated."""
    _MUSAC._musa_changeCurrentAllocator(allocator.allocator())


def _get_current_allocator() -> _MUSAAllocator:
    """The allocator that device memory comes from now."""
    return _MUSAAllocator(_MUSAC._musa_getAllocator())


# Allocations of the calling thread since torch_musa 2.9, of all threads before.
_begin_allocation = (
    _MUSAC._musa_beginAllocateCurrentThreadToPool
    if torch.__version__ >= (2, 9)
    else _MUSAC._musa_beginAllocateToPool
)


def _make_pool(pool, allocator, use_on_oom=False, no_split=False):
    _lazy_init()
    _MUSAC._MemPool.__init__(pool, allocator, True, use_on_oom, no_split)


def _make_2_7(self, allocator: Optional[_MUSAC._musa_MUSAAllocator] = None):
    _make_pool(self, allocator)


def _make_2_9(
    self, allocator: Optional[_MUSAC._musa_MUSAAllocator] = None, use_on_oom: bool = False
):
    _make_pool(self, allocator, use_on_oom)


def _make_2_11(
    self,
    allocator: Optional[_MUSAC._musa_MUSAAllocator] = None,
    use_on_oom: bool = False,
    no_split: bool = False,
):
    _make_pool(self, allocator, use_on_oom, no_split)


def _maker_of_pools(version):
    """MemPool.__init__ with the options that torch_musa's has for this version of torch."""
    if version >= (2, 11):
        return _make_2_11
    return _make_2_9 if version >= (2, 9) else _make_2_7


class MemPool(_MUSAC._MemPool):
    """A private pool of memory on the current device, for use_mem_pool().

    The pool takes its memory from the allocator, by default from the caching allocator. With
    use_on_oom (since torch_musa 2.9), requests outside of the pool get its free memory before they
    fail; with no_split (since 2.11), each block is a segment of its own.
    """

    __init__ = _maker_of_pools(torch.__version__)

    @property
    def id(self) -> Tuple[int, int]:
        """The id of the pool, a tuple of two numbers."""
        return super().id

    @property
    def allocator(self) -> Optional[_MUSAC._musa_MUSAAllocator]:
        """The allocator that the pool was made with."""
        return super().allocator

    def use_count(self) -> int:
        """The number of users of the pool: this object, and each graph and use_mem_pool() block."""
        return super().use_count()

    def snapshot(self):
        """The pool's segments, as memory_snapshot() returns them."""
        segments = _MUSAC._musa_memorySnapshot()["segments"]
        return [segment for segment in segments if segment["segment_pool_id"] == self.id]


class MemPoolContext(_MUSAC._MemPoolContext):
    """Makes a pool the thread's active pool for as long as this object lives."""

    def __init__(self, pool: MemPool):
        super().__init__(pool)

    @staticmethod
    def active_pool() -> Optional[_MUSAC._MemPool]:
        """The thread's active pool."""
        return _MUSAC._MemPoolContext.active_pool()


@contextlib.contextmanager
def use_mem_pool(pool: MemPool, device: Union[Device, int] = None):
    """A block in which memory of the device is allocated from the pool."""
    index = _get_musa_device_index(device) if device is not None else torch.musa.current_device()
    context = MemPoolContext(pool)
    _begin_allocation(index, pool.id)
    try:
        yield
    finally:
        _MUSAC._musa_endAllocateCurrentStreamToPool(index, pool.id)
        _MUSAC._musa_releasePool(index, pool.id)
        del context
