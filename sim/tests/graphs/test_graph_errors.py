"""What a capture cannot hold: the errors of CUDA, and everything works afterwards."""

import threading

import pytest
import torch
import torch_musa
from test_graph_captures import capture, host

NOT_PERMITTED = "operation not permitted when stream is capturing"
INVALIDATED = "operation failed due to a previous error during capture"


def mask(x):
    return x > 2


# By what they do: each has to know values, or to wait for the device.
ILLEGAL = {
    "item": lambda x: x.sum().item(),
    "bool": lambda x: bool((x > 0).all()),
    "equal": lambda x: torch.equal(x, x),
    "nonzero": lambda x: x.nonzero(),
    "masked_select": lambda x: x.masked_select(mask(x)),
    "index by a mask": lambda x: x[mask(x)],
    "store by a mask": lambda x: x.__setitem__(mask(x), torch.ones(3, device="musa")),
    "index from the host": lambda x: x[torch.tensor([0, 1])],
    "unique": lambda x: x.unique(),
    "repeat_interleave": lambda x: torch.repeat_interleave(torch.ones(2, 3, device="musa").long()),
    "to the host": lambda x: x.cpu(),
    "tolist": lambda x: x.tolist(),
    "from the host": lambda x: torch.ones(3).to("musa"),
    "tensor": lambda x: torch.tensor([1.0, 2.0], device="musa"),
    "to_sparse": lambda x: x.to_sparse(),
    "synchronize": lambda x: torch_musa.synchronize(),
    "stream.synchronize": lambda x: torch_musa.current_stream().synchronize(),
    "stream.query": lambda x: torch_musa.current_stream().query(),
}


@pytest.fixture
def x():
    return torch.arange(6.0, device="musa").reshape(2, 3)


def check_usable(x):
    assert not torch_musa.is_current_stream_capturing()
    graph, y = capture(lambda: x + 1)
    graph.replay()
    assert torch.equal(host(y), x.cpu() + 1)


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_needs_the_device_to_finish(x, name):
    before = x.cpu()
    graph = torch_musa.MUSAGraph()
    with pytest.raises(RuntimeError, match=INVALIDATED) as ended:
        with torch_musa.graph(graph):
            x.add_(1)
            ILLEGAL[name](x)
    assert NOT_PERMITTED in str(ended.value.__context__)
    with pytest.raises(RuntimeError, match="without a preceding successful capture"):
        graph.replay()
    assert torch.equal(host(x), before)
    check_usable(x)


def test_events_of_a_capture_cannot_be_asked(x):
    for ask in (torch_musa.Event.synchronize, torch_musa.Event.query):
        with pytest.raises(RuntimeError, match=INVALIDATED) as ended:
            with torch_musa.graph(torch_musa.MUSAGraph()):
                x + 1
                ask(torch_musa.current_stream().record_event())
        assert "event last recorded in a capturing stream" in str(ended.value.__context__)
    check_usable(x)


def test_the_invalid_capture_takes_nothing_more(x):
    graph = torch_musa.MUSAGraph()
    with pytest.raises(RuntimeError, match=INVALIDATED):
        with torch_musa.graph(graph):
            with pytest.raises(RuntimeError, match=NOT_PERMITTED):
                x.nonzero()
            with pytest.raises(RuntimeError, match=INVALIDATED):
                x + 1
    check_usable(x)


def test_repeats_of_a_known_size(x):
    repeats = torch.tensor([1, 2], device="musa")
    graph, y = capture(lambda: x.repeat_interleave(repeats, dim=0, output_size=3))
    repeats.copy_(torch.tensor([2, 1]))
    graph.replay()
    assert torch.equal(host(y), x.cpu()[[0, 0, 1]])


def test_the_default_stream_cannot_be_captured(x):
    graph = torch_musa.MUSAGraph()
    with pytest.raises(RuntimeError, match="must be captured on a non-default stream"):
        graph.capture_begin()
    check_usable(x)


def test_captures_do_not_nest(x):
    stream = torch_musa.Stream()
    first, second = torch_musa.MUSAGraph(), torch_musa.MUSAGraph()
    with torch_musa.stream(stream):
        first.capture_begin()
        y = x + 1
        with pytest.raises(RuntimeError, match="being captured already"):
            second.capture_begin()
        with pytest.raises(RuntimeError, match="already owns a captured graph"):
            first.capture_begin()
        first.capture_end()
    first.replay()
    assert torch.equal(host(y), x.cpu() + 1)
    with pytest.raises(RuntimeError, match=INVALIDATED):
        with torch_musa.graph(first := torch_musa.MUSAGraph()):
            x + 1
            with torch_musa.graph(second, stream=torch_musa.Stream()):
                pass
    check_usable(x)


def test_a_graph_captures_once(x):
    graph, _ = capture(lambda: x + 1)
    with pytest.raises(RuntimeError, match="already owns a captured graph"):
        with torch_musa.graph(graph):
            pass
    assert torch_musa.current_stream() == torch_musa.default_stream()


@pytest.mark.parametrize("call", ["replay", "pool", "capture_end", "reinstantiate_graph"])
def test_without_a_capture(call):
    with pytest.raises(RuntimeError, match="without a preceding"):
        getattr(torch_musa.MUSAGraph(), call)()


def test_unknown_mode(x):
    with pytest.raises(RuntimeError, match="Unknown capture error mode"):
        with torch_musa.graph(torch_musa.MUSAGraph(), capture_error_mode="strict"):
            pass
    check_usable(x)


def test_the_end_belongs_to_the_stream_of_the_begin(x):
    graph, stream = torch_musa.MUSAGraph(), torch_musa.Stream()
    with torch_musa.stream(stream):
        graph.capture_begin()
        y = x + 1
    with pytest.raises(RuntimeError, match="same stream it began on"):
        graph.capture_end()
    with torch_musa.stream(stream):
        graph.capture_end()
    graph.replay()
    assert torch.equal(host(y), x.cpu() + 1)


def test_side_streams_must_join(x):
    # Two in a row differ; any one may be the stream that graph() captures by default.
    capturing, side = torch_musa.Stream(), torch_musa.Stream()
    with pytest.raises(RuntimeError, match="unjoined|not joined|join"):
        with torch_musa.graph(torch_musa.MUSAGraph(), stream=capturing):
            side.wait_stream(torch_musa.current_stream())
            with torch_musa.stream(side):
                x + 1
    check_usable(x)


def test_work_outside_cannot_be_waited_for(x):
    capturing, outside = torch_musa.Stream(), torch_musa.Stream()
    with pytest.raises(RuntimeError, match=INVALIDATED) as ended:
        with torch_musa.graph(torch_musa.MUSAGraph(), stream=capturing):
            x + 1
            torch_musa.current_stream().wait_stream(outside)
    assert "MUSA error" in str(ended.value.__context__)
    check_usable(x)


def test_an_error_of_the_operator_leaves_the_capture_valid(x):
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        y = x + 1
        with pytest.raises(RuntimeError, match="cannot be multiplied"):
            x @ x
        z = y * 2
    graph.replay()
    assert torch.equal(host(z), (x.cpu() + 1) * 2)


def test_an_exception_ends_the_capture(x):
    with pytest.raises(ZeroDivisionError):
        with torch_musa.graph(torch_musa.MUSAGraph()):
            x.add_(1)
            1 / 0
    assert torch.equal(host(x), torch.arange(6.0).reshape(2, 3))
    check_usable(x)


def test_an_abandoned_capture(x):
    graph, stream = torch_musa.MUSAGraph(), torch_musa.Stream()
    with torch_musa.stream(stream):
        graph.capture_begin()
        x.add_(1)
        del graph
        assert not torch_musa.is_current_stream_capturing()
    assert torch.equal(host(x), torch.arange(6.0).reshape(2, 3))
    check_usable(x)


def test_other_threads_disturb_a_global_capture_only(x):
    def elsewhere(function):
        errors = []

        def work():
            try:
                function()
            except RuntimeError as error:
                errors.append(str(error))

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return errors

    with torch_musa.graph(torch_musa.MUSAGraph(), capture_error_mode="thread_local"):
        y = x + 1
        assert elsewhere(lambda: torch.ones(3).to("musa").sum().item()) == []
    with pytest.raises(RuntimeError, match=INVALIDATED):
        with torch_musa.graph(torch_musa.MUSAGraph()):
            y = x + 1
            errors = elsewhere(torch_musa.synchronize)
            assert len(errors) == 1 and NOT_PERMITTED in errors[0]
    del y
    check_usable(x)


def test_emptying_the_cache_in_a_capture_keeps_it_valid(x):
    spare = torch.ones(8 << 20, device="musa")
    del spare
    graph = torch_musa.MUSAGraph()
    try:
        with torch_musa.graph(graph):
            y = x + 1
            torch_musa.empty_cache()
    except RuntimeError as error:
        assert "MUSA error" in str(error)
    else:
        graph.replay()
        assert torch.equal(host(y), x.cpu() + 1)
    check_usable(x)


def test_a_replay_that_fails_breaks_the_device(run_python):
    done = run_python(
        """
        import torch, torch_musa
        x, index = torch.ones(3, device="musa"), torch.zeros(1, dtype=torch.int64, device="musa")
        graph = torch_musa.MUSAGraph()
        with torch_musa.graph(graph):
            x[index]
        index.fill_(7)
        graph.replay()
        try:
            torch_musa.synchronize()
        except RuntimeError as error:
            print(error)
        """,
        env={"MUSASIM": "1"},
    )
    assert "MUSA error: device-side assert triggered" in done.stdout
    assert "the replay of a graph failed in aten::index" in done.stderr


def test_out_of_memory_in_a_capture(run_python):
    run_python(
        """
        import torch, torch_musa
        x = torch.ones(1 << 20, device="musa")
        try:
            with torch_musa.graph(torch_musa.MUSAGraph()):
                y = [x + 1 for _ in range(100)]
        except torch.OutOfMemoryError:
            pass
        else:
            raise AssertionError("no error")
        y = None
        torch_musa.empty_cache()
        graph = torch_musa.MUSAGraph()
        with torch_musa.graph(graph):
            y = x + 1
        graph.replay()
        torch_musa.synchronize()
        assert (y == 2).all()
        """,
        env={"MUSASIM": "1", "MUSASIM_MEMORY": "64M"},
    )
