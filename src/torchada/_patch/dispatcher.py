"""The dispatcher's keys in questions: a user who asks for "CUDA" is answered for PrivateUse1.

Covers torch._C's functions, key sets and guards, and the Python kernels of operators and of higher
order operators. PyTorch's own code asks for what it names.
"""

import sys
from functools import wraps

from .. import _core
from ._callers import registered_by_user
from ._dispatch_keys import as_users_keys, as_users_text, counterpart
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "dispatcher"

# Functions of torch._C, and which of their arguments are keys or sets of keys.
_QUESTIONS = {
    "_dispatch_get_computed_kernel_for_dispatch_key": (1,),
    "_dispatch_get_registrations_for_dispatch_key": (0,),
    "_dispatch_has_backend_fallback": (0,),
    "_dispatch_has_computed_kernel_for_dispatch_key": (1,),
    "_dispatch_has_kernel_for_any_dispatch_key": (1,),
    "_dispatch_has_kernel_for_dispatch_key": (1,),
    "_dispatch_kernel_for_dispatch_key_is_fallthrough": (1,),
    "_dispatch_print_registrations_for_dispatch_key": (0,),
    "_dispatch_tls_is_dispatch_key_excluded": (0,),
    "_dispatch_tls_is_dispatch_key_included": (0,),
    "_dispatch_tls_set_dispatch_key_excluded": (0,),
    "_dispatch_tls_set_dispatch_key_included": (0,),
    "_ExcludeDispatchKeyGuard": (0,),
    "_ForceDispatchKeyGuard": (0, 1),
    "_IncludeDispatchKeyGuard": (0,),
}
# The same for methods of OpOverload; self is argument 0.
_OPERATORS_QUESTIONS = {
    "has_kernel_for_any_dispatch_key": (1,),
    "has_kernel_for_dispatch_key": (1,),
    "redispatch": (1,),
}
# The name of the argument, for functions that also take it by keyword.
_KEYWORDS = {
    "_dispatch_get_registrations_for_dispatch_key": "dispatch_key",
    "_dispatch_print_registrations_for_dispatch_key": "dispatch_key",
    "has_kernel_for_any_dispatch_key": "ks",
    "has_kernel_for_dispatch_key": "k",
    "redispatch": "keyset",
}
# Functions of torch._C whose answers name keys.
_ANSWERS = {
    "_dispatch_dump": as_users_text,
    "_dispatch_dump_table": as_users_text,
    "_dispatch_keys": as_users_keys,
}


@patch_function
@requires_import("torch_musa")
def _translate_questions():
    import torch

    ledger = current()
    for name, positions in _QUESTIONS.items():
        if hasattr(torch._C, name):
            function = _asking(getattr(torch._C, name), positions, _KEYWORDS.get(name))
            ledger.set_attr(torch._C, name, function, area=AREA)
    for name, translate in _ANSWERS.items():
        function = _answering(getattr(torch._C, name), translate)
        ledger.set_attr(torch._C, name, function, area=AREA)


@patch_function
@requires_import("torch_musa")
def _translate_keys_of_operators():
    """OpOverload's questions and redispatch; py_impl of operators and higher order operators."""
    import torch

    ledger, ops = current(), torch._ops
    for owner in (ops.OperatorBase, ops.HigherOrderOperator):
        ledger.set_attr(owner, "py_impl", _for_both(owner.py_impl), area=AREA)
    ledger.set_attr(
        ops.HigherOrderOperator, "fallthrough", _through(ops.HigherOrderOperator), area=AREA
    )
    for name, positions in _OPERATORS_QUESTIONS.items():
        method = _asking(getattr(ops.OpOverload, name), positions, _KEYWORDS[name])
        ledger.set_attr(ops.OpOverload, name, method, area=AREA)


@patch_function
@requires_import("torch_musa")
def _let_autocast_pass_higher_order_operators():
    """Higher order operators ignore CUDA's autocast; with ours they would find no kernel."""
    import torch

    ledger, ops, key = current(), torch._ops, torch._C.DispatchKey
    name = "_HIGHER_ORDER_OP_DEFAULT_FALLTHROUGH_DISPATCH_KEYS"
    passing = getattr(ops, name)
    if key.AutocastPrivateUse1 in passing:
        return
    ledger.set_attr(ops, name, [*passing, key.AutocastPrivateUse1], area=AREA)
    before = [
        (operator, operator.non_fallthrough_keys)
        for operator in ops._higher_order_ops.values()
        if not operator.non_fallthrough_keys.has(key.AutocastCUDA)
        and key.AutocastPrivateUse1 not in operator.py_kernels
    ]

    def let_pass():
        for operator, keys in before:
            operator.non_fallthrough_keys = keys.remove(key.AutocastPrivateUse1)

    def undo():
        for operator, keys in before:
            operator.non_fallthrough_keys = keys

    ledger.call(let_pass, undo, "torch.ops.higher_order.*.non_fallthrough_keys", AREA)


def _asking(function, positions, keyword):
    def for_users(*args, **kwargs):
        if keyword in kwargs:
            kwargs[keyword] = counterpart(kwargs[keyword]) or kwargs[keyword]
        for position in positions:
            key = counterpart(args[position]) if position < len(args) else None
            if key is not None:
                args = (*args[:position], key, *args[position + 1 :])
        return function(*args, **kwargs)

    return _core.ByAsker(function, for_users)


def _answering(function, translate):
    def for_users(*args, **kwargs):
        return translate(function(*args, **kwargs))

    return _core.ByAsker(function, for_users)


def _for_both(py_impl):
    """Kernels are found under our key; py_kernels shows them under the user's, too."""

    @wraps(py_impl)
    def translated(self, k):
        ours = counterpart(k)
        if ours is None or not registered_by_user(sys._getframe(1)):
            return py_impl(self, k)

        def inner(fn):
            py_impl(self, ours)(fn)
            self.py_kernels.setdefault(k, fn)
            return fn

        return inner

    return translated


def _through(owner):
    fallthrough = owner.fallthrough

    @wraps(fallthrough)
    def translated(self, dispatch_key):
        fallthrough(self, dispatch_key)
        ours = counterpart(dispatch_key)
        if ours is not None and registered_by_user(sys._getframe(1)):
            fallthrough(self, ours)

    return translated
