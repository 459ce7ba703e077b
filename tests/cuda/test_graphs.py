"""Graphs: what torchada's CUDAGraph is here, and what it refuses."""

import pytest
import torch
import torch_musa

from torchada._errors import UnsupportedError

pytestmark = pytest.mark.musa


def captured(**keywords):
    x = torch.ones(2, device="cuda")
    graph = torch.cuda.CUDAGraph(**keywords)
    with torch.cuda.graph(graph):
        x + 1
    return graph


def test_one_class_under_each_name():
    assert torch.cuda.CUDAGraph is torch.cuda.graphs.CUDAGraph
    assert torch.cuda.CUDAGraph.__name__ == "CUDAGraph"
    assert isinstance(torch.cuda.CUDAGraph(), torch_musa.MUSAGraph)


def test_the_context_is_pytorchs_own():
    assert torch.cuda.graph.__module__ == "torch.cuda.graphs"
    assert torch.cuda.make_graphed_callables.__module__ == "torch.cuda.graphs"


def test_torch_musas_graphs_work_beside_it():
    x = torch.ones(2, device="cuda")
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        y = x + 1
    graph.replay()
    assert y.tolist() == [2, 2]


def test_the_module_of_the_device_takes_cudas_names():
    module = torch.get_device_module("musa")
    assert module.CUDAGraph is torch.cuda.CUDAGraph
    assert module.streams is torch.cuda.streams and module.nvtx is torch.cuda.nvtx
    assert module._is_compiled()
    x = torch.ones(2, device="cuda")
    for words in ({"cuda_graph": module.CUDAGraph()}, {"musa_graph": module.CUDAGraph()}):
        with module.graph(pool=module.graph_pool_handle(), **words):
            y = x + 1
        (graph,) = words.values()
        graph.replay()
        assert y.tolist() == [2, 2]
    with pytest.raises(TypeError, match="musa_graph"):
        module.graph()
    assert torch_musa.graphs.graph is not module.graph


@pytest.mark.filterwarnings("ignore:DEBUG")
def test_each_graph_is_written_into_a_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("TORCHADA_CUDA_GRAPH_DEBUG_DUMP_PATH", str(tmp_path / "new" / "folder"))
    graphs = [captured() for _ in range(2)]

    files = sorted((tmp_path / "new" / "folder").glob("graph_*.dot"))
    assert len(files) == len(graphs)
    assert all(file.read_text().startswith("digraph") for file in files)


def test_handles_are_torch_musas():
    graph = captured(keep_graph=True)
    assert graph.raw_cuda_graph() == graph.raw_musa_graph() != 0
    with pytest.raises(UnsupportedError, match="CUDAGraph.get_graph_data is not support"):
        graph.get_graph_data()
    graph.instantiate()
    assert graph.raw_cuda_graph_exec() == graph.raw_musa_graph_exec() != 0


def test_handles_are_not_bound_by_torch_musa_2_7_1(monkeypatch):
    monkeypatch.setattr("torchada.cuda._graphs._KEEPS", False)
    for function in ("raw_cuda_graph", "raw_cuda_graph_exec", "get_graph_data"):
        with pytest.raises(UnsupportedError, match=f"CUDAGraph.{function} is not support"):
            getattr(captured(keep_graph=True), function)()


@pytest.mark.skipif(torch.__version__ < "2.13", reason="this torch does not track a graph's inputs")
def test_a_graph_dropped_amid_its_capture_leaves_no_mode_behind():
    from torch.utils._python_dispatch import _get_current_dispatch_mode

    x = torch.ones(2, device="cuda")
    with torch.cuda.stream(torch.cuda.Stream()):
        graph = torch.cuda.CUDAGraph()
        graph.capture_begin(check_input_liveness=True)
        x + 1
        assert _get_current_dispatch_mode() is not None
        del graph
        assert _get_current_dispatch_mode() is None


@pytest.mark.filterwarnings("ignore:DEBUG")
def test_a_dump_in_debug_mode(run_python, tmp_path):
    path = tmp_path / "graph.dot"
    code = """
    import sys, torch
    x = torch.ones(2, device="cuda")
    graph = torch.cuda.CUDAGraph()
    graph.enable_debug_mode()
    with torch.cuda.graph(graph):
        x + 1
    graph.debug_dump(sys.argv[1])
    """
    run_python(code, path)
    assert "digraph" in path.read_text()


def test_a_generator_besides_the_default_one():
    generator = torch.Generator("cuda")
    graph = torch.cuda.CUDAGraph()
    if hasattr(torch_musa.MUSAGraph, "register_generator_state"):
        graph.register_generator_state(generator)
    else:
        with pytest.raises(UnsupportedError, match="hold the default generator only"):
            graph.register_generator_state(generator)
