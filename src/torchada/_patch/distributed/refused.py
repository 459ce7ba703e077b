"""Features of torch.distributed that torch_musa cannot serve: an error at the first call."""

import re
from functools import wraps
from typing import Any

from ..._errors import UnsupportedError
from .._unsupported import unsupported
from .words import AREA

_SYMMETRIC = (
    "torch_musa cannot map the memory of other GPUs for PyTorch",
    "use torch.distributed's collectives on ordinary tensors",
)
# The functions of torch.distributed._symmetric_memory that begin something.
_BEGIN = ("empty", "rendezvous", "get_mem_pool", "get_symm_mem_workspace", "set_backend")
_ENABLE = "enable_symm_mem_for_group"


def symmetric_memory(ledger: Any, module: Any) -> None:
    """Memory that GPUs share."""
    for name in (*_BEGIN, _ENABLE):
        if hasattr(module, name):
            refusing = unsupported(f"{module.__name__}.{name}", *_SYMMETRIC)
            ledger.set_attr(module, name, refusing, area=AREA)


def rpc_devices(ledger: Any, module: Any) -> None:
    """Tensors of GPUs in remote calls: TensorPipe carries them over CUDA's own means."""
    options = getattr(module, "TensorPipeRpcBackendOptions", None)
    if options is None:
        return
    for name in ("__init__", "set_device_map", "set_devices"):
        ledger.set_attr(options, name, _without_devices(getattr(options, name), name), area=AREA)


def _without_devices(method, name):
    @wraps(method)
    def refusing(self, *args, **kwargs):
        is_asked = kwargs.get("device_maps") or kwargs.get("devices")
        if name != "__init__" or is_asked:
            api = "torch.distributed.rpc with GPUs as devices"
            why = "TensorPipe cannot transfer the memory of MUSA GPUs"
            advice = "send CPU tensors, or use torch.distributed's collectives"
            raise UnsupportedError.of(api, why, advice)
        method(self, *args, **kwargs)

    return refusing


def explain_gloo(error: Any, function: str) -> None:
    """Gloo has met a tensor of the GPU: it knows how to copy those of CUDA through the host."""
    if re.search(r"ProcessGroupGloo::\w+: unsupported device type musa", str(error)):
        raise UnsupportedError.of(
            f"torch.distributed.{function} on a GPU tensor by the backend gloo",
            "PyTorch's gloo can copy CUDA's GPU tensors through the host, but no other GPU's",
            'use init_process_group("cpu:gloo,cuda:nccl"), which accepts both kinds of tensors, or '
            "pass x.cpu()",
        ) from error
