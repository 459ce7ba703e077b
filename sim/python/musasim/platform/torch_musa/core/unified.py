"""Unified memory: memory that the host and the devices use at the same addresses."""

import contextlib
import os

from torch_musa import _MUSAC

from ._lazy_init import _lazy_init


def parseEnvForUMM():
    """Allocate all CPU memory as unified memory if PYTORCH_MUSA_ALLOC_CONF says cpu:unified.

    Sets CPU_UNIFIED_FLAG, so that other code can see that.
    """
    settings = os.environ.get("PYTORCH_MUSA_ALLOC_CONF", "").replace(" ", "")
    wanted = "cpu:unified" in settings.split(",") and _MUSAC._musa_getDeviceCount() > 0
    os.environ["CPU_UNIFIED_FLAG"] = str(wanted)
    if wanted:
        _MUSAC._musa_register_unified_cpu_allocator()


@contextlib.contextmanager
def use_unified_cpu_allocator():
    """A block in which CPU tensors are made in unified memory.

    The storage of such a tensor can change its device with edit_device(), without a copy.
    """
    _lazy_init()
    before = os.environ.get("CPU_UNIFIED_FLAG", "False")
    os.environ["CPU_UNIFIED_FLAG"] = "True"
    _MUSAC._musa_register_unified_cpu_allocator()
    try:
        yield
    finally:
        _MUSAC._musa_reset_unified_cpu_allocator()
        os.environ["CPU_UNIFIED_FLAG"] = before
