"""Helpers for tests of programs, as torch_musa has them: builds and tests that depend on the device."""

from torch_musa.core._utils import _get_musa_arch


def get_musa_arch() -> int:
    """The current device's architecture as 21, 22 or 31, or what TORCH_MUSA_ARCH says instead."""
    return _get_musa_arch()
