"""torch.library: kernels that users register for CUDA are registered for PrivateUse1.

Only for users. PyTorch registers kernels of its own under "CUDA" after activation, and those must
stay what they are: the caller outside torch.library decides.
"""

import sys
from functools import wraps

from ._ledger import current
from ._names import _translate_device
from ._registry import patch_function, requires_import

AREA = "library"

KEYS = {
    "CUDA": "PrivateUse1",
    "AutogradCUDA": "AutogradPrivateUse1",
    "AutocastCUDA": "AutocastPrivateUse1",
    "SparseCUDA": "SparsePrivateUse1",
    "SparseCsrCUDA": "SparseCsrPrivateUse1",
    "QuantizedCUDA": "QuantizedPrivateUse1",
    "NestedTensorCUDA": "NestedTensorPrivateUse1",
}
# Modules that only pass a registration on; whoever called them is the one who registers.
_PASSING_ON = (
    "torch.library",
    "torch._library",
    "torch._custom_op",
    "torch._custom_ops",
    "torch._ops",
    "torch._compile",
    "torch._dynamo",
    "functools",
    __name__,
)
# Who means NVIDIA's kernels by "CUDA". This is not the perspective table: a package that compares
# device types natively still wants its CUDA kernels to be called here.
_PYTORCH = ("torch", "torch_musa", "torchgen", "functorch")


@patch_function
@requires_import("torch_musa")
def _translate_registrations():
    """Library.impl, Library.fallback, torch.library.get_kernel and Library(ns, kind, "CUDA")."""
    import torch

    ledger, library = current(), torch.library
    for name in ("impl", "fallback"):
        if hasattr(library.Library, name):
            method = _translated_method(getattr(library.Library, name), torch)
            ledger.set_attr(library.Library, name, method, area=AREA)
    if hasattr(library, "get_kernel"):
        ledger.set_attr(library, "get_kernel", _translated_get(library.get_kernel), area=AREA)
    # The constructor takes its caller's file and line; a wrapper around it would be that caller.
    make = _translated_constructor(torch._C._dispatch_library)
    ledger.set_attr(torch._C, "_dispatch_library", make, area=AREA)


@patch_function
@requires_import("torch_musa")
def _translate_autocast_casts():
    """register_autocast(op, "cuda", dtype) casts what torch's code sees as musa tensors."""
    import torch

    ledger = current()
    for module in (torch._library.custom_ops, torch.library):
        if "_cast" in vars(module):
            ledger.set_attr(module, "_cast", _translated_cast(module._cast), area=AREA)


def registered_by_user(frame):
    """Whether the nearest caller that is not torch.library's own machinery is not PyTorch."""
    while frame is not None:
        name = frame.f_globals.get("__name__")
        if not isinstance(name, str) or not _is_in(name, _PASSING_ON):
            return not (isinstance(name, str) and _is_in(name, _PYTORCH))
        frame = frame.f_back
    return False


def _is_in(name, packages):
    return any(name == package or name.startswith(package + ".") for package in packages)


def _translate_key(key, frame):
    translated = KEYS.get(key)
    return translated if translated is not None and registered_by_user(frame) else key


def _translated_method(method, torch):
    takes_operator = method.__name__ == "impl"

    @wraps(method)
    def translated(self, *args, **kwargs):
        position = 2 if takes_operator else 1
        given = args[position] if len(args) > position else kwargs.get("dispatch_key", "")
        key = given or self.dispatch_key
        new_key = _translate_key(key, sys._getframe(1))
        if new_key == key:
            return method(self, *args, **kwargs)
        others = [*args[:position], *args[position + 1 :]]
        if new_key == KEYS["AutocastCUDA"]:
            _stop_recursion(others, kwargs, position - 1, torch)
        kwargs["dispatch_key"] = new_key
        return method(self, *others, **kwargs)

    return translated


def _stop_recursion(args, kwargs, position, torch):
    """Exclude our autocast key around a kernel that excludes CUDA's before it calls its operator."""
    function = args[position] if len(args) > position else kwargs["fn"]
    if function is torch.library.fallthrough_kernel:
        return
    C = torch._C
    excluded = C.DispatchKeySet(C.DispatchKey.AutocastPrivateUse1)

    @wraps(function)
    def kernel(*arguments, **keywords):
        with C._ExcludeDispatchKeyGuard(excluded):
            return function(*arguments, **keywords)

    if len(args) > position:
        args[position] = kernel
    else:
        kwargs["fn"] = kernel


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


def _translated_cast(cast):
    @wraps(cast)
    def translated(value, device_type, dtype):
        return cast(value, _translate_device(device_type), dtype)

    return translated
