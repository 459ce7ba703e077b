"""Graphs: what a capture records, and what its replays do."""

import gc

import pytest
import torch
import torch_musa


def capture(function, **options):
    """A graph of the function, and what the function gave."""
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph, **options):
        result = function()
    return graph, result


def host(tensor):
    torch_musa.synchronize()
    return tensor.cpu()


@pytest.fixture
def x():
    return torch.arange(6.0, device="musa").reshape(2, 3)


def reserved_in_use():
    """Bytes of the segments that something alive keeps; what earlier tests left in cycles is gone."""
    gc.collect()
    torch_musa.empty_cache()
    return torch_musa.memory_reserved()


def test_a_replay_reads_the_inputs_anew(x):
    graph, y = capture(lambda: (x * 2 + 1).relu())
    for value in (3.0, -4.0, 0.5):
        x.fill_(value)
        graph.replay()
        assert torch.equal(host(y), torch.full((2, 3), max(value * 2 + 1, 0.0)))


def test_results_keep_their_addresses(x):
    graph, y = capture(lambda: x + 1)
    address = y.data_ptr()
    graph.replay()
    assert y.data_ptr() == address and torch.equal(host(y), x.cpu() + 1)


def test_a_capture_changes_nothing(x):
    before = x.cpu()
    count = torch.zeros((), dtype=torch.int64, device="musa")
    out = torch.full((2, 3), 7.0, device="musa")

    def change():
        x.mul_(3)
        x[0].add_(1)
        count.add_(1)
        torch.add(x, 1, out=out)
        x.t()[1].zero_()

    graph, _ = capture(change)
    assert torch.equal(host(x), before) and count.item() == 0 and (host(out) == 7).all()
    graph.replay()
    graph.replay()
    expected = before.clone()
    for _ in range(2):
        expected.mul_(3)
        expected[0].add_(1)
        result = expected + 1
        expected.t()[1].zero_()
    assert torch.equal(host(x), expected) and torch.equal(host(out), result) and count.item() == 2


def test_an_out_argument_that_is_resized(x):
    out = torch.empty(0, device="musa")
    graph, _ = capture(lambda: torch.mul(x, 2, out=out))
    assert out.shape == (2, 3)
    for value in (1.0, 5.0):
        x.fill_(value)
        graph.replay()
        assert (host(out) == 2 * value).all()


def test_memory_is_used_again_within_a_capture(x):
    big = torch.ones(1 << 20, device="musa")  # 4 MiB

    def chain():
        y = big
        for _ in range(20):
            y = y + 1
        return y

    before = reserved_in_use()
    graph, y = capture(chain)
    assert torch_musa.memory_reserved() - before <= 64 << 20
    graph.replay()
    assert (host(y) == 21).all()


def test_freed_results_stay_the_graphs(x):
    graph, y = capture(lambda: x + 1)
    address = y.data_ptr()
    del y
    others = [torch.zeros(2, 3, device="musa") for _ in range(100)]
    assert address not in {other.data_ptr() for other in others}
    graph.replay()
    torch_musa.synchronize()
    assert all((other == 0).all() for other in others)


def test_reset_gives_the_memory_back():
    big = torch.ones(8 << 20, device="musa")
    before = reserved_in_use()
    graph, y = capture(lambda: big + 1)
    held = torch_musa.memory_reserved() - before
    assert held >= 32 << 20
    del y
    torch_musa.empty_cache()
    assert torch_musa.memory_reserved() - before == held
    graph.reset()
    torch_musa.empty_cache()
    assert torch_musa.memory_reserved() == before


def test_a_dead_graph_gives_its_memory_back(x):
    before = reserved_in_use()
    capture(lambda: x + 1)
    assert reserved_in_use() == before


def test_a_graph_can_be_captured_again_after_reset(x):
    graph, _ = capture(lambda: x + 1)
    graph.reset()
    with torch_musa.graph(graph):
        y = x * 2
    graph.replay()
    assert torch.equal(host(y), x.cpu() * 2)


def test_graphs_share_a_pool(x):
    first, y = capture(lambda: x + 1)
    second, z = capture(lambda: y * 2, pool=first.pool())
    assert second.pool() == first.pool()
    first.replay()
    second.replay()
    assert torch.equal(host(z), (x.cpu() + 1) * 2)
    first.reset()
    second.replay()
    assert torch.equal(host(z), (x.cpu() + 1) * 2)


def test_a_capture_restores_results_of_a_graph_in_its_pool(x):
    pool = torch_musa.graph_pool_handle()
    first, y = capture(lambda: x + 1, pool=pool)
    first.replay()
    capture(lambda: y.add_(5), pool=pool)
    assert torch.equal(host(y), x.cpu() + 1)


def test_pool_names():
    handles = {torch_musa.graph_pool_handle() for _ in range(3)}
    assert len(handles) == 3
    assert all(isinstance(h, tuple) and len(h) == 2 and h[0] == 0 for h in handles)
    x = torch.ones(1, device="musa")
    graph, _ = capture(lambda: x + 1)
    assert graph.pool() not in handles and graph.pool()[0] > 0
    handle = handles.pop()
    graph, _ = capture(lambda: x + 1, pool=handle)
    assert graph.pool() == handle


def test_replays_are_asynchronous_and_in_order(x):
    def slow():
        torch_musa._sleep(50_000_000)  # 50 ms
        x.add_(1)

    x.zero_()
    graph, _ = capture(slow)
    stream = torch_musa.Stream()
    stream.wait_stream(torch_musa.current_stream())
    with torch_musa.stream(stream):
        for _ in range(3):
            graph.replay()
        assert not stream.query()
    stream.synchronize()
    assert (x == 3).all()


def test_replay_orders_with_eager_work(x):
    x.zero_()
    graph, _ = capture(lambda: x.mul_(2))
    for _ in range(5):
        x.add_(1)
        graph.replay()
    assert (host(x) == 62).all()


def test_capture_on_a_stream_of_the_user(x):
    stream = torch_musa.Stream()
    assert not torch_musa.is_current_stream_capturing()
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph, stream=stream):
        assert torch_musa.current_stream() == stream
        assert torch_musa.is_current_stream_capturing()
        y = x + 1
    assert not torch_musa.is_current_stream_capturing()
    graph.replay()
    assert torch.equal(host(y), x.cpu() + 1)


def test_capture_by_hand(x):
    stream, graph = torch_musa.Stream(), torch_musa.MUSAGraph()
    torch_musa.synchronize()
    with torch_musa.stream(stream):
        graph.capture_begin(capture_error_mode="relaxed")
        y = x * 3
        graph.capture_end()
    graph.replay()
    assert torch.equal(host(y), x.cpu() * 3)


def test_streams_fork_and_join(x):
    side = torch_musa.Stream()

    def fork():
        main = torch_musa.current_stream()
        a = x + 1
        side.wait_stream(main)
        with torch_musa.stream(side):
            assert torch_musa.is_current_stream_capturing()
            b = a * 2
        c = a * 3
        main.wait_stream(side)
        return b + c

    graph, y = capture(fork)
    assert not torch_musa.is_current_stream_capturing()
    for value in (1.0, 2.0):
        x.fill_(value)
        graph.replay()
        assert (host(y) == 5 * (value + 1)).all()


def test_events_in_a_capture(x):
    side, event = torch_musa.Stream(), torch_musa.Event()

    def fork():
        event.record()
        event.wait(side)
        with torch_musa.stream(side):
            x.add_(1)
            done = side.record_event()
        done.wait()
        x.mul_(2)

    x.zero_()
    graph, _ = capture(fork)
    graph.replay()
    assert (host(x) == 2).all()


def test_scalars_are_those_of_the_capture(x):
    factor = torch.tensor(3.0)  # of the host: a kernel's argument
    graph, y = capture(lambda: x * factor)
    factor.fill_(100.0)
    graph.replay()
    assert torch.equal(host(y), x.cpu() * 3)


def test_other_devices_take_part(second_device):
    x = torch.ones(3, device="musa:0")
    other = torch.zeros(3, device=f"musa:{second_device}")
    side = torch_musa.Stream(second_device)

    def fork():
        main = torch_musa.current_stream()
        y = x + 1
        side.wait_stream(main)
        with torch_musa.stream(side):
            other.add_(1)
        main.wait_stream(side)
        return y

    graph, y = capture(fork)
    graph.replay()
    graph.replay()
    torch_musa.synchronize(second_device)
    assert (host(y) == 2).all() and (other == 2).all()


def test_a_graph_of_the_second_device(second_device):
    with torch_musa.device(second_device):
        stream = torch_musa.Stream()
        x = torch.ones(3, device="musa")
        graph, y = capture(lambda: x + 1, stream=stream)
        assert y.get_device() == second_device
    graph.replay()  # on that device's current stream
    torch_musa.synchronize(second_device)
    assert (y == 2).all()


def test_nothing_captured_warns():
    graph = torch_musa.MUSAGraph()
    with pytest.warns(UserWarning, match="Graph is empty"):
        with torch_musa.graph(graph):
            pass
    graph.replay()


def test_shapes_only_make_no_nodes(x):
    graph = torch_musa.MUSAGraph()
    with pytest.warns(UserWarning, match="Graph is empty"):
        with torch_musa.graph(graph):
            x.t().reshape(3, 2)[1:].unsqueeze(0).expand(4, 2, 2)
            torch.empty(5, device="musa")


def test_debug_dump(x, tmp_path):
    graph = torch_musa.MUSAGraph()
    graph.enable_debug_mode()
    with torch_musa.graph(graph):
        (x + 1) @ x.t()
    graph.debug_dump(str(tmp_path / "graph.dot"))
    text = (tmp_path / "graph.dot").read_text()
    assert text.startswith("digraph") and "aten::add" in text and "aten::mm" in text
    with pytest.warns(UserWarning, match="debug not enabled"):
        capture(lambda: x + 1)[0].debug_dump(str(tmp_path / "other.dot"))
    assert not (tmp_path / "other.dot").exists()


def test_instances_and_reinstantiation(x):
    graph, y = capture(lambda: x + 1)
    assert torch_musa.MUSAGraph.get_latest_instance() is graph
    unused = torch_musa.MUSAGraph()
    assert torch_musa.MUSAGraph.get_latest_instance() is unused
    torch_musa.update_musa_graph_with_profile()
    graph.reinstantiate_graph()
    graph.replay()
    assert torch.equal(host(y), x.cpu() + 1)


def test_a_kept_graph_is_instantiated_on_demand(x):
    graph = torch_musa._MUSAC._MUSAGraph(keep_graph=True)
    with torch_musa.graph(graph):
        y = x + 1
    assert graph.raw_musa_graph() != 0
    with pytest.raises(RuntimeError, match="instantiate"):
        graph.raw_musa_graph_exec()
    graph.replay()
    assert graph.raw_musa_graph_exec() != 0 and torch.equal(host(y), x.cpu() + 1)


def test_many_nodes(x):
    x.zero_()

    def chain():
        for _ in range(10_000):
            x.add_(1)

    graph, _ = capture(chain)
    assert (host(x) == 0).all()
    graph.replay()
    graph.replay()
    assert (host(x) == 20_000).all()


def test_a_replay_inside_a_capture(x):
    inner, y = capture(lambda: x + 1)
    outer, z = capture(lambda: (inner.replay(), y * 2)[1])
    x.fill_(4)
    outer.replay()
    assert (host(z) == 10).all()


def test_lists_of_tensors():
    xs = [torch.full((n,), float(n), device="musa") for n in range(1, 40)]

    def work():
        torch._foreach_add_(xs, 1.0)
        return torch._foreach_mul(xs, 2.0)

    graph, ys = capture(work)
    graph.replay()
    assert all((host(y) == 2 * (n + 1)).all() for n, y in enumerate(ys, 1))


def test_indices_that_only_replays_know(x):
    """What is recorded but not run at the capture leaves nonsense, here an index out of range."""
    index = torch.full((2,), 10**6, device="musa")
    graph, y = capture(lambda: x.view(-1)[index] + 1)
    index.copy_(torch.tensor([5, 2]))
    graph.replay()
    assert host(y).tolist() == [6.0, 3.0]


def test_memory_that_a_capture_frees_and_uses_again_is_read_by_the_first_replay():
    x = torch.ones(1000, device="musa")
    first, second = torch_musa.MUSAGraph(), torch_musa.MUSAGraph()
    with torch_musa.graph(first):
        held = [x + 1]
    first.replay()
    with torch_musa.graph(second, pool=first.pool()):
        address = held[0].data_ptr()
        y = held.pop() * 2
        z = y + 1
    assert z.data_ptr() == address
    second.replay()
    torch_musa.synchronize()
    assert z.eq(5).all()


def test_freed_memory_that_a_capture_uses_in_parts_is_read_by_the_first_replay():
    ones, result = torch.ones(2, 16384, device="musa")
    first, second = torch_musa.MUSAGraph(), torch_musa.MUSAGraph()
    with torch_musa.graph(first):
        saved = ones * 2
    first.replay()
    places = [saved.data_ptr()]
    with torch_musa.graph(second, pool=first.pool()):
        torch.add(saved, 1, out=result)
        del saved
        part = ones[:2000] * 3  # at the beginning of that memory
        places.append(part.data_ptr())
        del part
        whole = ones * 4
        places.append(whole.data_ptr())
    assert len(set(places)) == 1
    second.replay()
    assert result.eq(3).all()
