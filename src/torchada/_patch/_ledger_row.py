"""One change, as doctor shows it."""

from typing import NamedTuple


class Row(NamedTuple):
    """One line of the ledger as doctor shows it."""

    area: str
    target: str
    state: str
    reason: str
