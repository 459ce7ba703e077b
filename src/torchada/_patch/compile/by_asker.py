"""Functions that are one for PyTorch and another for users: traced code gets the one it would call."""

from typing import Any

from ... import _core
from .._ledger import Ledger
from .traced_code import is_native

AREA = "compile"


def trace_by_asker(ledger: Ledger, module: Any) -> None:
    """In torch._dynamo.variables.builder."""
    target = "torch._dynamo.variables.builder: functions by asker"
    dispatch = module.VariableBuilder._type_dispatch()
    ledger.set_item(dispatch, _core.ByAsker, _build, target=target, area=AREA)
    target = "torch._dynamo.variables.builder: functions that a trace counts"
    ledger.set_item(dispatch, _core.Traced, _build_counted, target=target, area=AREA)


def _build(builder: Any, value: Any) -> Any:
    from torch._dynamo.source import AttrSource
    from torch._dynamo.variables.torch import TorchInGraphFunctionVariable as InGraph

    if value in InGraph._get_handlers():
        return InGraph.create_with_source(value, source=builder.source)
    which = "__wrapped__" if is_native() else "__users__"
    return type(builder)(builder.tx, AttrSource(builder.source, which))(getattr(value, which))


def _build_counted(builder: Any, value: Any) -> Any:
    """What dynamo would make of the function itself; but calls that it puts into the graph are counted."""
    from torch._dynamo.source import AttrSource
    from torch._dynamo.variables.torch import TorchInGraphFunctionVariable as InGraph

    source = AttrSource(builder.source, "__wrapped__")
    variable = type(builder)(builder.tx, source)(value.__wrapped__)
    if type(variable) is InGraph and variable.value is value.__wrapped__:
        variable.value = value
    return variable
