"""torch.distributed: programs say "nccl" and "cuda", PyTorch's own code has "mccl" and "musa".

Names are translated where they enter PyTorch and back where they leave it (`_names`). What runs is
torch_musa's backend, as a program that says "mccl" gets it.
"""

from .._ledger import current
from .._registry import patch_function, requires_import
from . import _answers, _backends, _ddp, _groups, _meshes, _names

AREA = _names.AREA


@patch_function
@requires_import("torch_musa")
def _serve_nccl():
    """Every part in turn; none where torch_musa brings no backend."""
    ledger = current()
    problem = _names.problem()
    if problem:
        ledger.skip(AREA, "torch.distributed", problem)
        return
    for part in (_backends, _groups, _answers, _meshes, _ddp):
        part.patch(ledger)
