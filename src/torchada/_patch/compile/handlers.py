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
def _evaluate_functions_of_two_views():
    """Those are no Python functions, and dynamo would not know how to call them."""
    ledger = current()
    actions = {
        "torch._dynamo.trace_rules": partial(_allow, ledger),
        "torch._dynamo.variables.torch": partial(_handle, ledger),
    }
    when_imported(ledger, actions, AREA)


def _allow(ledger: Ledger, rules: Any) -> None:
    """Calls of them go into the graph, as those of what they replace; dynamo asks by identity."""
    from ... import _core

    allowed = rules._allowed_callable_ids
    for target, _, now in list(ledger.replaced()):
        if type(now) is _core.ByAsker:
            add, remove = partial(allowed.add, id(now)), partial(allowed.remove, id(now))
            ledger.call(add, remove, f"torch._dynamo.trace_rules: {target}", AREA)


def _handle(ledger: Ledger, module: Any) -> None:
    """torch.get_device_module() is evaluated: a graph cannot hold a module."""
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
    # Who asks is the code that is traced: core/perspective/modules.def.
    module = self.value(**dict(zip(kwargs, constants))) if kwargs else self.value(*constants)
    return VariableTracker.build(tx, module, tx.import_source(module.__name__))
