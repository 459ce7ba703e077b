"""The exceptions of torchada. All but one are subclasses of TorchadaError.

The exception is torchada._core.InstallError: the C++ core that defines it uses no other module of
torchada. It is a RuntimeError with the `library`, `symbol` and `reason` of an ActivationError.
"""


class TorchadaError(Exception):
    """Base class of every error that torchada's Python code raises by itself."""


class UnsupportedError(TorchadaError, RuntimeError):
    """The program used a CUDA API that MUSA lacks; the text says why and what to use instead."""

    @classmethod
    def of(cls, api: str, why: str, advice: str) -> "UnsupportedError":
        """The error for using `api`."""
        return cls(cls.text(api, why, advice))

    @staticmethod
    def text(api: str, why: str, advice: str) -> str:
        """Every text of this kind is made here."""
        return f"{api} is not supported on MUSA: {why}. Instead: {advice}"


class PlatformError(TorchadaError, ValueError):
    """TORCHADA_PLATFORM names no platform, or torch lacks the module of the platform."""


class ActivationError(TorchadaError, RuntimeError):
    """torchada could not be activated; `library` and `symbol` say which part failed."""

    def __init__(self, library: str, symbol: str, reason: str):
        super().__init__(f"{library}: {symbol}: {reason}")
        self.library = library
        self.symbol = symbol
        self.reason = reason


class PatchError(ActivationError):
    """A patch function failed; `symbol` is its name, `library` the package that defines it."""

    def __init__(self, symbol: str, reason: str):
        super().__init__(symbol.partition(".")[0], symbol, reason)

    def __str__(self) -> str:
        return f"the patch {self.symbol} failed: {self.reason}"


class RollbackError(TorchadaError, RuntimeError):
    """Some changes could not be undone; `reasons` has one text for each."""

    def __init__(self, reasons: "list[str]"):
        super().__init__("could not undo " + "; ".join(reasons))
        self.reasons = reasons


class CommandError(TorchadaError):
    """The command line tool cannot continue; main() prints the text and exits with the code."""

    def __init__(self, text: str, exit_code: int = 2):
        super().__init__(text)
        self.exit_code = exit_code
