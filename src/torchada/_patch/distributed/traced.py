"""Device meshes in traced code: guards see no asker, so they look at what PyTorch has."""

from functools import wraps
from typing import Any

from ..compile.traced_code import is_native
from .words import AREA, shown

# PyTorch 2.13 keeps the device type of a mesh here.
_KEPT = "_device_type"


def meshes(ledger: Any, module: Any) -> None:
    """mesh.device_type, which dynamo reads and guards."""
    variable = getattr(module, "TorchScriptObjectVariable", None)
    if variable is not None:
        getter = _var_getattr(variable.var_getattr)
        ledger.set_attr(variable, "var_getattr", getter, area=AREA)


def _var_getattr(var_getattr):
    @wraps(var_getattr)
    def translated(self: Any, tx: Any, name: str) -> Any:
        from torch._dynamo.variables import ConstantVariable
        from torch.distributed.device_mesh import DeviceMesh

        if name != "device_type" or not isinstance(self.as_python_constant(), DeviceMesh):
            return var_getattr(self, tx, name)
        kept = var_getattr(self, tx, _KEPT)
        if is_native():
            return kept
        return ConstantVariable.create(shown(kept.as_python_constant()))

    return translated
