"""Activates and deactivates torchada, once in a process, and keeps the result for doctor.

The order: environment variables, our c10::Device constructor, torch, torch_musa, then one transaction
of hooks and Python patches. If any step fails, all steps are undone and one warning says why.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from contextlib import contextmanager
from typing import Any, Iterator, List, Optional

from . import _deferred, _environment, _log, _presence
from ._errors import ActivationError
from ._imports import import_own, import_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._failure import Failure

INACTIVE, WAITING, ACTIVE, FAILED = "inactive", "waiting", "active", "failed"

_TRANSACTION = f"{__package__}._transaction"
# An attribute of torch.cuda while torchada is active.
_STATE = "_torchada_state"
# Packages that the transaction imports, and users import as well; each needs only those before it.
_PUBLIC = ("_patch", "cuda")


class State:
    """The state of torchada in this process, which doctor and is_patched() read."""

    status: str = INACTIVE
    failure: "Optional[Failure]" = None
    # The module whose import has to end before torchada can go on.
    waits_for: Optional[str] = None
    # Why the import of an installed torch_musa fails; empty when it does not.
    torch_musa_problem: str = ""
    ledger: Any = None


state = State()
# Held for a few assignments, never while something is imported.
_status_lock = threading.Lock()


def activate(explicit: bool = False) -> bool:
    """Activate torchada on a MUSA platform; True when it is active afterwards.

    An explicit call also tries again after a failure, and runs patches registered since. It raises
    only one kind of error, that of an `import torch` which failed half-way: no other code sees it.
    """
    if state.status == ACTIVE and not explicit:
        return True
    if state.status == FAILED and not explicit:
        return False
    if not _presence.is_wanted():
        return False
    was_active = state.status == ACTIVE
    try:
        if was_active:
            _run_new_patches()
        else:
            _start()
    except Exception as error:
        if _presence.is_torch_broken():
            _remember(error)
            raise
        if was_active or state.status != ACTIVE:
            _fail(error)
        else:
            _log.debug(f"another thread has activated torchada; this thread failed with: {error}")
    return state.status == ACTIVE


def _start() -> None:
    if state.status == FAILED:
        _forget_transaction()
    if _prepare() and not _is_taken_over():
        with _no_collection():
            for name in _PUBLIC:
                import_own(f"{__package__}.{name}")
            import_statement(_TRANSACTION)


def _is_taken_over() -> bool:
    """True when an earlier copy of these modules is active, whose state is now this one's.

    A program may take torchada's modules out of sys.modules, as test runners do that import anew.
    """
    global state
    earlier = getattr(sys.modules["torch"].cuda, _STATE, None)
    if earlier is None or earlier is state:
        return False
    state = earlier
    _log.debug("an earlier import of torchada is active, and stays so")
    return True


@contextmanager
def _no_collection() -> Iterator[None]:
    """Nothing made inside is garbage, and to look for some in all of torch takes longest of all."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            # Puts what is young with the old objects: the next collection would be one of it all.
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()


def deactivate() -> bool:
    """Undo everything that activation did; True when torchada was active."""
    if state.status != ACTIVE:
        return False
    problems = _undo()
    state.status = INACTIVE
    _forget_transaction()
    for problem in problems:
        _log.warn(f"torchada.unpatch() could not undo everything: {problem}")
    _log.info("deactivated")
    return True


def _forget_transaction() -> None:
    """Let the next activation run it again."""
    sys.modules.pop(_TRANSACTION, None)
    state.status, state.failure = INACTIVE, None


def _prepare() -> bool:
    """Everything up to the transaction; False when it has to wait for an import under way."""
    if not _presence.find_torch_musa():
        reason = "TORCHADA_PLATFORM=musa is set, but torch_musa is not installed"
        raise ActivationError("torch_musa", "import torch_musa", reason)
    _warn_of_words()
    _environment.apply()
    _core().open_interposer()
    return _is_imported("torch") and _is_imported("torch_musa")


def _warn_of_words() -> None:
    """Warn of torchada's variables whose value is none of their words: such a value has no effect."""
    names = [name for name in os.environ if name.startswith("TORCHADA_")]
    if names and names != [_environment.MARK]:
        from ._variables import not_understood

        for text in not_understood(names):
            _log.warn(text)


def _core() -> Any:
    try:
        return import_statement(f"{__package__}._core")
    except ImportError as error:
        name = f"{__package__}._core"
        raise ActivationError(name, f"import {name}", str(error)) from error


def _is_imported(name: str) -> bool:
    """Import it. False when a half-imported module is all there is: then its end calls activate().

    Such a module is being imported further out on this stack (`import torch_musa` imports torch,
    whose autoload brings us here), or by a thread that waits for an import of this one.
    """
    try:
        import_statement(name)
    except Exception as error:
        if _presence.is_torch_broken():
            raise
        reason = _text_of(error)
        state.torch_musa_problem = reason if name == "torch_musa" else ""
        raise ActivationError(name, f"import {name}", reason) from error
    if not _deferred.is_importing(name) or (name == "torch" and _is_in_torch_autoload()):
        return True
    with _status_lock:
        # Another thread may have come through meanwhile.
        if state.status == INACTIVE:
            state.status, state.waits_for = WAITING, name
    _log.debug(f"{name} is half imported; torchada waits until its import has finished")
    _deferred.when_import_ends(name, activate)
    return False


def _is_in_torch_autoload() -> bool:
    """True on the stack of torch's autoload, which runs when torch is complete but for its name."""
    frame: Any = sys._getframe(1)
    while frame is not None and not _presence.is_torch_autoload(frame):
        frame = frame.f_back
    return frame is not None


def switch_on() -> None:
    """The transaction; only torchada._transaction calls it, one thread at a time."""
    # Not at the top: on a platform without torch_musa they are never needed.
    from ._patch._ledger import Ledger
    from ._patch._registry import run_all

    state.ledger = Ledger()
    try:
        _core().install()
        run_all(state.ledger)
        if os.environ.get("TORCHADA_TRACE"):
            import_own(f"{__package__}._trace.recording").start(state.ledger)
        state.ledger.set_attr(sys.modules["torch"].cuda, _STATE, state, area="activation")
    except Exception as error:
        _fail(error)
        return
    except BaseException:
        _undo()
        raise
    state.status, state.failure, state.waits_for = ACTIVE, None, None
    _log.info(f"activated: {len(state.ledger)} patches")


def _run_new_patches() -> None:
    from ._patch._registry import run_all

    run_all(state.ledger)


def _fail(error: Exception) -> None:
    """Undo, remember and warn."""
    undo_problems = _remember(error)
    more = "".join(f"; {problem}" for problem in undo_problems)
    _log.warn(
        f"torchada is not active: {state.failure}{more}. Code written for CUDA will not run on the "
        "MUSA GPU; run `torchada doctor` for the remedy"
    )


def _remember(error: Exception) -> List[str]:
    """Undo everything, keep the reason for doctor; returns what could not be undone."""
    failure = _describe(error)
    _log.debug(f"activation failed: {failure}")
    problems = _undo()
    state.status, state.failure = FAILED, failure
    return problems


def _describe(error: Exception) -> "Failure":
    """The place and the reason, from whichever layer the error comes."""
    from ._failure import Failure

    if _presence.is_torch_broken():
        return Failure("torch", "import torch", _text_of(error))
    # The native module defines its own error; where that module is broken, the class is missing.
    native = getattr(sys.modules.get(f"{__package__}._core"), "InstallError", ActivationError)
    if isinstance(error, (ActivationError, native)):
        return Failure(error.library, error.symbol, error.reason)
    return Failure("torchada", "activation", _text_of(error))


def _text_of(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}"
    return f"{text} (from {_text_of(error.__cause__)})" if error.__cause__ else text


def _undo() -> List[str]:
    """Undo all steps; returns what could not be undone."""
    problems = []
    core = sys.modules.get(f"{__package__}._core")
    steps = [_environment.undo]
    if core is not None:
        steps.insert(0, core.uninstall)
    if state.ledger is not None:
        steps.insert(0, state.ledger.rollback)
    for step in steps:
        try:
            step()
        except Exception as error:
            problems.append(f"{type(error).__name__}: {error}")
    return problems
