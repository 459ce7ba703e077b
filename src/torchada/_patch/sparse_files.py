"""Sparse tensors in checkpoints: written as CUDA's are, and checked where torch_musa can.

PyTorch pickles a tensor without a storage of another backend as a CPU copy and the backend's name,
which no CUDA machine knows. CUDA's are their indices and values, each a dense tensor with a storage.
"""

from functools import wraps

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "serialization"


@patch_function
@requires_import("torch_musa")
def _pickle_sparse_tensors_by_their_parts():
    import torch

    original = torch.Tensor._reduce_ex_internal

    @wraps(original)
    def _reduce_ex_internal(self, proto):
        if self.layout is torch.strided or self.device.type != "musa":
            return original(self, proto)
        parts = _parts(self, torch)
        if parts is None:
            return original(self, proto)
        torch.utils.hooks.warn_if_has_hooks(self)
        return torch._utils._rebuild_sparse_tensor, (self.layout, parts)

    current().set_attr(torch.Tensor, "_reduce_ex_internal", _reduce_ex_internal, area=AREA)


@patch_function
@requires_import("torch_musa")
def _check_loaded_sparse_tensors_on_the_cpu():
    """PyTorch's checks of their invariants know the devices of its own release only."""
    import torch

    utils = torch._utils
    original = utils._validate_loaded_sparse_tensors

    @wraps(original)
    def _validate_loaded_sparse_tensors():
        loaded = utils._sparse_tensors_to_validate
        loaded[:] = [t.cpu() if t.device.type == "musa" else t for t in loaded]
        return original()

    current().set_attr(
        utils, "_validate_loaded_sparse_tensors", _validate_loaded_sparse_tensors, area=AREA
    )


@patch_function
@requires_import("torch_musa")
def _place_what_torch_musa_wrote():
    """Files written without torchada name "musa:N" for a sparse tensor; a dict says "cuda:N"."""
    import torch

    from .serialization import as_users_location

    utils = torch._utils
    original = utils._get_restore_location

    @wraps(original)
    def _get_restore_location(device):
        map_location = torch.serialization._serialization_tls.map_location
        if isinstance(device, str):
            device = as_users_location(device, map_location)
        return original(device)

    current().set_attr(utils, "_get_restore_location", _get_restore_location, area=AREA)


def _parts(tensor, torch):
    """The parts that CUDA's pickle of this tensor holds beside its layout; None for a layout without parts."""
    if tensor.layout is torch.sparse_coo:
        return tensor._indices(), tensor._values(), tensor.size(), tensor.is_coalesced()
    if tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        return tensor.crow_indices(), tensor.col_indices(), tensor.values(), tensor.size()
    if tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        return tensor.ccol_indices(), tensor.row_indices(), tensor.values(), tensor.size()
    return None
