"""torch.OutOfMemoryError: what programs look for in its text, to try again with less."""

from functools import wraps

from .. import _presence
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "memory"
_HERE, _ON_CUDA = "MUSA out of memory", "CUDA out of memory"


@patch_function
@requires_import("torch_musa")
def _say_cuda_out_of_memory():
    """torch_musa's text begins "MUSA out of memory."; programs search it for CUDA's words."""
    import torch

    error = torch.OutOfMemoryError
    if _presence.is_off("TORCHADA_PERSPECTIVE"):
        current().skip(AREA, "torch.OutOfMemoryError.__init__", "TORCHADA_PERSPECTIVE is off")
    else:
        current().set_attr(error, "__init__", _with_both_names(error.__init__), area=AREA)


def _with_both_names(init):
    @wraps(init)
    def __init__(self, *args):
        if args and isinstance(args[0], str) and args[0].startswith(_HERE):
            # CUDA's words where CUDA has them; those of torch_musa are not lost.
            args = (f"{_ON_CUDA}{args[0][len(_HERE):]} ({_HERE})", *args[1:])
        init(self, *args)

    return __init__
