"""The class Row, and the kinds of rows.

A note is short and starts with a verb, whose subject is the row's name: "returns False".
"""

from __future__ import annotations

from typing import Tuple, Union

# The object torch_musa.<target>, under the same name (target "" means torch_musa.<name>).
SAME = "same"
# The object torch_musa.<target>, which has another name there.
RENAMED = "renamed"
# Our own object, torchada.cuda.<target> ("_devices.set_device"); the note says what it does. A
# function below torchada.cuda.late ("late._comm.broadcast") is imported at its first call.
EMULATED = "emulated"
# PyTorch's own object stays; the note says why it is right.
STOCK = "stock"
# Calling it raises UnsupportedError; the target says why, the note what to do instead.
UNSUPPORTED = "unsupported"

KINDS = (SAME, RENAMED, EMULATED, STOCK, UNSUPPORTED)


class Row:
    """One name, and how it is served."""

    # No NamedTuple: `import torchada` makes 600 of these, and the class alone would take longer.
    __slots__ = ("name", "how", "target", "note")

    def __init__(self, name: str, how: str, target: str = "", note: str = ""):
        self.name = name
        self.how = how
        self.target = target
        self.note = note


Rows = Tuple[Row, ...]


def rows(*entries: Union[Row, Tuple[str, ...]]) -> Rows:
    """Rows, where they are plain tuples: target and note may be left out."""
    return tuple(entry if isinstance(entry, Row) else Row(*entry) for entry in entries)


def stock(note: str, *names: str) -> Rows:
    """Rows of names that all stay PyTorch's for one reason."""
    return tuple(Row(name, STOCK, "", note) for name in names)
