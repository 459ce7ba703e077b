"""Copies in captures."""

import pytest
import torch
import torch_musa
from test_graph_captures import capture, host


@pytest.fixture
def x():
    return torch.arange(6.0, device="musa").reshape(2, 3)


def test_views_made_in_a_capture(x):
    def change():
        rows = x.view(3, 2)
        rows[1:].copy_(rows[:2].clone() * 10)
        return x.as_strided((2,), (3,)).clone()

    graph, y = capture(change)
    for _ in range(3):
        expected = x.cpu()
        rows = expected.view(3, 2)
        rows[1:] = rows[:2].clone() * 10
        graph.replay()
        assert torch.equal(host(x), expected) and torch.equal(host(y), expected[:, 0])


def test_copies_of_pinned_memory_happen_at_each_replay():
    source = torch.zeros(5).pin_memory()
    target = torch.zeros(5).pin_memory()
    static = torch.zeros(5, device="musa")

    def work():
        static.copy_(source, non_blocking=True)
        y = static * 2
        target.copy_(y, non_blocking=True)

    graph, _ = capture(work)
    assert (target == 0).all() and (host(static) == 0).all()
    for value in (1.0, 2.0):
        source.fill_(value)
        graph.replay()
        torch_musa.synchronize()
        assert (target == 2 * value).all()


@pytest.mark.parametrize(
    "name, call",
    {
        "masked_fill": lambda x: x.masked_fill_(x > 2, 9.0),
        "where": lambda x: x.copy_(torch.where(x > 2, 9.0, x)),
        "index_put": lambda x: x.index_put_((x > 2,), torch.full((), 9.0, device="musa")),
    }.items(),
)
def test_masks_that_need_no_count(x, name, call):
    graph, _ = capture(lambda: call(x))
    graph.replay()
    assert host(x).tolist() == [[0.0, 1.0, 2.0], [9.0, 9.0, 9.0]]


def test_resizing_moves_the_values_at_each_replay(x):
    def grow():
        y = x + 1
        return y.resize_(3, 400)

    graph, y = capture(grow)
    for value in (1.0, 2.0):
        x.fill_(value)
        graph.replay()
        assert (host(y).view(-1)[:6] == value + 1).all()
