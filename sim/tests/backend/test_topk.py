"""topk chooses among equal elements as CUDA's kernel does: those with the lowest indices."""

import pytest
import torch


def with_equals():
    torch.manual_seed(1)
    rows = torch.randint(0, 50, (200, 128)).float()
    assert not rows.topk(9).indices.equal(in_order(rows, -1, True).indices.narrow(-1, 0, 9))
    return rows


def in_order(rows, dim, largest):
    return rows.sort(stable=True, dim=dim, descending=largest)


@pytest.mark.parametrize("dim", [0, 1])
@pytest.mark.parametrize("largest", [True, False])
def test_the_lowest_indices(dim, largest):
    rows = with_equals()
    expected = in_order(rows, dim, largest)
    found = rows.to("musa").topk(9, dim, largest)
    assert found.values.cpu().equal(expected.values.narrow(dim, 0, 9))
    assert found.indices.cpu().equal(expected.indices.narrow(dim, 0, 9))


def test_in_a_graph():
    rows = with_equals().to("musa")
    graph = torch.musa.MUSAGraph()
    with torch.musa.graph(graph):
        found = rows.topk(9)
    rows.copy_(rows.flip(1))
    graph.replay()
    expected = in_order(rows.cpu(), -1, True)
    assert found.indices.cpu().equal(expected.indices.narrow(-1, 0, 9))


@pytest.mark.parametrize(
    "shape, k", [((7, 50), 5), ((7, 50), 0), ((), 1), ((0, 3), 2), ((4, 6), 6)]
)
def test_without_equals_it_is_the_cpus(shape, k):
    x = torch.randn(shape)
    for found, expected in zip(x.to("musa").topk(k), x.topk(k)):
        assert found.cpu().equal(expected)
