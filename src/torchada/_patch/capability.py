"""TORCHADA_DEVICE_CAPABILITY=8.0: what programs that compare with NVIDIA's numbers are told.

An opt-in for programs that cannot be changed. PyTorch's own code, torch_musa's and packages that
know MUSA go on to see the device's own numbers: they choose kernels by them.
"""

import re
import sys
from functools import partial, wraps

from .. import _log, _presence
from .._environment import CAPABILITY
from ._device_names import is_user
from ._late_modules import when_imported
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "capability"


@patch_function
@requires_import("torch_musa")
def _claim_capability():
    if not _presence.setting(CAPABILITY):
        current().skip(AREA, "torch.cuda.get_device_capability", f"{CAPABILITY} is not set")
        return
    import torch

    from .._environment import capability

    if capability.problem():
        _log.warn(capability.problem())
    numbers = capability.claimed()
    if numbers is None:
        current().skip(AREA, "torch.cuda.get_device_capability", capability.problem())
        return
    for name, wrap in (
        ("get_device_capability", _capability),
        ("get_device_properties", _properties),
    ):
        value = wrap(getattr(torch.cuda, name), numbers)
        current().set_attr(torch.cuda, name, value, area=AREA, reason="/".join(map(str, numbers)))
    when_imported(current(), [("torch._dynamo.utils", _show_dynamo)], AREA)


def _show_dynamo(ledger, utils):
    """The properties of a device are a constant in compiled code."""
    kinds = utils.common_constant_types
    add, discard = partial(kinds.add, _Claiming), partial(kinds.discard, _Claiming)
    ledger.call(add, discard, "torch._dynamo.utils.common_constant_types", AREA)


def _capability(genuine, numbers):
    @wraps(genuine)
    def get_device_capability(*args, **kwargs):
        own = genuine(*args, **kwargs)
        return numbers if is_user(sys._getframe(1)) else own

    return get_device_capability


def _properties(genuine, numbers):
    @wraps(genuine)
    def get_device_properties(*args, **kwargs):
        own = genuine(*args, **kwargs)
        return _Claiming(own, *numbers) if is_user(sys._getframe(1)) else own

    return get_device_properties


class _Claiming:
    """The properties of a device but for major and minor."""

    def __init__(self, own, major, minor):
        self._own = own
        self.major = major
        self.minor = minor

    @property  # type: ignore[misc]
    def __class__(self):
        # isinstance() against the genuine class holds.
        return type(self._own)

    def __getattr__(self, name):
        return getattr(self._own, name)

    def __dir__(self):
        return dir(self._own)

    def __repr__(self):
        text = re.sub(r"\bmajor=\d+", f"major={self.major}", repr(self._own))
        return re.sub(r"\bminor=\d+", f"minor={self.minor}", text)
