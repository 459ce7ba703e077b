"""The layers of torch_musa over its native module."""

from torch_musa import _MUSAC

__all__ = ["current_blas_handle", "current_blaslt_handle"]


def current_blas_handle():
    """This thread's handle of muBLAS for the current device and its current stream, as a number."""
    _initialize()
    return _MUSAC._musa_getCurrentBlasHandle()


def current_blaslt_handle():
    """This thread's handle of muBLASLt for the current device, as a number."""
    _initialize()
    return _MUSAC._musa_getCurrentBlasLtHandle()


def _initialize():
    from ._lazy_init import _lazy_init

    _lazy_init()
