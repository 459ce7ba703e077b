"""The exceptions of torchada; all have one base class."""


class TorchadaError(Exception):
    """Base class of every error that torchada raises by itself."""


class UnsupportedError(TorchadaError, RuntimeError):
    """A CUDA API that has no counterpart on MUSA was used; the text says why and what instead."""


class PlatformError(TorchadaError, ValueError):
    """TORCHADA_PLATFORM names no platform, or the platform lacks what was asked for."""


class ActivationError(TorchadaError, RuntimeError):
    """torchada could not be activated; `library` and `symbol` name the place."""

    def __init__(self, library: str, symbol: str, reason: str):
        super().__init__(f"{library}: {symbol}: {reason}")
        self.library = library
        self.symbol = symbol
        self.reason = reason


class CommandError(TorchadaError):
    """The command line tool cannot go on; main() prints the text and exits with the code."""

    def __init__(self, text: str, exit_code: int = 2):
        super().__init__(text)
        self.exit_code = exit_code
