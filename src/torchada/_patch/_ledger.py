"""The ledger: every change torchada's Python patches make, what became of it, and how to undo it.

A patch never assigns to torch by itself. It asks the ledger to, so that unpatch() can put back the
identical objects and `torchada doctor` can say what was changed and what was not, and why.
"""

from functools import partial
from typing import Any, Callable, List, MutableMapping, NamedTuple, Optional

APPLIED, SKIPPED, FAILED, UNDONE = "applied", "skipped", "failed", "undone"

# Stands for "there was no such attribute", which is something to restore as well.
_ABSENT = object()


class Row(NamedTuple):
    """One line of the ledger as doctor shows it."""

    name: str
    target: str
    state: str
    reason: str


class _Entry:
    """A change, or the record that one was not made."""

    __slots__ = ("name", "target", "state", "reason", "undo")

    def __init__(self, name, target, state, reason="", undo=None):
        self.name = name
        self.target = target
        self.state = state
        self.reason = reason
        self.undo = undo


class RollbackError(RuntimeError):
    """Some changes could not be undone; the message names each."""


class Ledger:
    """Changes in the order they were made."""

    def __init__(self):
        self._entries: List[_Entry] = []
        # Patch functions that already ran with this ledger: a second run is a no-op.
        self.done: List[Callable] = []

    def set_attr(self, owner: Any, name: str, value: Any, *, area: str, reason: str = "") -> None:
        """owner.name = value, for a module or a class; undone by what stood in owner's own dict."""
        # The raw entry of the dict: getattr would unwrap staticmethods and find inherited names.
        before = vars(owner).get(name, _ABSENT)
        setattr(owner, name, value)
        target = f"{path_of(owner)}.{name}"
        undo = partial(_restore_attr, owner, name, before)
        self._entries.append(_Entry(area, target, APPLIED, reason, undo))

    def set_item(self, mapping: MutableMapping, key: Any, value: Any, area: str) -> None:
        """mapping[key] = value."""
        before = mapping.get(key, _ABSENT)
        mapping[key] = value
        undo = partial(_restore_item, mapping, key, before)
        self._entries.append(_Entry(area, f"[{key!r}]", APPLIED, "", undo))

    def call(self, apply: Callable, undo: Callable, target: str, area: str) -> Any:
        """Any other change: apply() now, undo() on rollback. Returns what apply() returned."""
        result = apply()
        self._entries.append(_Entry(area, target, APPLIED, "", undo))
        return result

    def skip(self, name: str, target: str, reason: str) -> None:
        """Record that a change was not made, and why."""
        self._entries.append(_Entry(name, target, SKIPPED, reason))

    def fail(self, name: str, target: str, reason: str) -> None:
        """Record that a change could not be made, and why."""
        self._entries.append(_Entry(name, target, FAILED, reason))

    def rollback(self) -> None:
        """Undo everything, last change first. What cannot be undone is recorded, then reported."""
        problems = []
        for entry in reversed(self._entries):
            if entry.state != APPLIED:
                continue
            try:
                entry.undo()
            except Exception as error:
                entry.state, entry.reason = FAILED, f"could not be undone: {error}"
                problems.append(f"{entry.target}: {error}")
            else:
                entry.state = UNDONE
        self.done.clear()
        if problems:
            raise RollbackError("could not undo " + "; ".join(problems))

    def rows(self) -> List[Row]:
        """All lines, oldest first."""
        return [Row(e.name, e.target, e.state, e.reason) for e in self._entries]


def path_of(owner: Any) -> str:
    """The dotted path of a module or class, for people to read."""
    name = getattr(owner, "__qualname__", None)
    if name is None:
        return getattr(owner, "__name__", None) or repr(owner)
    return f"{owner.__module__}.{name}"


def _restore_attr(owner: Any, name: str, before: Any) -> None:
    if before is _ABSENT:
        delattr(owner, name)
    else:
        setattr(owner, name, before)


def _restore_item(mapping: MutableMapping, key: Any, before: Any) -> None:
    if before is _ABSENT:
        del mapping[key]
    else:
        mapping[key] = before


_current: Optional[Ledger] = None


def current() -> Ledger:
    """The ledger of the activation that is running; patch functions write to it."""
    if _current is None:
        raise RuntimeError("no activation is running: patches are applied by apply_patches()")
    return _current


class using:
    """Make a ledger the current one inside the block."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._outer: Optional[Ledger] = None

    def __enter__(self) -> Ledger:
        global _current
        self._outer, _current = _current, self._ledger
        return self._ledger

    def __exit__(self, *exc_info) -> None:
        global _current
        _current = self._outer
