"""Device names: "cuda" to "musa" for the Python code of PyTorch that compares such strings itself.

Strings that reach C++ need none of this: torchada._core translates them there. And who asks: some
answers depend on it.
"""

from typing import Any


class _Translations(dict):
    """Every name seen so far; one look-up is all that a known name costs."""

    # Names come from source code, not from data, so few are ever seen; the limit is for fuzzers.
    LIMIT = 512

    def __missing__(self, name: str) -> str:
        from .. import _platform

        is_cuda = name == "cuda" or name.startswith("cuda:")
        is_musa = is_cuda and _platform.is_musa_platform()
        translated = "musa" + name[4:] if is_musa else name
        # The platform never changes once it is decided; while torch is half imported, it is not.
        is_final = not is_cuda or _platform.is_decided()
        if is_final and len(self) < self.LIMIT:
            self[name] = translated
        return translated


_translations = _Translations()


def _translate_device(device: Any) -> Any:
    """ "cuda" and "cuda:N" as "musa" and "musa:N" on a MUSA platform; anything else unchanged.

    A torch.device is already what it should be, and an index or None names no platform.
    """
    if device.__class__ is str:
        return _translations[device]
    return device


def is_user(frame: Any) -> bool:
    """True when the code of this frame is neither PyTorch's nor another that speaks MUSA itself.

    Where torch.compile calls something for code that it traces, that code is meant.
    """
    from .. import _core

    if frame is None:
        return False
    name = frame.f_globals.get("__name__")
    # Code without a module name is generated for the user.
    return not (isinstance(name, str) and _core.is_native_module(name))
