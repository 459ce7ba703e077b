"""DistributedDataParallel: what it allows CUDA by its version, and what it says of its group."""

from functools import wraps
from typing import Any

from .words import AREA, attribute, shown, shown_in

_BFLOAT16 = ("bf16_compress_hook", "bf16_compress_wrapper_hook")


def patch(ledger: Any) -> None:
    """Its check of communication hooks, its errors, and the record of its reducer."""
    import torch

    parallel = torch.nn.parallel.DistributedDataParallel
    for name, wrap in (
        ("_check_comm_hook", _check),
        ("_log_and_throw", _throw),
        ("_get_ddp_logging_data", _logged),
    ):
        ledger.set_attr(parallel, name, wrap(getattr(parallel, name)), area=AREA)
    ledger.set_attr(parallel, "device_type", attribute("device_type"), area=AREA)


def _check(check):
    """bfloat16 is carried: PyTorch looks at torch.version.cuda, which is None here."""

    @wraps(check)
    def translated(self, hook):
        if getattr(hook, "__name__", "") in _BFLOAT16:
            # The other checks read the signature, which this one has as well.
            name, hook = hook.__name__, wraps(hook)(lambda state, bucket: None)
            hook.__name__ = f"checked_{name}"
        check(self, hook)

    return translated


def _throw(throw):
    @wraps(throw)
    def translated(self, err_type, err_msg):
        throw(self, err_type, shown_in(err_msg))

    return translated


def _logged(get):
    """C++ has no name for a backend that is not PyTorch's."""

    @wraps(get)
    def translated(self):
        data = get(self)
        if data.get("backend_name") == "custom":
            data["backend_name"] = shown(self.process_group._get_backend(self.device).name())
        return data

    return translated
