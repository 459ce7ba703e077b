"""Names of CUDA in torch.musa: programs ask for the module of their device, and then write as for CUDA.

    module = torch.get_device_module("musa")
    with module.graph(cuda_graph=module.CUDAGraph(), pool=pool): ...

torch_musa's own code imports its objects from where they are defined, and sees them as they were.
"""

import sys

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "torch.musa"


@patch_function
@requires_import("torch_musa")
def _add_cudas_names():
    import torch

    ledger, musa = current(), sys.modules["torch_musa"]
    for name, value in (
        ("CUDAGraph", torch.cuda.CUDAGraph),
        ("streams", torch.cuda.streams),
        ("nvtx", torch.cuda.nvtx),
        ("_is_compiled", _is_compiled),
    ):
        if not hasattr(musa, name):
            ledger.set_attr(musa, name, value, area=AREA)
    ledger.set_attr(musa, "graph", _graph_with_cudas_argument(musa.graph), area=AREA)


def _is_compiled() -> bool:
    """True: torch_musa is installed."""
    return True


def _graph_with_cudas_argument(genuine: type) -> type:
    """torch_musa's context of a capture, which takes the graph as cuda_graph=, too."""

    class graph(genuine):
        __doc__ = genuine.__doc__

        def __init__(self, *args, **keywords):
            # With both of them, torch_musa's raises.
            if "cuda_graph" in keywords and not args and "musa_graph" not in keywords:
                keywords["musa_graph"] = keywords.pop("cuda_graph")
            super().__init__(*args, **keywords)

    graph.__module__, graph.__qualname__ = genuine.__module__, genuine.__qualname__
    return graph
