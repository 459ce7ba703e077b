"""The ledger: every change torchada's Python patches make, what became of it, and how to undo it.

A patch never assigns to torch by itself. It asks the ledger to, so that unpatch() can put back the
identical objects and `torchada doctor` can say what was changed and what was not, and why.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import Any, Callable, Iterator, List, MutableMapping, Optional, Union

from .._errors import RollbackError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._ledger_row import Row

APPLIED, SKIPPED, FAILED, UNDONE = "applied", "skipped", "failed", "undone"

# Stands for "there was no such attribute", which is something to restore as well.
ABSENT = object()


class _Entry:
    """A change that was made, or the record of a change that was not."""

    __slots__ = ("area", "target", "state", "reason", "undo")

    def __init__(self, area, target, state, reason="", undo=None):
        self.area = area
        self.target = target
        self.state = state
        self.reason = reason
        self.undo = undo


class AttributeEntry:
    """A change of owner.name. There are hundreds, so what is for people is made when they ask."""

    __slots__ = ("area", "state", "reason", "before", "now", "_owner", "_name", "_target")

    def __init__(self, owner, name, area, reason, target=""):
        self.area = area
        self.state = APPLIED
        self.reason = reason
        # The raw entry of the dict: getattr would unwrap staticmethods and find inherited names.
        self.before = owner.__dict__.get(name, ABSENT)
        self.now = ABSENT
        self._owner = owner
        self._name = name
        self._target = target

    @property
    def target(self) -> str:
        """The name of the changed object, for people to read."""
        return self._target or f"{path_of(self._owner)}.{self._name}"

    @property
    def holder(self) -> "tuple[Any, str]":
        """The changed object, and the name of its attribute."""
        return self._owner, self._name

    def repeat(self, owner: Any) -> None:
        """Make the change again, if it is one of this owner, a module that was reloaded."""
        if owner is self._owner:
            setattr(owner, self._name, self.now)

    def undo(self) -> None:
        """Put back what was there."""
        if self.before is not ABSENT:
            setattr(self._owner, self._name, self.before)
        elif self._name in vars(self._owner):
            delattr(self._owner, self._name)


class Ledger:
    """Changes in the order they were made."""

    def __init__(self):
        self._entries: List[Union[_Entry, AttributeEntry]] = []
        # Patch functions that already ran with this ledger: a second run is a no-op.
        self.done: List[Callable] = []

    def set_attr(
        self, owner: Any, name: str, value: Any, *, area: str, reason: str = "", target: str = ""
    ) -> None:
        """owner.name = value, undone by what stood in owner's own dict.

        target says what that is, for an owner that is neither a module nor a class.
        """
        entry = AttributeEntry(owner, name, area, reason, target)
        entry.now = value
        setattr(owner, name, value)
        self._entries.append(entry)

    def remember(self, owner: Any, name: str, *, area: str) -> None:
        """Restore owner.name on rollback, though nothing here changes it: other code will later."""
        reason = "initialisation changes it; unpatch() restores it"
        self._entries.append(AttributeEntry(owner, name, area, reason))

    def set_item(
        self, mapping: MutableMapping, key: Any, value: Any, *, target: str, area: str
    ) -> None:
        """mapping[key] = value; target says what that is, for people to read."""
        before = mapping.get(key, ABSENT)
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

    def replaced(self) -> Iterator[AttributeEntry]:
        """The attributes that set_attr() has changed and nobody has put back."""
        for entry in self._entries:
            if isinstance(entry, AttributeEntry) and entry.now is not ABSENT:
                if entry.state == APPLIED:
                    yield entry

    def __len__(self) -> int:
        return len(self._entries)

    def rows(self) -> "List[Row]":
        """All lines, oldest first."""
        from ._ledger_row import Row

        return [Row(e.area, e.target, e.state, e.reason) for e in self._entries]


def path_of(owner: Any) -> str:
    """The dotted path of a module or class, for people to read; for another object its class's."""
    name = getattr(owner, "__qualname__", None)
    if name is None:
        return getattr(owner, "__name__", None) or f"<{path_of(type(owner))}>"
    return f"{owner.__module__}.{name}"


def _restore_item(mapping: MutableMapping, key: Any, before: Any) -> None:
    if before is ABSENT:
        mapping.pop(key, None)
    else:
        mapping[key] = before


_current: Optional[Ledger] = None


def current() -> Ledger:
    """The ledger of the activation that is running; patch functions write to it."""
    if _current is None:
        raise RuntimeError(
            "current_ledger() was called outside of an activation; call it in a patch function, which "
            "torchada.apply_patches() runs"
        )
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
