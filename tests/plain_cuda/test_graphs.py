"""CUDA graphs: capture, replay, pools, random numbers, training."""

import pytest
import torch
from torch import nn

pytestmark = pytest.mark.gpu


def captured(function, **keywords):
    """(graph, result) of a function captured after a run on a side stream."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        function()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, **keywords):
        result = function()
    return graph, result


def test_capture_and_replay():
    x = torch.zeros(3, device="cuda")
    graph, y = captured(lambda: x * 2 + 1)
    x.fill_(3)
    graph.replay()
    assert y.tolist() == [7, 7, 7]
    assert y.is_cuda
    x.fill_(4)
    graph.replay()
    assert y.tolist() == [9, 9, 9]


def test_nothing_runs_while_it_is_captured():
    x = torch.zeros(3, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x.add_(1)
    torch.cuda.synchronize()
    assert x.tolist() == [0, 0, 0]
    graph.replay()
    assert x.tolist() == [1, 1, 1]


def test_what_says_that_a_capture_is_under_way():
    x = torch.ones(1, device="cuda")
    assert torch.cuda.is_current_stream_capturing() is False
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        assert torch.cuda.is_current_stream_capturing() is True
        assert torch.cuda.graphs.is_current_stream_capturing() is True
        x + 1
    assert torch.cuda.is_current_stream_capturing() is False


@pytest.mark.parametrize("mode", ["global", "thread_local", "relaxed"])
def test_every_keyword_of_graph(mode):
    x = torch.ones(2, device="cuda")
    stream, pool = torch.cuda.Stream(), torch.cuda.graph_pool_handle()
    graph = torch.cuda.CUDAGraph()
    before = torch.cuda.current_stream()
    with torch.cuda.graph(cuda_graph=graph, pool=pool, stream=stream, capture_error_mode=mode):
        assert torch.cuda.current_stream() == stream
        y = x + 1
    assert torch.cuda.current_stream() == before
    assert graph.pool() == pool
    graph.replay()
    assert y.tolist() == [2, 2]


def test_pools():
    handle = torch.cuda.graph_pool_handle()
    assert isinstance(handle, tuple) and len(handle) == 2
    assert torch.cuda.graph_pool_handle() != handle
    x = torch.ones(2, device="cuda")
    first, y = captured(lambda: x + 1, pool=handle)
    second, z = captured(lambda: y + 1, pool=first.pool())
    other, _ = captured(lambda: x * 1)
    assert first.pool() == second.pool() == handle != other.pool()
    x.fill_(5)
    first.replay()
    second.replay()
    assert z.tolist() == [7, 7]


def test_capture_by_hand():
    x = torch.ones(2, device="cuda")
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        graph.capture_begin(capture_error_mode="thread_local")
        y = x * 3
        graph.capture_end()
    graph.replay()
    assert y.tolist() == [3, 3]
    with torch.cuda.stream(stream):
        again = torch.cuda.CUDAGraph()
        again.capture_begin(pool=graph.pool())
        z = y + 1
        again.capture_end()
    again.replay()
    assert z.tolist() == [4, 4]


def test_several_streams_join_a_capture():
    x = torch.ones(4, device="cuda")
    graph, side = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    with torch.cuda.graph(graph):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            assert torch.cuda.is_current_stream_capturing()
            y = x * 2
        z = x + 1
        torch.cuda.current_stream().wait_stream(side)
        total = y + z
    x.fill_(2)
    graph.replay()
    assert total.tolist() == [7, 7, 7, 7]


def test_replays_follow_each_other_on_any_stream():
    x = torch.zeros(1, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        x.add_(1)
    stream = torch.cuda.Stream()
    for _ in range(5):
        graph.replay()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(5):
            graph.replay()
    torch.cuda.synchronize()
    assert x.item() == 10


def test_reset_frees_the_graph_for_another_capture():
    x = torch.ones(2, device="cuda")
    graph, _ = captured(lambda: x + 1)
    graph.reset()
    with pytest.raises(RuntimeError, match="without a preceding successful capture"):
        graph.replay()
    with torch.cuda.graph(graph):
        y = x + 2
    graph.replay()
    assert y.tolist() == [3, 3]


def test_random_numbers_are_new_in_each_replay():
    graph, y = captured(lambda: torch.rand(8, device="cuda"))
    torch.cuda.manual_seed(5)
    seen = []
    for _ in range(3):
        graph.replay()
        seen.append(y.clone())
    assert not seen[0].equal(seen[1]) and not seen[1].equal(seen[2])
    torch.cuda.manual_seed(5)
    for expected in seen:
        graph.replay()
        assert y.equal(expected)
    torch.cuda.manual_seed(5)
    for expected in seen:
        assert torch.rand(8, device="cuda").equal(expected)


def test_dropout_in_a_graph():
    x = torch.ones(1000, device="cuda")
    graph, y = captured(lambda: nn.functional.dropout(x, 0.5))
    graph.replay()
    first = y.clone()
    graph.replay()
    assert not first.equal(y)
    assert set(y.unique().tolist()) == {0.0, 2.0}


def test_a_whole_training_step():
    torch.manual_seed(0)
    data = [torch.randn(16, 4, device="cuda") for _ in range(5)]
    targets = [torch.randn(16, 2, device="cuda") for _ in range(5)]

    def make():
        torch.manual_seed(1)
        model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2)).cuda()
        return model, torch.optim.SGD(model.parameters(), lr=0.1)

    def step(model, optimizer, x, y):
        optimizer.zero_grad(set_to_none=True)
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        return loss

    eager, optimizer = make()
    losses = [step(eager, optimizer, x, y).item() for x, y in zip(data, targets)]

    model, optimizer = make()
    state = {key: value.clone() for key, value in model.state_dict().items()}
    static_x, static_y = torch.zeros(16, 4, device="cuda"), torch.zeros(16, 2, device="cuda")
    graph, loss = captured(lambda: step(model, optimizer, static_x, static_y))
    model.load_state_dict(state)
    for x, y, expected in zip(data, targets, losses):
        static_x.copy_(x)
        static_y.copy_(y)
        graph.replay()
        assert loss.item() == pytest.approx(expected, rel=1e-4)
    for ours, theirs in zip(model.parameters(), eager.parameters()):
        torch.testing.assert_close(ours, theirs)
