"""Dispatch keys: CUDA's and those that take their place, as names, as objects and as sets."""

import re
from functools import lru_cache

KEYS = {
    "CUDA": "PrivateUse1",
    "AutogradCUDA": "AutogradPrivateUse1",
    "AutocastCUDA": "AutocastPrivateUse1",
    "SparseCUDA": "SparsePrivateUse1",
    "SparseCsrCUDA": "SparseCsrPrivateUse1",
    "QuantizedCUDA": "QuantizedPrivateUse1",
    "NestedTensorCUDA": "NestedTensorPrivateUse1",
}
_BACK = {ours: cudas for cudas, ours in KEYS.items()}
_IN_TEXT = r"\b[A-Za-z]*?(?:CUDA|PrivateUse1)\b"


def counterpart(key):
    """The key or key set that one of CUDA stands for here; None where it names something else."""
    if isinstance(key, str):
        return KEYS.get(key)
    from torch._C import DispatchKey, DispatchKeySet

    if isinstance(key, DispatchKey):
        name = KEYS.get(key.name)
        return None if name is None else getattr(DispatchKey, name)
    if isinstance(key, DispatchKeySet):
        translated = _renamed(key, KEYS)
        return None if translated is key else translated
    return None


def as_users_keys(keys):
    """A set of dispatch keys as CUDA's, for a user to look at."""
    return _renamed(keys, _BACK)


def as_users_text(text):
    """A dump of the dispatcher with the names of CUDA and of what takes its place exchanged."""

    def exchange(found):
        name = found[0]
        return KEYS.get(name) or _BACK.get(name) or name

    return re.sub(_IN_TEXT, exchange, text)


def _renamed(keys, names):
    from torch._C import DispatchKey, DispatchKeySet

    members = DispatchKey.__members__
    if not any(keys.has(members[name]) for name in names):
        return keys
    # A key can be taken out of a set, but not its backend: make a new one.
    result = DispatchKeySet(DispatchKey.Undefined)
    for name in _runtime_keys():
        if keys.has(members[name]):
            result = result.add(members[names.get(name, name)])
    return result


@lru_cache(maxsize=None)
def _runtime_keys():
    from torch._C import DispatchKey, _dispatch_is_alias_key

    return tuple(
        name
        for name, key in DispatchKey.__members__.items()
        if name != "Undefined"
        and not name.startswith(("StartOf", "EndOf"))
        and not _dispatch_is_alias_key(key)
    )
