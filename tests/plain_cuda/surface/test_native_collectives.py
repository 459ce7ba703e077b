"""Calls: torch._C's copies between devices, and collectives of one process, here of one device."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture
def x():
    return torch.arange(4.0, device="cuda")


def test_copies(x):
    assert torch._C._broadcast(x, [0])[0].equal(x)
    assert torch._C._broadcast_coalesced([x], [0], 1024)[0][0].equal(x)
    assert torch._C._scatter(x, [0], [4], 0, None)[0].equal(x)
    assert torch._C._gather([x, x], 0, 0).equal(torch.cat([x, x]))
    out = torch.empty(8, device="cuda")
    torch._C._gather_out([x, x], out, 0)
    assert out.equal(torch.cat([x, x]))


def test_copies_to_the_host():
    source = torch.arange(4.0)
    out = [torch.empty(4, device="cuda")]
    torch._C._scatter_out(source, out, 0, None)
    assert out[0].cpu().equal(source)
    target = torch.empty(4, device="cuda")
    torch._C._broadcast_out(out[0], [target])
    assert target.cpu().equal(source)


def test_the_library():
    assert torch._C._nccl_version() > 0
    assert isinstance(torch._C._nccl_version_suffix(), (str, bytes))
