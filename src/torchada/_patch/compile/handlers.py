"""Functions that dynamo evaluates while it traces, where it would look for PyTorch's own object."""

import sys
from functools import cache, partial, wraps
from typing import Any

from .._ledger import Ledger

AREA = "compile"


def allow(ledger: Ledger, rules: Any) -> None:
    """Calls of functions of two views go into the graph, as those of what they replace.

    They are no Python functions, and dynamo asks by identity whether it knows one.
    """
    from ... import _core

    allowed = rules._allowed_callable_ids
    for entry in list(ledger.replaced()):
        if type(entry.now) is _core.ByAsker:
            key = id(entry.now)
            add, remove = partial(allowed.add, key), partial(allowed.remove, key)
            ledger.call(add, remove, f"torch._dynamo.trace_rules: {entry.target}", AREA)


def evaluate(ledger: Ledger, module: Any) -> None:
    """torch.get_device_module() is evaluated: a graph cannot hold a module."""
    variable = module.TorchInGraphFunctionVariable
    genuine = variable._get_handlers

    @cache
    @wraps(genuine)
    def _get_handlers():
        return {**genuine(), sys.modules["torch"].get_device_module: _get_device_module}

    ledger.set_attr(variable, "_get_handlers", staticmethod(_get_handlers), area=AREA)


def answer_is_cuda(ledger: Ledger, module: Any) -> None:
    """x.is_cuda in traced code: dynamo compares the device's type, which says less to partners."""
    variable = module.TensorVariable
    genuine = variable.method_attr_is_cuda

    @wraps(genuine)
    def method_attr_is_cuda(self, tx):
        from torch._dynamo.variables.base import VariableTracker

        example = self.as_proxy().node.meta.get("example_value")
        if example is None:
            return genuine(self, tx)
        # The answer is that for the traced code, as core/perspective/modules.def has it.
        return VariableTracker.build(tx, example.is_cuda)

    ledger.set_attr(variable, "method_attr_is_cuda", method_attr_is_cuda, area=AREA)


def _get_device_module(self: Any, tx: Any, *args: Any, **kwargs: Any) -> Any:
    from torch._dynamo.variables.base import VariableTracker

    constants = [value.as_python_constant() for value in (*args, *kwargs.values())]
    # The answer is that for the traced code, as core/perspective/modules.def has it.
    module = self.value(**dict(zip(kwargs, constants))) if kwargs else self.value(*constants)
    return VariableTracker.build(tx, module, tx.import_source(module.__name__))
