"""CUDA graphs: what is refused, what is warned about, and what helps to find mistakes."""

import subprocess
import sys
import textwrap
import warnings

import pytest
import torch

pytestmark = pytest.mark.gpu


def captured(function):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = function()
    return graph, result


def run(code):
    """Run a program of its own: what a failed capture leaves behind ends with it."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def test_errors_of_order():
    graph = torch.cuda.CUDAGraph()
    with pytest.raises(RuntimeError, match="::replay without a preceding successful capture"):
        graph.replay()
    with pytest.raises(RuntimeError, match=r"::pool\(\) without a preceding successful capture"):
        graph.pool()
    with torch.cuda.stream(torch.cuda.Stream()):
        with pytest.raises(
            RuntimeError, match="Unknown capture error mode. Expected `global`, `th"
        ):
            graph.capture_begin(capture_error_mode="strict")


def test_an_empty_graph_is_warned_about():
    graph = torch.cuda.CUDAGraph()
    with pytest.warns(UserWarning, match="Graph is empty. This usually means that the graph was"):
        with torch.cuda.graph(graph):
            pass


def test_captures_that_fail():
    out = run("""
        import torch
        x = torch.ones(3, device="cuda")

        def attempt(function):
            graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
            try:
                with torch.cuda.graph(graph, stream=stream):
                    x + 1
                    function()
            except RuntimeError as error:
                print("refused", type(error).__name__)
            torch.cuda.set_stream(torch.cuda.default_stream())
            return graph

        graph = attempt(lambda: x.sum().item())
        try:
            graph.replay()
        except RuntimeError as error:
            print("without a preceding successful capture" in str(error))
        print(torch.cuda.is_current_stream_capturing(), (x + 1).tolist())
        attempt(lambda: torch.cuda.synchronize())
        """)
    lines = out.splitlines()
    assert lines[0].startswith("refused") and lines[-1].startswith("refused")
    assert lines[1] == "True"
    assert lines[2] == "False [2.0, 2.0, 2.0]"


def test_the_default_stream_is_refused():
    out = run("""
        import torch
        try:
            torch.cuda.CUDAGraph().capture_begin()
        except RuntimeError as error:
            print("graphs must be captured on a non-default stream" in str(error))
        """)
    assert out.strip() == "True"


def test_a_graph_is_captured_once():
    x = torch.ones(2, device="cuda")
    graph, _ = captured(lambda: x + 1)
    with torch.cuda.stream(torch.cuda.Stream()):
        with pytest.raises(RuntimeError, match="instance already owns a captured graph"):
            graph.capture_begin()


@pytest.mark.torch_from(2, 8)
def test_keep_graph():
    x = torch.ones(2, device="cuda")
    graph = torch.cuda.CUDAGraph(keep_graph=True)
    with pytest.raises(RuntimeError, match=r"capture_end\(\) must have been called before calling"):
        graph.instantiate()
    with torch.cuda.graph(graph):
        y = x + 1
    graph.instantiate()
    graph.replay()
    assert y.tolist() == [2, 2]
    graph.instantiate()
    x.fill_(2)
    graph.replay()
    assert y.tolist() == [3, 3]
    other, _ = captured(lambda: x + 1)
    with pytest.raises(
        RuntimeError, match="intended to be called by the user only when keep_graph"
    ):
        other.instantiate()
    with pytest.raises(RuntimeError, match="CUDAGraph was initialized with keep_graph=true"):
        other.raw_cuda_graph()


@pytest.mark.torch_from(2, 8)
@pytest.mark.filterwarnings("ignore:DEBUG")
def test_a_kept_graph_can_be_dumped(tmp_path):
    x = torch.ones(2, device="cuda")
    graph = torch.cuda.CUDAGraph(keep_graph=True)
    with torch.cuda.graph(graph):
        x + 1
    path = tmp_path / "graph.dot"
    graph.debug_dump(str(path))
    assert "digraph" in path.read_text()


@pytest.mark.torch_from(2, 13)
def test_dead_inputs_are_found():
    x = torch.ones(1000, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, check_input_liveness=True):
        y = x + 1
    graph.replay()
    assert y[0].item() == 2
    del x
    with pytest.raises(RuntimeError, match=r"CUDA graph replay detected 1 dead tensor\(s\)"):
        graph.replay()


def make_adam(**options):
    parameter = torch.nn.Parameter(torch.ones(2, device="cuda"))
    parameter.grad = torch.ones_like(parameter)
    return torch.optim.Adam([parameter], **options)


@pytest.mark.filterwarnings("ignore:The (.+) Graph is empty")
def test_optimizers_that_count_their_steps_on_the_host_are_not_captured():
    """The capture itself is fine; what it would replay is not."""
    for options in ({}, {"foreach": False}, {"fused": True}):
        optimizer = make_adam(**options)
        optimizer.step()
        with pytest.raises(RuntimeError, match="CUDA graph capture of step.. for .* Adam but"):
            captured(optimizer.step)
    optimizer = make_adam(capturable=True)
    with torch.cuda.stream(torch.cuda.Stream()):
        optimizer.step()
    torch.cuda.synchronize()
    before = optimizer.param_groups[0]["params"][0].tolist()
    graph, _ = captured(optimizer.step)
    graph.replay()
    assert optimizer.param_groups[0]["params"][0].tolist() != before


def test_capturable_optimizers_outside_of_captures_warn_once():
    optimizer = make_adam(capturable=True)
    optimizer._warned_capturable_if_run_uncaptured = False
    with pytest.warns(UserWarning, match="running without CUDA graph capture"):
        optimizer.step()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer.step()
