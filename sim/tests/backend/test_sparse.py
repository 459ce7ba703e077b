"""Sparse tensors of the device: made, copied, computed with, differentiated."""

import pytest
import torch
import torch_musa

LAYOUTS = ["sparse_coo", "sparse_csr", "sparse_csc"]

pytestmark = [
    pytest.mark.filterwarnings("ignore:Sparse (CSR|CSC) tensor support:UserWarning"),
    pytest.mark.filterwarnings("ignore:Sparse invariant checks:UserWarning"),
]


def dense():
    return torch.tensor([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]])


def sparse(layout, device="musa"):
    return dense().to(device).to_sparse(layout=getattr(torch, layout))


def members(tensor):
    if tensor.layout == torch.sparse_coo:
        return tensor._indices(), tensor._values()
    rows = tensor.layout == torch.sparse_csr
    compressed = tensor.crow_indices() if rows else tensor.ccol_indices()
    return compressed, tensor.col_indices() if rows else tensor.row_indices(), tensor.values()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_members_lie_on_the_device(layout):
    tensor = sparse(layout)
    assert tensor.device == torch.device("musa", 0) and tensor.layout == getattr(torch, layout)
    for member in members(tensor):
        assert member.device == tensor.device
        assert torch_musa._MUSAC._musasim_pointer_device(member.data_ptr()) == 0
    assert torch.equal(tensor.to_dense().cpu(), dense())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_copies_to_and_from_the_host(layout):
    host = sparse(layout, "cpu")
    device = host.to("musa")
    assert device.device == torch.device("musa", 0)
    back = device.cpu()
    assert torch.equal(back.to_dense(), dense())
    for member in members(back):
        assert torch_musa._MUSAC._musasim_pointer_device(member.data_ptr()) == -1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_on_a_device_that_is_not_the_current_one(layout, second_device):
    there = dense().to_sparse(layout=getattr(torch, layout)).to("musa:1")
    assert there.device == torch.device("musa:1")
    assert all(member.device == there.device for member in members(there))
    assert torch.equal((there @ dense().t().to("musa:1")).cpu(), dense() @ dense().t())
    assert sparse(layout, "musa:1").device == there.device


@pytest.mark.parametrize("layout", [*LAYOUTS, "sparse_bsr", "sparse_bsc"])
@pytest.mark.filterwarnings("ignore:Sparse (BSR|BSC) tensor support:UserWarning")
def test_a_tensor_plus_itself(layout):
    blocks = (2, 2) if layout.startswith("sparse_bs") else None
    one = torch.eye(4, device="musa").to_sparse(layout=getattr(torch, layout), blocksize=blocks)
    assert torch.equal((one + one).to_dense().cpu(), 2 * torch.eye(4))
    assert torch.equal(one.add_(one).to_dense().cpu(), 2 * torch.eye(4))


def test_a_product_into_a_new_sparse_tensor():
    x = torch.arange(6.0).view(3, 2)
    assert torch.equal(torch.smm(sparse("sparse_coo"), x.to("musa")).to_dense().cpu(), dense() @ x)


def test_arithmetic_and_in_place():
    tensor = sparse("sparse_coo")
    other = tensor.clone()
    assert other.mul_(3) is other
    assert torch.equal((tensor + other).to_dense().cpu(), dense() * 4)
    assert torch.equal(tensor.to_dense().cpu(), dense())
    twice = torch.sparse_coo_tensor(
        torch.tensor([[0, 0], [1, 1]], device="musa"), torch.ones(2, device="musa"), (2, 3)
    )
    assert not twice.is_coalesced() and twice.coalesce().values().tolist() == [2]
    assert other.zero_().to_dense().abs().sum().item() == 0


@pytest.mark.parametrize("layout", LAYOUTS[:2])
def test_matrix_product_and_gradient(layout):
    weight = torch.ones(3, 2, device="musa", requires_grad=True)
    product = sparse(layout) @ weight
    assert torch.equal(product.detach().cpu(), dense() @ torch.ones(3, 2))
    product.sum().backward()
    assert torch.equal(weight.grad.cpu(), dense().t() @ torch.ones(2, 2))


def test_sparse_gradients_of_an_embedding():
    embedding = torch.nn.Embedding(5, 2, sparse=True).to("musa")
    optimizer = torch.optim.SparseAdam(embedding.parameters())
    before = embedding.weight.detach().clone()
    embedding(torch.tensor([1, 2, 1], device="musa")).sum().backward()
    assert embedding.weight.grad.is_sparse and embedding.weight.grad.is_musa
    optimizer.step()
    changed = (embedding.weight.detach() != before).any(1).tolist()
    assert changed == [False, True, True, False, False]
