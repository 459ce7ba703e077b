"""What surrounds inductor on MUSA: graphs by torch_musa's backend, processes that measure kernels."""

import logging
import sys

import pytest
import torch
from support.processes import run_command

from torchada._errors import UnsupportedError

pytestmark = [pytest.mark.musa, pytest.mark.filterwarnings("ignore")]

ASK = """
import os
import torch
from torch._inductor.autotune_process import BenchmarkRequest

class Ask(BenchmarkRequest):
    def __init__(self):
        pass
    def benchmark(self, *args, **kwargs):
        return os.environ.get("MUSA_VISIBLE_DEVICES"), torch.cuda.device_count()
    __call__ = benchmark
"""
PROGRAM = """
import os
from ask import Ask
from torch._inductor.autotune_process import TuningProcess

if __name__ == "__main__":
    process = TuningProcess(1)
    process.put(Ask())
    print(*process.get(), os.environ.get("MUSA_VISIBLE_DEVICES"))
    process.put(None)
    process.wait()
"""


@pytest.mark.parametrize("visible", ["0,1", None])
def test_a_process_that_measures_sees_its_device_alone(tmp_path, visible):
    (tmp_path / "ask.py").write_text(ASK)
    (tmp_path / "program.py").write_text(PROGRAM)
    env = {"MUSASIM_DEVICES": "2", "PYTHONPATH": str(tmp_path)}
    if visible:
        env["CUDA_VISIBLE_DEVICES"] = visible
    done = run_command([sys.executable, str(tmp_path / "program.py")], env=env, musasim=True)
    assert done.stdout.split() == ["1", "1", str(visible)], done.stderr


def product(x):
    return (x.sin() + 1).cumsum(0)


@pytest.fixture
def inductor_counters():
    from torch._dynamo.utils import counters

    torch._dynamo.reset()
    counters.clear()
    yield counters["inductor"]
    torch._dynamo.reset()


def test_cudagraphs_are_graphs_of_torch_musa(inductor_counters):
    from torch_musa._inductor import musagraph_trees

    compiled = torch.compile(product, backend="cudagraphs")
    for _ in range(4):
        x = torch.randn(5, device="cuda")
        torch.compiler.cudagraph_mark_step_begin()
        torch.testing.assert_close(compiled(x), product(x))
    manager = musagraph_trees.get_manager(0, create_if_none_exists=False)
    assert len(list(manager.get_roots())) == 1 and not inductor_counters["cudagraph_skips"]
    torch._dynamo.reset()
    assert musagraph_trees.get_manager(0, create_if_none_exists=False) is None


def test_a_function_without_a_graph_is_warned_of():
    """PyTorch warns where kernels of CUDA's run: a graph cannot hold work of the host's."""
    records = []
    handler = logging.Handler()
    handler.emit = records.append
    logger = torch._logging.getArtifactLogger("torch._inductor.cudagraph_utils", "cudagraphs")
    logger.addHandler(handler)
    compiled = torch.compile(lambda x, y: (x + 1, y + 1), mode="reduce-overhead")
    try:
        with torch._inductor.config.patch(graph_partition=False):
            for _ in range(2):
                compiled(torch.ones(3, device="cuda"), torch.ones(3))
    finally:
        logger.removeHandler(handler)
    (record,) = records
    assert "skipping cudagraphs due to cpu device" in record.getMessage()


def test_without_that_backend_the_error_says_so(monkeypatch):
    from torch._dynamo.backends import registry

    torch._dynamo.list_backends()
    monkeypatch.delitem(registry._BACKENDS, "musagraphs")
    compiled = torch.compile(product, backend="cudagraphs")
    torch._dynamo.reset()
    with pytest.raises(
        Exception, match="not supported on MUSA: the installed torch_musa has"
    ) as info:
        compiled(torch.ones(3, device="cuda"))
    assert UnsupportedError.__name__ in str(info.value)
    torch._dynamo.reset()


def test_a_step_begins_for_torch_musas_trees_too(monkeypatch, run_python):
    """The genuine torch_musa's are a module of its own."""
    code = """
        import sys, types
        import torch
        from torch._inductor import cudagraph_trees
        begun = []
        trees = types.ModuleType("torch_musa._inductor.musagraph_trees")
        trees.mark_step_begin = lambda: begun.append(1)
        sys.modules[trees.__name__] = trees
        torch.compiler.cudagraph_mark_step_begin()
        print(len(begun))
    """
    assert run_python(code).stdout.split() == ["1"]


@pytest.mark.slow
def test_compiled_graphs_are_found_by_the_next_process(run_python, tmp_path):
    code = """
        import torch, warnings
        warnings.simplefilter("ignore")
        from torch._dynamo.utils import counters
        def function(x):
            on_gpu = x.is_cuda and x.device.type == "cuda"
            return (x.sin() + torch.ones(4, device="cuda")).sum() if on_gpu else x
        x = torch.ones(4, device="cuda", requires_grad=True)
        torch.compile(function)(x).backward()
        inductor, autograd = counters["inductor"], counters["aot_autograd"]
        print(inductor["fxgraph_cache_miss"], inductor["fxgraph_cache_hit"])
        print(autograd["autograd_cache_miss"], autograd["autograd_cache_hit"])
    """
    env = {"TORCHINDUCTOR_CACHE_DIR": str(tmp_path), "TORCHINDUCTOR_AUTOGRAD_CACHE": "1"}
    assert run_python(code, env=env).stdout.split() == ["2", "0", "1", "0"]
    assert run_python(code, env=env).stdout.split() == ["0", "2", "0", "1"]


def test_templates_for_cuda_are_configured_for_musa(run_python):
    code = """
        import torch
        try:
            from torch._inductor.template_heuristics import registry
            table = registry._TEMPLATE_HEURISTIC_REGISTRY
        except ImportError:
            table = {}  # an older PyTorch has none
        ours = {key for key in table if key[1] == "musa"}
        cuda = {key for key in table if key[1] == "cuda" and key[0].startswith("triton::")}
        assert ours == {(name, "musa", operator) for name, _, operator in cuda}, ours
        assert all(table[key] is table[key[0], "cuda", key[2]] for key in ours)
        if table:
            # torch_musa's own, registered later, is the one that is used.
            kind = type("Ours", (registry.TemplateConfigHeuristics,), {})
            name = next(iter(ours))[0]
            registry.register_template_heuristic(name, "musa")(kind)
            assert type(registry.get_template_heuristic(name, "musa", "an operator")) is kind
            import torchada
            torchada.unpatch()
            assert not [key for key in table if key[1] == "musa" and table[key] is not kind]
    """
    run_python(code)


def test_max_autotune_compiles(run_python):
    code = """
        import torch
        torch.manual_seed(0)
        a, b = torch.randn(32, 64), torch.randn(64, 16)
        compiled = torch.compile(lambda x, y: torch.relu(x @ y), mode="max-autotune-no-cudagraphs")
        found = compiled(a.cuda(), b.cuda())
        assert torch.allclose(found.cpu(), torch.relu(a @ b), atol=1e-4)
    """
    done = run_python(code)
    assert "No template heuristic found" not in done.stderr
