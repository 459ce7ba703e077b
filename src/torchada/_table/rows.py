"""What a row of the table is, and the kinds of rows."""

from typing import NamedTuple, Tuple

# The object torch_musa.<target>, under the same name (target "" means torch_musa.<name>).
SAME = "same"
# The object torch_musa.<target>, which has another name there.
RENAMED = "renamed"
# Our own object, torchada.cuda.<target> ("_comm.broadcast"); the note says what it does.
EMULATED = "emulated"
# PyTorch's own object stays; the note says why it is right.
STOCK = "stock"
# Calling it raises UnsupportedError; the target says why, the note what to do instead.
UNSUPPORTED = "unsupported"

KINDS = (SAME, RENAMED, EMULATED, STOCK, UNSUPPORTED)


class Row(NamedTuple):
    """How one name is served."""

    name: str
    how: str
    target: str = ""
    note: str = ""


Rows = Tuple[Row, ...]


def rows(*entries: Tuple[str, ...]) -> Rows:
    """Rows from plain tuples; target and note may be left out."""
    return tuple(Row(*entry) for entry in entries)


def stock(note: str, *names: str) -> Rows:
    """Rows of names that all stay PyTorch's for one reason."""
    return tuple(Row(name, STOCK, "", note) for name in names)
