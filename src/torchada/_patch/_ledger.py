"""The ledger: every change torchada's Python patches make, what became of it, and how to undo it.

A patch never assigns to torch by itself. It asks the ledger to, so that unpatch() can put back the
identical objects and `torchada doctor` can say what was changed and what was not, and why.
"""

from contextlib import contextmanager
from functools import partial
from typing import Any, Callable, Iterator, List, MutableMapping, NamedTuple, Optional, Tuple

from .._errors import RollbackError

APPLIED, SKIPPED, FAILED, UNDONE = "applied", "skipped", "failed", "undone"

# Stands for "there was no such attribute", which is something to restore as well.
_ABSENT = object()


class Row(NamedTuple):
    """One line of the ledger as doctor shows it."""

    area: str
    target: str
    state: str
    reason: str


class _Entry:
    """A change, or the record that one was not made."""

    __slots__ = ("area", "target", "state", "reason", "undo", "values")

    def __init__(self, area, target, state, reason="", undo=None, values=None):
        self.area = area
        self.target = target
        self.state = state
        self.reason = reason
        self.undo = undo
        self.values = values


class Ledger:
    """Changes in the order they were made."""

    def __init__(self):
        self._entries: List[_Entry] = []
        # Patch functions that already ran with this ledger: a second run is a no-op.
        self.done: List[Callable] = []

    def set_attr(
        self, owner: Any, name: str, value: Any, *, area: str, reason: str = "", target: str = ""
    ) -> None:
        """owner.name = value, undone by what stood in owner's own dict.

        target says what that is, for an owner that is neither a module nor a class.
        """
        entry = _attr_entry(owner, name, area, reason)
        entry.target = target or entry.target
        entry.values = (vars(owner).get(name), value)
        setattr(owner, name, value)
        self._entries.append(entry)

    def remember(self, owner: Any, name: str, *, area: str) -> None:
        """Restore owner.name on rollback, though nothing here changes it: somebody will later."""
        self._entries.append(_attr_entry(owner, name, area, "changes later; restored by unpatch()"))

    def set_item(
        self, mapping: MutableMapping, key: Any, value: Any, *, target: str, area: str
    ) -> None:
        """mapping[key] = value; target says what that is, for people to read."""
        before = mapping.get(key, _ABSENT)
        mapping[key] = value
        undo = partial(_restore_item, mapping, key, before)
        self._entries.append(_Entry(area, target, APPLIED, "", undo))

    def call(self, apply: Callable, undo: Callable, target: str, area: str) -> Any:
        """Any other change: apply() now, undo() on rollback. Returns what apply() returned."""
        result = apply()
        self._entries.append(_Entry(area, target, APPLIED, "", undo))
        return result

    def skip(self, area: str, target: str, reason: str) -> None:
        """Record that a change was not made, and why."""
        self._entries.append(_Entry(area, target, SKIPPED, reason))

    def fail(self, area: str, target: str, reason: str) -> None:
        """Record that a change could not be made, and why."""
        self._entries.append(_Entry(area, target, FAILED, reason))

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
            raise RollbackError(problems)

    def replaced(self) -> Iterator[Tuple[str, Any, Any]]:
        """(target, what was there before, what set_attr() put there) of what is changed now."""
        return ((e.target, *e.values) for e in self._entries if e.values and e.state == APPLIED)

    def rows(self) -> List[Row]:
        """All lines, oldest first."""
        return [Row(e.area, e.target, e.state, e.reason) for e in self._entries]


def _attr_entry(owner: Any, name: str, area: str, reason: str) -> _Entry:
    """The entry of an attribute that is about to change."""
    # The raw entry of the dict: getattr would unwrap staticmethods and find inherited names.
    before = vars(owner).get(name, _ABSENT)
    undo = partial(_restore_attr, owner, name, before)
    return _Entry(area, f"{path_of(owner)}.{name}", APPLIED, reason, undo)


def path_of(owner: Any) -> str:
    """The dotted path of a module or class, for people to read; for another object its class's."""
    name = getattr(owner, "__qualname__", None)
    if name is None:
        return getattr(owner, "__name__", None) or f"<{path_of(type(owner))}>"
    return f"{owner.__module__}.{name}"


def _restore_attr(owner: Any, name: str, before: Any) -> None:
    if before is not _ABSENT:
        setattr(owner, name, before)
    elif name in vars(owner):
        delattr(owner, name)


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


@contextmanager
def using(ledger: Ledger) -> Iterator[None]:
    """Make a ledger the current one inside the block."""
    global _current
    outer, _current = _current, ledger
    try:
        yield
    finally:
        _current = outer
