"""Names of torch_musa whose modules are imported at their first use: the import of torch_musa has to
stay cheap.

The real package has them all at once.
"""

import importlib
from typing import Any, Dict, Tuple

# Name -> module, or module and attribute in it.
NAMES: Dict[str, Tuple[str, ...]] = {
    "BuildExtension": ("torch_musa.utils.musa_extension", "BuildExtension"),
    "MUSAExtension": ("torch_musa.utils.musa_extension", "MUSAExtension"),
    "musa_extension": ("torch_musa.utils.musa_extension",),
    "utils": ("torch_musa.utils",),
    "nn": ("torch_musa.core.ao.nn",),
    "optim": ("torch_musa.optim",),
    "multi_tensor_apply": ("torch_musa.multi_tensor_apply",),
    "_dynamo": ("torch_musa._dynamo",),
    "_inductor": ("torch_musa._inductor",),
    "_init_inductor_backend_registration": (
        "torch_musa._inductor",
        "_init_inductor_backend_registration",
    ),
    "backend": ("torch_musa._dynamo.backend",),
    "musagraphs": ("torch_musa._dynamo.backend.musagraphs",),
    "device_interface": ("torch_musa._dynamo.device_interface",),
    "MusaInterface": ("torch_musa._dynamo.device_interface", "MusaInterface"),
    "trace_rules": ("torch_musa._dynamo.trace_rules",),
    "variables": ("torch_musa._dynamo.variables",),
    "get_registered_device_interfaces": (
        "torch._dynamo.device_interface",
        "get_registered_device_interfaces",
    ),
    "register_interface_for_device": (
        "torch._dynamo.device_interface",
        "register_interface_for_device",
    ),
    "supported_ctx_manager_classes": (
        "torch._dynamo.variables.torch",
        "supported_ctx_manager_classes",
    ),
    "distributed": ("torch_musa.distributed",),
    "_apply_distributed_patch": ("torch_musa.distributed", "_apply_distributed_patch"),
    "_apply_sharded_grad_scaler_patch": (
        "torch_musa.distributed",
        "_apply_sharded_grad_scaler_patch",
    ),
    "mccl": ("torch_musa.core.mccl",),
}


def look_up(name: str) -> Any:
    """The value of a lazy name. AttributeError: there is no such name."""
    where = NAMES.get(name)
    if where is None:
        raise AttributeError(f"module 'torch_musa' has no attribute {name!r}")
    module = importlib.import_module(where[0])
    return getattr(module, where[1]) if len(where) > 1 else module
