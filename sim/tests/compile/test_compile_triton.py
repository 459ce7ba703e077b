"""torch.compile writes its kernels in Triton where an installed Triton runs on the simulated GPU."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from compile_cases import QUIET

triton = pytest.importorskip("triton", minversion="3.6")
tl = pytest.importorskip("triton.language")
pytestmark = [pytest.mark.usefixtures("fresh_dynamo", "own_compile_cache"), *QUIET]
close = torch.testing.assert_close


def _code(function, *args):
    from torch._inductor.utils import run_and_get_code

    result, code = run_and_get_code(torch.compile(function), *args)
    return result, "\n".join(code)


def test_kernels_are_written_in_triton():
    def function(x):
        return (x.sin() * 2).softmax(-1)

    x = torch.randn(5, 300, device="musa")
    result, code = _code(function, x)
    assert "@triton.jit" in code and "cpp_fused" not in code
    close(result, function(x))


def test_pytorch_knows_the_device_as_one_of_triton():
    from torch._dynamo.device_interface import get_interface_for_device
    from torch._inductor.utils import GPU_TYPES, get_gpu_type, is_gpu
    from torch.utils._triton import has_triton

    assert has_triton() and is_gpu("musa") and GPU_TYPES == ["musa"] and get_gpu_type() == "musa"
    interface = get_interface_for_device("musa")
    assert interface.is_triton_capable()
    interface.raise_if_triton_unavailable()


def test_a_block_has_no_more_threads_than_the_device_gives():
    def function(x):
        return x.sum(-1), x.amax(0)

    x = torch.randn(64, 5000, device="musa")
    close(torch.compile(function)(x), function(x), rtol=1e-4, atol=1e-4)


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(out + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@pytest.mark.parametrize("mode", [None, "reduce-overhead"])
def test_kernels_of_the_program_are_compiled_with_the_rest(mode):
    from torch._dynamo.utils import counters

    @torch.compile(fullgraph=True, mode=mode)
    def function(x, y):
        x = x.sin()
        out = torch.empty_like(x)
        add_kernel[(triton.cdiv(x.numel(), 128),)](x, y, out, x.numel(), BLOCK=128)
        return out.cos()

    counters.clear()
    for _ in range(4):
        x, y = torch.randn(2, 300, device="musa")
        torch.compiler.cudagraph_mark_step_begin()
        close(function(x, y), (x.sin() + y).cos())
    assert not counters["inductor"]["cudagraph_skips"]
    torch._dynamo.reset()


def test_work_for_the_host_stays_in_cpp():
    def function(x, y):
        return x + 1, y + 1

    args = torch.ones(3, device="musa"), torch.ones(3)
    result, code = _code(function, *args)
    assert "@triton.jit" in code and "cpp_fused" in code
    close(result, function(*args))


def test_compiled_graphs_are_kept_for_each_gpu_and_generator(monkeypatch):
    from torch_musa._inductor import cache_key

    find = cache_key.get_system.__wrapped__
    keys = {find()["hash"]}
    monkeypatch.setattr(cache_key, "uses_triton", lambda: False)
    keys.add(find()["hash"])
    monkeypatch.setenv("MUSASIM_AUTOTUNE", "all")
    keys.add(find()["hash"])
    monkeypatch.setattr(torch.musa, "get_device_name", lambda: "another")
    keys.add(find()["hash"])
    assert len(keys) == 4


def test_the_variable_chooses(monkeypatch):
    from torch_musa._inductor import code_generator

    uses_triton = code_generator.uses_triton.__wrapped__
    monkeypatch.setenv("MUSASIM_INDUCTOR", "cpp")
    assert not uses_triton()
    monkeypatch.setenv("MUSASIM_INDUCTOR", "cuda")
    with pytest.raises(ValueError, match="is 'cuda', but has to be 'triton', 'cpp' or not set"):
        uses_triton()
    monkeypatch.setattr(code_generator, "triton_is_missing", lambda: "there is no Triton")
    monkeypatch.setenv("MUSASIM_INDUCTOR", "triton")
    with pytest.raises(RuntimeError, match="MUSASIM_INDUCTOR is 'triton', but there is no Triton"):
        uses_triton()
    monkeypatch.delenv("MUSASIM_INDUCTOR")
    assert not uses_triton()


@triton.jit
def _add_one(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)


def _with_a_kernel_of_its_own(x):
    x = x.sin()
    out = torch.empty_like(x)
    _add_one[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), BLOCK=128)
    return out.cos()


# In another process: the choice of a generator is one for the process.
_OWN_KERNEL_IN_CPP = """
import sys; sys.path.insert(0, {folder!r})
import torch, test_compile_triton as tests
x = torch.randn(300, device="musa")
result, code = tests._code(tests._with_a_kernel_of_its_own, x)
assert "cpp_fused" in code and "_add_one" in code
tests.close(result, tests._with_a_kernel_of_its_own(x))
"""


def test_code_in_cpp_calls_a_kernel_in_triton(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(_OWN_KERNEL_IN_CPP.format(folder=str(Path(__file__).parent)))
    chosen = {"MUSASIM": "1", "MUSASIM_INDUCTOR": "cpp"}
    environment = {**os.environ, **chosen, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, str(script)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def _compiled_configurations(monkeypatch, function, *args):
    """How many each kernel of a compiled function has; checks the result."""
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    counts, make = [], CachingAutotuner._make_launchers

    def _make_launchers(tuner):
        counts.append(len(tuner.compile_results))
        return make(tuner)

    monkeypatch.setattr(CachingAutotuner, "_make_launchers", _make_launchers)
    result, _ = _code(function, *args)
    close(result, function(*args))
    return counts


def _with_a_tuned_kernel(*sizes):
    """A function; other sizes of blocks make another one, which no cache has."""
    configs = [triton.Config({"BLOCK": size}, num_warps=1) for size in sizes]
    kernel = triton.autotune(configs=configs, key=["n"])(_add_one)

    def function(x):
        out = torch.empty_like(x)
        kernel[lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)](x, out, x.numel())
        return out

    return function


@pytest.mark.parametrize("choice, sizes", [("first", (64, 128)), ("all", (128, 64))])
def test_the_first_configuration_is_compiled(monkeypatch, choice, sizes):
    monkeypatch.setenv("MUSASIM_AUTOTUNE", choice)
    counts = _compiled_configurations(
        monkeypatch, _with_a_tuned_kernel(*sizes), torch.randn(300, device="musa")
    )
    assert counts == [1 if choice == "first" else 2]


def test_a_configuration_that_does_not_compile_is_passed_over(monkeypatch):
    from torch._inductor.runtime import triton_heuristics

    tried, compile_one = [], triton_heuristics.CachingAutotuner._precompile_config

    def _precompile_config(tuner, config):
        tried.append(config)
        if len(tried) == 1:
            raise triton_heuristics.OutOfResources(100 << 10, 72 << 10, "shared memory")
        return compile_one(tuner, config)

    monkeypatch.setattr(
        triton_heuristics.CachingAutotuner, "_precompile_config", _precompile_config
    )
    counts = _compiled_configurations(
        monkeypatch, _with_a_tuned_kernel(32, 64), torch.randn(300, device="musa")
    )
    assert counts == [1] and len(tried) == 2


@pytest.mark.slow
def test_the_same_programs_compile_in_cpp():
    """The tests of torch.compile that are about results."""
    files = [
        str(Path(__file__).with_name(name))
        for name in ("test_compile_inductor.py", "test_compile_graphs.py")
    ]
    command = [sys.executable, "-m", "pytest", "-q", "-m", "slow or not slow", *files]
    environment = {**os.environ, "MUSASIM_INDUCTOR": "cpp"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout
