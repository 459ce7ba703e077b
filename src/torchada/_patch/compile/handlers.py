"""Functions that dynamo evaluates while it traces, where it would look for PyTorch's own object."""

import sys
from functools import cache, partial, wraps
from typing import Any

from .._late_modules import when_imported
from .._ledger import Ledger, current
from .._registry import patch_function, requires_import

AREA = "compile"


@patch_function
@requires_import("torch_musa")
def _evaluate_get_device_module():
    """torch.get_device_module() in traced code gives torch.cuda, and breaks no graph."""
    ledger = current()
    actions = {
        "torch._dynamo.trace_rules": partial(_name, ledger),
        "torch._dynamo.variables.torch": partial(_handle, ledger),
    }
    when_imported(ledger, actions, AREA)


def _name(ledger: Ledger, rules: Any) -> None:
    """torch 2.7 looks into the function."""
    name, kind = "torch.get_device_module", rules.TorchInGraphFunctionVariable
    by_name = rules.torch_name_rule_map[-1]
    if name not in by_name:
        target = f"torch._dynamo.trace_rules: {name}"
        ledger.set_item(by_name, name, kind, target=target, area=AREA)


def _handle(ledger: Ledger, module: Any) -> None:
    variable = module.TorchInGraphFunctionVariable
    genuine = variable._get_handlers

    @cache
    @wraps(genuine)
    def _get_handlers():
        return {**genuine(), sys.modules["torch"].get_device_module: _get_device_module}

    ledger.set_attr(variable, "_get_handlers", staticmethod(_get_handlers), area=AREA)


def _get_device_module(self: Any, tx: Any, *args: Any, **kwargs: Any) -> Any:
    from torch._dynamo.variables.base import VariableTracker

    constants = [value.as_python_constant() for value in (*args, *kwargs.values())]
    # Who asks is the code that is traced.
    module = self.value(**dict(zip(kwargs, constants))) if kwargs else self.value(*constants)
    return VariableTracker.build(tx, module, tx.import_source(module.__name__))
