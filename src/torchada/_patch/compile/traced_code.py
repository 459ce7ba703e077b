"""Answers while torch.compile traces are for the code that is traced, not for dynamo, which evaluates it.

Dynamo reads attributes of devices and calls functions of constants itself. core/perspective knows
which of its modules do so for traced code; this tells which code that is.
"""

import sys
from functools import partial
from typing import Any

from .._ledger import Ledger

AREA = "compile"


def answer_as_the_code_that_is_traced(ledger: Ledger, module: Any) -> None:
    """From torch._dynamo.symbolic_convert on: nothing is traced without it."""
    from ... import _core

    ask = _core.ask_for_traced_code
    target = "core: the code that torch.compile traces"
    ledger.call(partial(ask, traced_globals), partial(ask, None), target, AREA)


def is_native() -> bool:
    """Whether the code that is traced is PyTorch's, or another's that speaks MUSA itself."""
    from ... import _core

    name = (traced_globals() or {}).get("__name__")
    return isinstance(name, str) and _core.is_native_module(name)


def traced_globals() -> Any:
    """The globals of the function that dynamo traces in this thread, the innermost; None without."""
    dynamo = sys.modules.get("torch._dynamo.symbolic_convert")
    outermost = getattr(getattr(dynamo, "tls", None), "current_tx", None)
    output = getattr(outermost, "output", None)
    return getattr(output.current_tx, "f_globals", None) if output is not None else None
