"""What doctor shows of a change."""

from typing import NamedTuple


class Row(NamedTuple):
    """One line of the ledger as doctor shows it."""

    area: str
    target: str
    state: str
    reason: str
