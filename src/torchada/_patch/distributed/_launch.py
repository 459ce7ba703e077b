"""torchrun --nproc-per-node=gpu: PyTorch asks torch.cuda.is_available() before it counts."""

import sys
from functools import wraps
from typing import Any

from ._names import AREA


def count_gpus(ledger: Any, module: Any) -> None:
    """The number of processes of a node."""
    genuine = module.determine_local_world_size

    @wraps(genuine)
    def determine_local_world_size(nproc_per_node):
        if nproc_per_node == "gpu" and sys.modules["torch_musa"].is_available():
            nproc_per_node = "musa"
        return genuine(nproc_per_node)

    ledger.set_attr(module, genuine.__name__, determine_local_world_size, area=AREA)
