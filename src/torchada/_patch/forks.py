"""Forked processes: the error that tells users to spawn is CUDA's, word for word.

torch_musa poisons forks when it is imported; frameworks look for CUDA's text. Nothing changes in
the process that forks: the child rebinds the function that raises, when it starts.
"""

import os
import sys
from functools import wraps

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "forks"

# The ledgers of active installations: none or one.
_ledgers: list = []
_is_registered = False


@patch_function
@requires_import("torch_musa")
def _speak_of_cuda_in_forked_processes():
    ledger = current()
    target = "torch.cuda._lazy_init in forked processes"
    ledger.call(lambda: _ledgers.append(ledger), lambda: _ledgers.remove(ledger), target, AREA)
    _register_once()


def _register_once():
    global _is_registered
    if not _is_registered:
        # There is no way to unregister.
        os.register_at_fork(after_in_child=_rebind_lazy_init)
        _is_registered = True


def _rebind_lazy_init():
    """In every module of torch_musa that initialises the device before it goes on."""
    for ledger in _ledgers:
        original = sys.modules["torch_musa"]._lazy_init
        lazy_init = _renamed(original)
        for name, module in list(sys.modules.items()):
            if name == "torch.cuda" or name.partition(".")[0] == "torch_musa":
                if getattr(module, "__dict__", {}).get("_lazy_init") is original:
                    ledger.set_attr(module, "_lazy_init", lazy_init, area=AREA)


def _renamed(lazy_init):
    @wraps(lazy_init)
    def _lazy_init(*args, **kwargs):
        try:
            return lazy_init(*args, **kwargs)
        except RuntimeError as error:
            text = str(error)
            if "forked subprocess" in text:
                error.args = (text.replace("MUSA", "CUDA"),)
            raise

    return _lazy_init
