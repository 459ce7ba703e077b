"""DeviceMesh: its device type is "cuda" for users, in pickles too, and "musa" for PyTorch."""

import sys
from functools import wraps
from typing import Any

from .._views import as_user
from .words import AREA, attribute, here, shown, telling

_MODULE = "torch.distributed.device_mesh"
# PyTorch 2.13 keeps the device type in the private one; PyTorch 2.7 has a plain attribute.
_PRIVATE, _PUBLIC = "_device_type", "device_type"


def patch(ledger: Any) -> None:
    """Patches the methods that make, show and pickle a mesh."""
    mesh = sys.modules[_MODULE].DeviceMesh
    key = _PRIVATE if _PUBLIC in vars(mesh) else _PUBLIC
    ledger.set_attr(mesh, "__init__", telling(_init(mesh.__init__)), area=AREA)
    ledger.set_attr(mesh, _PUBLIC, attribute(key), area=AREA)
    ledger.set_attr(mesh, "__repr__", as_user(mesh.__repr__, ledger, AREA), area=AREA)
    ledger.set_attr(mesh, "__getstate__", _getstate(vars(mesh).get("__getstate__"), key), area=AREA)
    ledger.set_attr(mesh, "__setstate__", _setstate(vars(mesh).get("__setstate__"), key), area=AREA)


def _init(init):
    @wraps(init)
    def translated(self, device_type, *args, **kwargs):
        override = kwargs.get("backend_override")
        if override is not None:
            kwargs["backend_override"] = tuple((here(name), opts) for name, opts in override)
        init(self, here(device_type), *args, **kwargs)

    return translated


def _getstate(getstate, key):
    def __getstate__(self):
        state = getstate(self) if getstate else vars(self).copy()
        return {**state, key: shown(state[key])}

    return __getstate__


def _setstate(setstate, key):
    def __setstate__(self, state):
        state = {**state, key: here(state[key])}
        if setstate:
            setstate(self, state)
        else:
            vars(self).update(state)

    return __setstate__
