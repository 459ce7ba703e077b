"""The version of MCCL."""

from torch_musa import _MUSAC

__all__ = ["version"]


def version():
    """(major, minor, patch) of the MCCL in use, and its suffix if it has one."""
    number = _MUSAC._mccl_version()
    parts = (number >> 32, number >> 16 & 65535, number & 65535)
    suffix = _MUSAC._mccl_version_suffix().decode("utf-8")
    return parts if suffix == "" else (*parts, suffix)
