"""The exceptions of torchada; all have one base class.

One does not: torchada._core.InstallError, of the native module, which needs no other module of
torchada. It is a RuntimeError with the `library`, `symbol` and `reason` of an ActivationError.
"""


class TorchadaError(Exception):
    """Base class of every error that torchada's Python code raises by itself."""


class UnsupportedError(TorchadaError, RuntimeError):
    """A CUDA API that has no counterpart on MUSA was used; the text says why and what instead."""

    @classmethod
    def of(cls, api: str, why: str, advice: str) -> "UnsupportedError":
        """The error for using `api`: the one place that words it."""
        return cls(f"{api} is not supported on MUSA: {why}. Instead: {advice}")


class PlatformError(TorchadaError, ValueError):
    """TORCHADA_PLATFORM names no platform, or the platform lacks what was asked for."""


class ActivationError(TorchadaError, RuntimeError):
    """torchada could not be activated; `library` and `symbol` name the place."""

    def __init__(self, library: str, symbol: str, reason: str):
        super().__init__(f"{library}: {symbol}: {reason}")
        self.library = library
        self.symbol = symbol
        self.reason = reason


class PatchError(ActivationError):
    """A patch function failed; its name is the `symbol`, the package it is from the `library`."""

    def __init__(self, symbol: str, reason: str):
        super().__init__(symbol.partition(".")[0], symbol, reason)

    def __str__(self) -> str:
        return f"patch {self.symbol} failed: {self.reason}"


class RollbackError(TorchadaError, RuntimeError):
    """Some changes could not be undone; `reasons` has one text for each."""

    def __init__(self, reasons: "list[str]"):
        super().__init__("could not undo " + "; ".join(reasons))
        self.reasons = reasons


class CommandError(TorchadaError):
    """The command line tool cannot go on; main() prints the text and exits with the code."""

    def __init__(self, text: str, exit_code: int = 2):
        super().__init__(text)
        self.exit_code = exit_code
