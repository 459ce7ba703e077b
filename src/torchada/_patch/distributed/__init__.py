"""torch.distributed: programs say "nccl" and "cuda", PyTorch's own code has "mccl" and "musa".

Names are translated where they enter PyTorch and back where they leave it (`words`). What runs is
torch_musa's backend, as a program that says "mccl" gets it.
"""

from .._late_modules import when_imported
from .._ledger import current
from .._registry import patch_function, requires_import
from . import answers, backends, ddp, groups, meshes, words

AREA = words.AREA

# Modules that programs import when they need them, and what is done to each.
_LATE = (
    ("torch._dynamo.variables.script_object", "distributed.traced.meshes"),
    ("torch.distributed.argparse_util", "distributed.launch.read_gpus"),
    ("torch.distributed._symmetric_memory", "distributed.refused.symmetric_memory"),
    ("torch.distributed.rpc.options", "distributed.refused.rpc_devices"),
    ("torch.distributed.run", "distributed.launch.count_gpus"),
)


@patch_function
@requires_import("torch_musa")
def _serve_nccl():
    """Every part in turn; none where torch_musa brings no backend."""
    ledger = current()
    problem = words.problem()
    if problem:
        ledger.skip(AREA, "torch.distributed", problem)
        return
    for module in (backends, groups, answers, meshes, ddp):
        module.patch(ledger)
    when_imported(ledger, _LATE, AREA)
