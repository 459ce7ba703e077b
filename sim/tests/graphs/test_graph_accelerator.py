"""torch.accelerator.Graph: PyTorch's own class, over the same graphs."""

import pytest
import torch
from test_graph_captures import host
from test_graph_errors import INVALIDATED

pytestmark = pytest.mark.skipif(
    not hasattr(torch.accelerator, "Graph"), reason="this torch has none"
)


@pytest.fixture
def x():
    return torch.arange(6.0, device="musa").reshape(2, 3)


def test_between_begin_and_end(x):
    graph = torch.accelerator.Graph()
    with torch.Stream("musa"):
        graph.capture_begin()
        y = x + 1
        graph.capture_end()
    graph.replay()
    assert torch.equal(host(y), x.cpu() + 1)


def test_as_a_context(x):
    first = torch.accelerator.Graph(capture_error_mode="thread_local")
    with torch.Stream("musa"):
        with first:
            y = x * 2
        second = torch.accelerator.Graph(keep_graph=True, pool=first.pool())
        with second:
            z = y + 1
        with pytest.raises(ValueError, match="a user's"):
            with torch.accelerator.Graph():
                y + 1
                raise ValueError("a user's")
        with pytest.raises(RuntimeError, match=INVALIDATED):
            with torch.accelerator.Graph():
                x.sum().item()
    x.fill_(4)
    first.replay()
    second.replay()
    assert host(z).eq(9).all()
    with pytest.raises(RuntimeError, match="non-default stream"):
        with torch.accelerator.Graph():
            x + 1
