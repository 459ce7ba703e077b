"""torchrun --nproc-per-node=gpu: PyTorch asks torch.cuda.is_available() before it counts."""

import sys
from functools import wraps
from typing import Any

from .words import AREA

_OPTION = "nproc_per_node"


def count_gpus(ledger: Any, module: Any) -> None:
    """The number of processes of a node, in torch.distributed.run."""
    genuine = module.determine_local_world_size

    @wraps(genuine)
    def determine_local_world_size(nproc_per_node):
        return genuine(_named(nproc_per_node))

    ledger.set_attr(module, genuine.__name__, determine_local_world_size, area=AREA)


def read_gpus(ledger: Any, module: Any) -> None:
    """The same from the command line and its variable, in torch.distributed.argparse_util.

    `python -m torch.distributed.run` runs a copy of that module, which nothing else reaches.
    """
    genuine = module.env
    init, call = genuine.__init__, genuine.__call__

    @wraps(init)
    def __init__(self, dest, *args, **kwargs):
        init(self, dest, *args, **kwargs)
        if dest == _OPTION:
            self.default = _named(self.default)

    @wraps(call)
    def __call__(self, parser, namespace, values, *args):
        call(self, parser, namespace, _named(values) if self.dest == _OPTION else values, *args)

    ledger.set_attr(genuine, "__init__", __init__, area=AREA)
    ledger.set_attr(genuine, "__call__", __call__, area=AREA)


def _named(processes: Any) -> Any:
    """The word that PyTorch is to read: it counts MUSA's devices only by the word "musa"."""
    return "musa" if processes == "gpu" and sys.modules["torch_musa"].is_available() else processes
