"""Rules of which code torch.compile looks into: torch_musa's and ours as little as torch.cuda's.

Calls that break a graph run as on CUDA, in code that dynamo leaves alone; it would otherwise compile
frames of torch_musa and torchada. Called from code that it traces, our patches are inlined, because
what they replace is; the rules for functions of torch.cuda go by name, so they hold for ours.
"""

import sys
from functools import partial, wraps
from typing import Any

from .._ledger import Ledger

AREA = "compile"

_OURS = __package__.partition(".")[0]
# Inlined when traced code calls them: what takes the place of functions that are inlined.
_INLINED = (f"{_OURS}._patch", f"{_OURS}.cuda._devices", "torch_musa")


def leave_our_code_alone(ledger: Ledger, rules: Any) -> None:
    """In torch._dynamo.trace_rules."""
    for package in (_OURS, "torch_musa"):
        folder = rules._module_dir(sys.modules[package])
        add, remove = partial(_add, rules, folder), partial(_remove, rules, folder)
        ledger.call(add, remove, f"torch._dynamo.trace_rules skips {package}", AREA)
    genuine = rules.is_torch_inline_allowed
    inlined = tuple(map(rules._as_posix_path, map(_path_of, _INLINED)))

    @wraps(genuine)
    def is_torch_inline_allowed(filename):
        return genuine(filename) or filename.startswith(inlined)

    name = is_torch_inline_allowed.__name__
    ledger.set_attr(rules, name, is_torch_inline_allowed, area=AREA)


def _path_of(name: str) -> str:
    """The file of a module, or the folder of a package."""
    return str(sys.modules[name].__file__).replace("__init__.py", "")


def _add(rules: Any, folder: str) -> None:
    rules.SKIP_DIRS.append(folder)
    rules._recompile_re()


def _remove(rules: Any, folder: str) -> None:
    rules.SKIP_DIRS.remove(folder)
    rules._recompile_re()
