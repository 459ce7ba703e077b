"""Guards of traced code: an attribute of a device is guarded by the device alone.

torch 2.7 guards the attribute as well, and a guard is checked before the compiled code runs: whoever
calls it would be the one who asks.
"""

from functools import wraps
from typing import Any

from .._ledger import Ledger

AREA = "compile"


def guard_devices_alone(ledger: Ledger, module: Any) -> None:
    """In torch._dynamo.variables.constant."""
    import torch

    variable = module.ConstantVariable
    genuine = variable.var_getattr

    @wraps(genuine)
    def var_getattr(self, tx, name):
        if type(self.value) is torch.device and self.source is not None:
            # Nothing is guarded of what comes from nowhere.
            self = variable.create(self.value)
        return genuine(self, tx, name)

    ledger.set_attr(variable, "var_getattr", var_getattr, area=AREA)
