"""Names that a torch without CUDA gets, though it has none such."""

from .rows import STOCK
from .torch_c import BINDINGS

# PyTorch's code asks whether torch._C has these.
_PROBED = {"_CUDAGreenContext", "_FastCudaLauncher", "_StaticCudaLauncher"}

# What a torch without CUDA gets, though it has no such name: bindings of ours and torch_musa's, and
# those that say why they are not supported.
ADDED = {
    "torch._C": frozenset(
        row.name for row in BINDINGS if row.how != STOCK and row.name not in _PROBED
    ),
    # torch._C puts it there as it initialises CUDA.
    "torch.cuda": frozenset({"_get_device_properties"}),
}
