"""Names of tensors, storages, streams and devices in PyTorch's and torch_musa's Python code.

torchada._core answers the type strings and devices themselves. Here are functions whose text is for
users, whoever calls them, and the few that compare such names.
"""

import sys
from functools import partial, reduce, wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .. import _core
from ._device_names import _translate_device
from ._late_modules import when_imported
from ._ledger import current, path_of
from ._registry import patch_function, requires_import
from ._views import as_user

AREA = "identity"

# Functions of PyTorch that make a text or an answer for a user: (module, name in it). What a torch
# does not define there is left alone.
SHOWN = (
    ("torch", "typename"),
    ("torch", "Tensor.__cuda_array_interface__"),
    ("torch", "Tensor.__dlpack__"),
    ("torch.storage", "_StorageBase.__repr__"),
    ("torch.storage", "_StorageBase.__str__"),
    ("torch.storage", "TypedStorage.__repr__"),
    ("torch.storage", "TypedStorage.__str__"),
    ("torch.storage", "TypedStorage._get_legacy_storage_class"),
    ("torch.nn", "ParameterDict.extra_repr"),
    ("torch.nn", "ParameterList.extra_repr"),
    ("torch.nn.utils.rnn", "PackedSequence.cuda"),
    ("torch.nn.utils.rnn", "PackedSequence.is_cuda"),
    ("torch.nn.utils.parametrize", "ParametrizationList.__init__"),
    ("torch.accelerator", "_get_device_index"),
    ("torch.accelerator.memory", "_get_device_index"),
)


@patch_function
@requires_import("torch_musa")
def _show_cuda():
    """Texts and answers for users name cuda."""
    ledger = current()
    for module_name, path in SHOWN:
        *outer, name = path.split(".")
        owner: Any = reduce(getattr, outer, _module(module_name))
        target = vars(owner).get(name) if owner else None
        if target is None:
            ledger.skip(AREA, f"{module_name}.{path}", "this version of torch does not define it")
        else:
            ledger.set_attr(owner, name, as_user(target, ledger, AREA), area=AREA)


def _module(name):
    """The module, or None where this torch has none of that name."""
    if name in sys.modules:
        return sys.modules[name]
    return import_module(name) if find_spec(name) else None


@patch_function
@requires_import("torch_musa")
def _recognise_storages():
    """torch.cuda.FloatStorage makes and recognises MUSA storages by the module it is in."""
    from torch import storage

    original = storage._get_device_from_module

    @wraps(original)
    def get_device_from_module(module):
        return _translate_device(original(module))

    ledger = current()
    ledger.set_attr(storage, "_get_device_from_module", get_device_from_module, area=AREA)


@patch_function
@requires_import("torch_musa")
def _answer_with_cuda():
    """Functions that name the type of the GPU; PyTorch's own code asks them too, for the truth."""
    actions = (("torch._utils", _in_utils), ("torch.utils.checkpoint", _in_checkpoint))
    when_imported(current(), actions, AREA)


def _in_utils(ledger, module):
    function = _naming(module._get_available_device_type)
    ledger.set_attr(module, "_get_available_device_type", function, area=AREA)


def _in_checkpoint(ledger, module):
    owner = module.DefaultDeviceType
    function = staticmethod(_naming(owner.get_device_type))
    ledger.set_attr(owner, "get_device_type", function, area=AREA)


def _naming(function):
    def for_users():
        name = function()
        return "cuda" if name == "musa" else name

    return _core.ByAsker(function, for_users)


@patch_function
@requires_import("torch_musa")
def _name_classes():
    """Name the classes in torch.cuda as PyTorch's own are named: for type(x), tracebacks and pickles."""
    ledger = current()
    for entry in list(ledger.replaced()):
        genuine, ours = entry.before, entry.now
        if isinstance(genuine, type) and isinstance(ours, type):
            path = path_of(genuine)
            if path.startswith("torch.cuda.") and path != path_of(ours):
                for name in ("__module__", "__name__", "__qualname__"):
                    _take(ledger, ours, name, genuine)


def _take(ledger, cls, name, genuine):
    """cls.__name__ = genuine.__name__, say; not all of these are in the class's dict."""
    put, target = partial(setattr, cls, name), f"{path_of(genuine)}.{name}"
    before, after = getattr(cls, name), getattr(genuine, name)
    ledger.call(partial(put, after), partial(put, before), target, AREA)


@patch_function
@requires_import("torch_musa")
def _name_streams():
    """repr() of streams and events."""
    import torch_musa

    from ..cuda import _texts

    ledger = current()
    for cls, text in (
        (torch_musa.Stream, _texts.of_stream),
        (torch_musa.Event, _texts.of_event),
    ):
        ledger.set_attr(cls, "__repr__", _texts.shown(cls.__repr__, text), area=AREA)
