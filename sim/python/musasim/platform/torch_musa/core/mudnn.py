"""torch.backends.mudnn: the version of the neural network library and its TF32 switch."""

import contextlib
import sys

from torch.backends import PropModule
from torch_musa import _MUSAC


def version():
    """The version of muDNN as a number."""
    return _MUSAC._mudnn_version()


def set_flags(_allow_tf32: bool):
    """Allow or forbid TF32; returns the previous flags."""
    previous = (_MUSAC._get_allow_tf32(),)
    _MUSAC._set_allow_tf32(_allow_tf32)
    return previous


@contextlib.contextmanager
def flags(allow_tf32=True):
    """Allow or forbid TF32 inside the block."""
    previous = set_flags(allow_tf32)
    try:
        yield
    finally:
        set_flags(*previous)


class MudnnModule(PropModule):
    """This module, with allow_tf32 as an attribute that can be set."""

    __all__ = ["allow_tf32", "flags", "set_flags", "version"]

    @property
    def allow_tf32(self):
        """True if convolutions and matrix products may use TF32."""
        return _MUSAC._get_allow_tf32()

    @allow_tf32.setter
    def allow_tf32(self, value):
        _MUSAC._set_allow_tf32(value)


sys.modules[__name__] = MudnnModule(sys.modules[__name__], __name__)
