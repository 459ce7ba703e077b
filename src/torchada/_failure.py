"""The reason why torchada could not be activated."""

from typing import NamedTuple


class Failure(NamedTuple):
    """Why torchada is not active."""

    library: str
    symbol: str
    reason: str

    def __str__(self) -> str:
        if self.symbol.startswith("import "):
            return f"`{self.symbol}` failed: {self.reason}"
        return f"cannot set up {self.symbol} of {self.library}: {self.reason}"
