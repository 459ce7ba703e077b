"""The legacy storage classes (torch.musa.FloatStorage and so on).

torch.storage takes their device from the last part of this module's name: it has to be "musa".
"""

import torch
from torch.storage import _LegacyStorage


class _MusaLegacyStorage(_LegacyStorage):
    @classmethod
    def from_buffer(cls, *args, **kwargs):
        raise RuntimeError("from_buffer: Not available for MUSA storage")

    @classmethod
    def _new_with_weak_ptr(cls, *args, **kwargs):
        raise RuntimeError("_new_with_weak_ptr: Not available for MUSA storage")

    @classmethod
    def _new_shared_filename(cls, manager, obj, size, *, device=None, dtype=None):
        raise RuntimeError("_new_shared_filename: Not available for MUSA storage")


def _storage_class(name, dtype):
    # torch.storage reads _dtype of the class.
    members = {"_dtype": dtype, "dtype": dtype, "__module__": __name__}
    return type(name, (_MusaLegacyStorage,), members)


ByteStorage = _storage_class("ByteStorage", torch.uint8)
DoubleStorage = _storage_class("DoubleStorage", torch.double)
FloatStorage = _storage_class("FloatStorage", torch.float)
HalfStorage = _storage_class("HalfStorage", torch.half)
LongStorage = _storage_class("LongStorage", torch.long)
IntStorage = _storage_class("IntStorage", torch.int)
ShortStorage = _storage_class("ShortStorage", torch.short)
CharStorage = _storage_class("CharStorage", torch.int8)
BoolStorage = _storage_class("BoolStorage", torch.bool)
BFloat16Storage = _storage_class("BFloat16Storage", torch.bfloat16)
