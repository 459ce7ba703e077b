"""What a device says of itself is guarded by the device.

torch 2.7 guards the attribute as well, and a guard is checked before the compiled code runs: whoever
calls it would be the one who asks.
"""

from functools import partial, wraps
from typing import Any

from .._late_modules import when_imported
from .._ledger import Ledger, current
from .._registry import patch_function, requires_import

AREA = "compile"


@patch_function
@requires_import("torch_musa")
def _guard_devices_alone():
    ledger = current()
    actions = {"torch._dynamo.variables.constant": partial(_forget_sources, ledger)}
    when_imported(ledger, actions, AREA)


def _forget_sources(ledger: Ledger, module: Any) -> None:
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
