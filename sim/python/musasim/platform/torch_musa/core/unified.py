"""Unified memory: addresses that host and devices use alike."""

import contextlib
import os

from torch_musa import _MUSAC

from ._lazy_init import _lazy_init


def parseEnvForUMM():
    """Let all CPU memory be unified memory where PYTORCH_MUSA_ALLOC_CONF says cpu:unified.

    Sets CPU_UNIFIED_FLAG, by which others see it.
    """
    settings = os.environ.get("PYTORCH_MUSA_ALLOC_CONF", "").replace(" ", "")
    wanted = "cpu:unified" in settings.split(",") and _MUSAC._musa_getDeviceCount() > 0
    os.environ["CPU_UNIFIED_FLAG"] = str(wanted)
    if wanted:
        _MUSAC._musa_register_unified_cpu_allocator()


@contextlib.contextmanager
def use_unified_cpu_allocator():
    """CPU tensors made within lie in unified memory: their storages can change device by
    edit_device, without a copy."""
    _lazy_init()
    before = os.environ.get("CPU_UNIFIED_FLAG", "False")
    os.environ["CPU_UNIFIED_FLAG"] = "True"
    _MUSAC._musa_register_unified_cpu_allocator()
    try:
        yield
    finally:
        _MUSAC._musa_reset_unified_cpu_allocator()
        os.environ["CPU_UNIFIED_FLAG"] = before
