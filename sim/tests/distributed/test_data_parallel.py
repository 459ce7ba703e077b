"""Several devices of one process: torch.nn.parallel and the functions under it."""

import copy

import pytest
import torch
import torch_musa
from torch import nn
from torch.nn.parallel import comm

pytestmark = pytest.mark.filterwarnings("ignore:PyTorch is not compiled with NCCL support")


def test_mccl_version():
    assert torch_musa.mccl.version() == (2, 11, 4)


def test_broadcast_gives_a_copy_to_each_device():
    tensor = torch.arange(6.0, device="musa:0")
    copies = comm.broadcast(tensor, [0, 1])
    assert [c.device.index for c in copies] == [0, 1]
    assert copies[0].data_ptr() == tensor.data_ptr()
    assert all(torch.equal(c.cpu(), tensor.cpu()) for c in copies)
    out = [torch.empty(6, device="musa:0"), torch.empty(6, device="musa:1")]
    assert comm.broadcast(tensor, out=out)[1].tolist() == tensor.tolist()


def test_broadcast_coalesced_keeps_the_originals_on_the_first_device():
    tensors = [torch.randn(3, device="musa:0"), torch.arange(4, device="musa:0")]
    first, second = comm.broadcast_coalesced(tensors, [0, 1])
    assert [t.data_ptr() for t in first] == [t.data_ptr() for t in tensors]
    for copied, original in zip(second, tensors):
        assert copied.device.index == 1 and torch.equal(copied.cpu(), original.cpu())
    with pytest.raises(RuntimeError, match=r"All tensors must be on devices\[0\]: 1"):
        comm.broadcast_coalesced(tensors, [1, 0])


def test_scatter_in_even_and_given_chunks():
    tensor = torch.arange(10.0).reshape(5, 2)
    even = comm.scatter(tensor, [0, 1])
    assert [tuple(t.shape) for t in even] == [(3, 2), (2, 2)]
    assert [t.device.index for t in even] == [0, 1]
    given = comm.scatter(tensor.musa(), [0, 1], [1, 4])
    assert given[1].tolist() == tensor[1:].tolist()
    streams = [torch_musa.Stream(0), torch_musa.Stream(1)]
    columns = comm.scatter(tensor, [0, 1], dim=1, streams=streams)
    torch_musa.synchronize(0), torch_musa.synchronize(1)
    assert columns[1].tolist() == tensor[:, 1:].tolist()
    out = [torch.empty(2, 2, device="musa:1"), torch.empty(3, 2, device="musa:0")]
    assert comm.scatter(tensor, out=out)[1].tolist() == tensor[2:].tolist()
    with pytest.raises(RuntimeError, match="chunk sizes don't sum up"):
        comm.scatter(tensor, [0, 1], [1, 1])


def test_gather_onto_a_device_or_the_host():
    parts = [torch.ones(2, 3, device="musa:0"), torch.zeros(1, 3, device="musa:1")]
    for destination, device in ((0, "musa:0"), (1, "musa:1"), ("cpu", "cpu")):
        whole = comm.gather(parts, 0, destination)
        assert str(whole.device) == device and whole.sum().item() == 6
    out = torch.empty(3, 3, device="musa:1")
    assert comm.gather(parts, out=out) is not None and out.sum().item() == 6
    with pytest.raises(RuntimeError, match="got a tensor of shape"):
        comm.gather([parts[0], torch.ones(1, 2, device="musa:1")], 0, 0)


def test_data_parallel_equals_one_device():
    torch.manual_seed(0)
    plain = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
    split = nn.DataParallel(copy.deepcopy(plain).musa())
    assert split.device_ids == [0, 1]
    data = torch.randn(6, 4)
    found, expected = split(data.musa()), plain(data)
    torch.testing.assert_close(found.cpu(), expected)
    found.square().sum().backward()
    expected.square().sum().backward()
    for parameter, wanted in zip(split.module.parameters(), plain.parameters()):
        torch.testing.assert_close(parameter.grad.cpu(), wanted.grad)


def test_data_parallel_runs_each_replica_on_its_device():
    seen = []

    class Probe(nn.Module):
        def forward(self, data):
            seen.append((data.device.index, torch_musa.current_device()))
            return data

    nn.DataParallel(Probe())(torch.ones(4, 1, device="musa"))
    assert sorted(seen) == [(0, 0), (1, 1)]


def test_an_exception_of_a_replica_is_raised():
    class Failing(nn.Module):
        def forward(self, data):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="in replica 0 on device 0"):
        nn.DataParallel(Failing())(torch.ones(4, 1, device="musa"))
