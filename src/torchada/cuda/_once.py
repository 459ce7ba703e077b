"""Says once a process, on stderr, that a CUDA setting has no effect on MUSA."""

from .. import _log, _presence

_said: "set[str]" = set()


def say_once(text: str) -> None:
    """One line; TORCHADA_HINTS=0 hides it. Not a warning: programs that set it should go on."""
    if text not in _said and not _presence.is_off("TORCHADA_HINTS"):
        _said.add(text)
        _log.say(text)
