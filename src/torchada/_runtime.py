"""torchada._names.to_musa by the name that programs import; nothing else is here."""

from ._names.to_musa import *  # noqa: F401,F403
from ._names.to_musa import __all__ as __all__
