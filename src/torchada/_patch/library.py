"""torch.library: kernels that users register for CUDA are registered for PrivateUse1.

Only for users. PyTorch registers kernels of its own under "CUDA" after activation, and those must
stay what they are: the caller outside torch.library decides.
"""

import sys
import threading
import weakref
from functools import wraps
from typing import Any, MutableMapping, Set

from .._errors import UnsupportedError
from ._callers import registered_by_user
from ._dispatch_keys import KEYS
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "library"

# Library to the names of its kernels, for as long as it lives.
_Record = MutableMapping[Any, Set[str]]


@patch_function
@requires_import("torch_musa")
def _translate_registrations():
    """Library.impl, Library.fallback, torch.library.get_kernel and Library(ns, kind, "CUDA")."""
    import torch

    ledger, library = current(), torch.library
    ledger.set_attr(library.Library, "impl", _translated_impl(library.Library.impl), area=AREA)
    for name, translate in (
        ("fallback", _translated_fallback),
        ("_impl_with_aoti_compile", _translated_aoti),
    ):
        if hasattr(library.Library, name):
            method = translate(getattr(library.Library, name))
            ledger.set_attr(library.Library, name, method, area=AREA)
    if hasattr(library, "get_kernel"):
        ledger.set_attr(library, "get_kernel", _translated_get(library.get_kernel), area=AREA)
    # The constructor takes its caller's file and line; a wrapper around it would be that caller.
    make = _translated_constructor(torch._C._dispatch_library)
    ledger.set_attr(torch._C, "_dispatch_library", make, area=AREA)


def _translate_key(key, frame):
    translated = KEYS.get(key)
    return translated if translated is not None and registered_by_user(frame) else key


class _Said:
    """The kernels that users registered for PrivateUse1: by that name, or as CUDA, which torchada translated.

    A library that has a kernel for each means MUSA by PrivateUse1, so that one is called, whichever
    came first; the other stays where a CUDA machine would look for it.
    """

    def __init__(self):
        self._explicit: _Record = weakref.WeakKeyDictionary()
        self._translated: _Record = weakref.WeakKeyDictionary()
        # Threads register at the same time; a dictionary must not grow while one looks through it.
        self._lock = threading.Lock()

    def has_own(self, name):
        """Whether there is a kernel that its author himself registered for our key."""
        with self._lock:
            return any(name in names for names in self._explicit.values())

    def explicit(self, library, name, impls):
        """Before a user registers a kernel: PyTorch must not complain about ours, which that one replaces."""
        with self._lock:
            if any(name in names for names in self._translated.values()):
                impls.discard(name)
            self._explicit.setdefault(library, set()).add(name)

    def translated(self, library, name):
        """One for CUDA became one for our key."""
        with self._lock:
            self._translated.setdefault(library, set()).add(name)


def _translated_impl(impl):
    said = _Said()

    @wraps(impl)
    def translated(self, op_name, fn, dispatch_key="", **kwargs):
        key = dispatch_key or self.dispatch_key
        ours = KEYS.get(key)
        if ours is None:
            if key in KEYS.values() and registered_by_user(sys._getframe(1)):
                said.explicit(self, _name_of(self, op_name, key), _impls())
            return impl(self, op_name, fn, dispatch_key, **kwargs)
        name = _name_of(self, op_name, ours)
        if not registered_by_user(sys._getframe(1)) or said.has_own(name):
            return impl(self, op_name, fn, dispatch_key, **kwargs)
        if ours == KEYS["AutocastCUDA"]:
            fn = _stopping_recursion(fn)
        _call_for(key, impl, self, op_name, fn, ours, **kwargs)
        said.translated(self, name)

    return translated


def _impls():
    import torch

    return torch.library._impls


def _name_of(library, op_name, key):
    """The name of a kernel in torch.library's record of them."""
    schema = getattr(op_name, "_schema", None)
    if schema is not None:
        op_name = ".".join(filter(None, (schema.name, schema.overload_name)))
    return f"{library.ns}/{str(op_name).split('::')[-1]}/{key}"


def _call_for(key, method, library, *args, **kwargs):
    """Make a registration; an error names the key that the user gave."""
    try:
        return method(library, *args, **kwargs)
    except RuntimeError as error:
        ours = KEYS[key]
        if ours not in str(error):
            raise
        raise RuntimeError(str(error).replace(ours, key)) from error


def _stopping_recursion(function):
    """Exclude our autocast key around a kernel that excludes CUDA's before it calls its operator."""
    import torch

    if function is torch.library.fallthrough_kernel:
        return function
    C = torch._C
    excluded = C.DispatchKeySet(C.DispatchKey.AutocastPrivateUse1)

    @wraps(function)
    def kernel(*arguments, **keywords):
        with C._ExcludeDispatchKeyGuard(excluded):
            return function(*arguments, **keywords)

    return kernel


def _translated_fallback(fallback):
    @wraps(fallback)
    def translated(self, fn, dispatch_key="", **kwargs):
        key = dispatch_key or self.dispatch_key
        ours = _translate_key(key, sys._getframe(1))
        if ours == key:
            return fallback(self, fn, dispatch_key, **kwargs)
        try:
            return fallback(self, fn, ours, **kwargs)
        except RuntimeError as error:
            if "multiple backend fallbacks" not in str(error):
                raise
            raise UnsupportedError.of(
                f'torch.library.Library.fallback(fn, "{key}")',
                "torch_musa has registered a fallback, and PyTorch allows one for each device",
                "register kernels for the operators with Library.impl, or use a TorchDispatchMode",
            ) from error

    return translated


def _translated_aoti(impl_with_aoti_compile):
    @wraps(impl_with_aoti_compile)
    def translated(self, op_name, dispatch_key=""):
        key = _translate_key(dispatch_key or self.dispatch_key, sys._getframe(1))
        return impl_with_aoti_compile(self, op_name, key)

    return translated


def _translated_constructor(make):
    @wraps(make)
    def translated(kind, ns, dispatch_key, *args):
        return make(kind, ns, _translate_key(dispatch_key, sys._getframe(1)), *args)

    return translated


def _translated_get(get_kernel):
    @wraps(get_kernel)
    def translated(op, dispatch_key):
        key = dispatch_key if isinstance(dispatch_key, str) else dispatch_key.name
        new_key = _translate_key(key, sys._getframe(1))
        return get_kernel(op, dispatch_key if new_key == key else new_key)

    return translated
