"""The comm layer of the PyTorch that torch_musa patches.

Its torch.nn.parallel.comm calls torch_musa's native module instead of torch._C, with `out=` by names
that torch_musa 2.7.1 lacks.
"""

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "torch.cuda.comm"

_CALLED_BUT_MISSING = ("broadcast_out", "scatter_out", "gather_out")


@patch_function
@requires_import("torch_musa")
def _add_missing_functions():
    from torch_musa import _MUSAC

    from ..cuda import _comm

    for name in _CALLED_BUT_MISSING:
        if not hasattr(_MUSAC, f"_{name}"):
            current().set_attr(_MUSAC, f"_{name}", getattr(_comm, name), area=AREA)
