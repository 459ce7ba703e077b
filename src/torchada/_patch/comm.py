"""The comm layer of the PyTorch that torch_musa patches.

Its torch.nn.parallel.comm calls torch_musa's native module instead of torch._C, with `out=` by names
that torch_musa 2.7.1 lacks.
"""

from ._binding import late_emulation
from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "torch.cuda.comm"

_CALLED_BUT_MISSING = ("broadcast_out", "scatter_out", "gather_out")


@patch_function
@requires_import("torch_musa")
def _add_missing_functions():
    from torch_musa import _MUSAC

    for name in _CALLED_BUT_MISSING:
        if not hasattr(_MUSAC, f"_{name}"):
            function = late_emulation(f"_{name}", f"_comm.{name}")
            current().set_attr(_MUSAC, f"_{name}", function, area=AREA)
