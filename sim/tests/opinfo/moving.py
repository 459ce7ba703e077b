"""Copies of trees of tensors on another device, with the same storages, strides and bits."""

import torch
from torch.utils._pytree import tree_map

DEVICE = "musa"


class Mover:
    """Copies the tensors of one sample; tensors that share a storage share one again."""

    def __init__(self, device):
        self.device = torch.device(device)
        self._storages = {}

    def tree(self, tree):
        """Every tensor, device and generator in the tree, for the device; the rest as it is."""
        return tree_map(self._leaf, tree)

    def _leaf(self, value):
        if isinstance(value, torch.Tensor):
            return self.tensor(value)
        if isinstance(value, torch.device) or (isinstance(value, str) and value == "cpu"):
            return self.device
        if isinstance(value, torch.Generator):
            return torch.Generator(self.device).manual_seed(value.initial_seed())
        return value

    def tensor(self, tensor):
        """A leaf: the same values, layout, strides, offset, lazy bits, requires_grad."""
        source = tensor.detach()
        if type(source) is not torch.Tensor:
            copy = source.clone().to(self.device)
        elif source.layout == torch.strided and not source.is_quantized:
            copy = self._strided(source)
        else:
            copy = self._members(source)
        return copy.requires_grad_(tensor.requires_grad)

    def _strided(self, source):
        if source._is_zerotensor():
            return torch._efficientzerotensor(source.shape, dtype=source.dtype, device=self.device)
        if source.is_conj():
            return self._strided(source.conj()).conj()
        if source.is_neg():
            return self._strided(source._neg_view())._neg_view()
        copy = torch.empty(0, dtype=source.dtype, device=self.device)
        copy.set_(
            self._storage(source.untyped_storage()),
            source.storage_offset(),
            source.size(),
            source.stride(),
        )
        return copy

    def _storage(self, storage):
        key = storage._cdata
        if key not in self._storages:
            raw = torch.empty(0, dtype=torch.uint8).set_(storage)
            # The original is kept too, so that its address is not used again for another one.
            self._storages[key] = (storage, torch.clone(raw).to(self.device).untyped_storage())
        return self._storages[key][1]

    def _members(self, source):
        if source.layout == torch.sparse_coo:
            return torch.sparse_coo_tensor(
                self.tensor(source._indices()),
                self.tensor(source._values()),
                source.shape,
                is_coalesced=source.is_coalesced(),
                check_invariants=False,
            )
        if source.layout in (torch.sparse_csr, torch.sparse_bsr):
            compressed, plain = source.crow_indices(), source.col_indices()
        elif source.layout in (torch.sparse_csc, torch.sparse_bsc):
            compressed, plain = source.ccol_indices(), source.row_indices()
        else:
            return source.clone().to(self.device)
        return torch.sparse_compressed_tensor(
            self.tensor(compressed),
            self.tensor(plain),
            self.tensor(source.values()),
            source.shape,
            layout=source.layout,
            check_invariants=False,
        )
