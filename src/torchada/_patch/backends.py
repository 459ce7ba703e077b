"""torch.backends.cuda and what follows from it saying that CUDA was built."""

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "backends"


def is_built():
    """Whether PyTorch can run on a GPU here: it can."""
    return True


# PyTorch names the function in a deprecation warning of torch.has_cuda.
is_built.__module__ = "torch.backends.cuda"


@patch_function
@requires_import("torch_musa")
def _say_cuda_is_built():
    """is_built() is True, and what torch._inductor imports when it is, exists."""
    import torch

    ledger = current()
    ledger.set_attr(torch.backends.cuda, "is_built", is_built, area=AREA)
    # torch.has_cuda asks the function that it took when torch was imported.
    if "has_cuda" in getattr(torch, "_deprecated_attrs", ()):
        target = "torch._deprecated_attrs['has_cuda']"
        ledger.set_item(torch._deprecated_attrs, "has_cuda", is_built, target=target, area=AREA)
    # torch._inductor.cudagraph_trees imports this name from torch._C where CUDA is built.
    name = "_cuda_CUDAAllocator_AllocatorState"
    if not hasattr(torch._C, name):
        stand_in = type(name, (), {"__doc__": "The state of CUDA's allocator; no CUDA here."})
        ledger.set_attr(torch._C, name, stand_in, area=AREA)
