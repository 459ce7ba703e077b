"""torch.backends: answers that depend on cuda.is_built() and cudnn.is_available(), and torch.backends.musa."""

import types

from .. import _core
from ._ledger import current
from ._registry import patch_function, requires_import
from ._views import as_user

AREA = "backends"


@patch_function
@requires_import("torch_musa")
def _answer_deprecated_names():
    """torch.has_cuda and torch.has_cudnn ask the functions that they took when torch was imported."""
    import torch

    backends = torch.backends
    asked = {"has_cuda": backends.cuda.is_built, "has_cudnn": backends.cudnn.is_available}
    for name, function in asked.items():
        if name in getattr(torch, "_deprecated_attrs", ()):
            target = f"torch._deprecated_attrs[{name!r}]"
            current().set_item(torch._deprecated_attrs, name, function, target=target, area=AREA)


@patch_function
@requires_import("torch_musa")
def _forbid_tf32_by_default():
    """TF32 is off, as CUDA has it for matrix products; torch_musa has one switch, for convolutions as well."""
    from ..cuda import _precision

    undo = _precision.adopt_pytorchs_settings()
    current().call(lambda: None, undo, "torch_musa's TF32 switch", AREA)


@patch_function
@requires_import("torch_musa")
def _accept_tensors_of_users():
    """torch.backends.cudnn.is_acceptable(): PyTorch asks whether it may use cuDNN's own calls."""
    import torch

    ledger, module = current(), torch.backends.cudnn.m
    genuine = module.is_acceptable
    asked = _core.ByAsker(genuine, as_user(genuine, ledger, AREA))
    ledger.set_attr(module, "is_acceptable", asked, area=AREA)


@patch_function
@requires_import("torch_musa")
def _add_backends_musa():
    """torch.backends.musa, which newer versions of torch_musa have: accelerate allows TF32 by its matmul."""
    import torch

    if hasattr(torch.backends, "musa"):
        return
    module = types.ModuleType("torch.backends.musa", "Switches of matrix products on MUSA GPUs.")
    vars(module)["matmul"] = torch.backends.cuda.matmul
    current().set_attr(torch.backends, "musa", module, area=AREA)
