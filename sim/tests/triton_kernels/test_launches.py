"""Launches: streams, graphs, threads, the profiler, printing, tuning, errors, compiling ahead."""

import ctypes
import os
import threading

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402


@triton.jit
def scale_kernel(x, out, factor, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * factor, mask=i < n)


@pytest.fixture
def x():
    return torch.randn(300, device="musa")


def scaled(x, factor, **options):
    out = torch.empty_like(x)
    scale_kernel[(triton.cdiv(len(x), 128),)](x, out, factor, len(x), BLOCK=128, **options)
    return out


def test_the_active_driver_is_ours():
    driver = triton.runtime.driver.active
    assert driver.get_current_target() == GPUTarget("musa", 22, 128)
    assert driver.get_active_torch_device() == torch.device("musa", 0)
    assert driver.utils.get_device_properties(0)["max_shared_mem"] == 72 << 10


def test_a_launch_is_work_of_the_current_stream(x, stream):
    scaled(x, 1.0)
    release = threading.Event()
    with torch.musa.stream(stream):
        torch.musa.current_stream().wait_stream(torch.musa.default_stream())
        behind = torch.musa.Event()
        hold_until(stream, release)
        out = scaled(x, 2.0)
        behind.record()
        assert not behind.query()
        release.set()
    stream.synchronize()
    assert torch.equal(out, 2 * x)


def hold_until(stream, release):
    """The stream goes on when the event is set."""
    import musasim

    library = ctypes.CDLL(os.path.join(musasim.home(), "lib", "libmusart.so"))
    wait = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: release.wait())
    hold_until.kept = wait
    assert library.musaLaunchHostFunc(ctypes.c_void_p(stream.musa_stream), wait, None) == 0


def test_a_graph_records_launches(x):
    out = torch.zeros_like(x)
    scaled(x, 3.0)
    graph = torch.musa.MUSAGraph()
    with torch.musa.graph(graph):
        scale_kernel[(3,)](x, out, 3.0, 300, BLOCK=128)
    assert out.eq(0).all()
    x += 1
    graph.replay()
    assert torch.equal(out, 3 * x)


def test_launches_of_another_thread_and_device(x, second_device):
    results = []

    def work():
        torch.musa.set_device(second_device)
        results.append(scaled(x.to(f"musa:{second_device}"), 4.0))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert results[0].device.index == second_device
    assert torch.equal(results[0].cpu(), 4 * x.cpu())


def test_the_profiler_names_the_kernel(x):
    scaled(x, 1.0)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.MUSA]) as profile:
        scaled(x, 2.0)
        torch.musa.synchronize()
    assert "scale_kernel" in {event.name for event in profile.events()}


def test_hooks_and_a_grid_that_is_computed(x):
    from triton import knobs

    seen = []
    with knobs.runtime.scope():
        knobs.runtime.launch_enter_hook.add(lambda launch: seen.append(launch.get()["name"]))
        out = torch.empty_like(x)
        grid = lambda meta: (triton.cdiv(300, meta["BLOCK"]),)
        scale_kernel[grid](x, out, 5.0, 300, BLOCK=64)
    assert seen == ["scale_kernel"]
    assert torch.equal(out, 5 * x)


def test_an_empty_grid_does_nothing(x):
    scale_kernel[(0,)](x, x, 5.0, 300, BLOCK=64)
    assert not torch.equal(x, 5 * x)


def test_a_launch_with_too_few_arguments_is_refused(x):
    """Programs that cache compiled kernels pass what an older Triton took: no tl.constexpr."""
    compiled = scale_kernel.warmup(x, x, 2.0, len(x), BLOCK=128, grid=(1,))
    compiled[(1, 1, 1)](x, x, 1.0, len(x), 128)
    with pytest.raises(TypeError, match="gives 5 arguments.* 2 are missing"):
        compiled[(1, 1, 1)](x, x)


def test_a_tensor_of_the_host_is_refused(x):
    with pytest.raises(ValueError, match="cpu tensor"):
        scale_kernel[(1,)](torch.zeros(3), x, 1.0, 3, BLOCK=64)
    pinned = torch.arange(300.0).pin_memory()
    out = torch.empty_like(x)
    scale_kernel[(3,)](pinned, out, 1.0, 300, BLOCK=128)
    assert torch.equal(out.cpu(), pinned)


@triton.jit
def transpose_kernel(x, out, M: tl.constexpr, N: tl.constexpr):
    row, column = tl.arange(0, M), tl.arange(0, N)
    v = tl.load(x + row[:, None] * N + column[None, :])
    tl.store(out + column[:, None] * M + row[None, :], tl.trans(v))


def test_shared_memory():
    x, out = torch.randn(128, 128, device="musa"), torch.empty(128, 128, device="musa")
    transpose_kernel[(1,)](x, out, 128, 128)
    assert torch.equal(out, x.T)
    text = "shared memory, Required: 131072, Hardware limit: 73728"
    with pytest.raises(triton.OutOfResources, match=text):
        transpose_kernel[(1,)](x, out, 128, 256)


def test_options_that_cannot_be_met(x):
    with pytest.raises(AssertionError, match="num_warps must be a power of 2, but is 3"):
        scaled(x, 1.0, num_warps=3)
    with pytest.raises(ValueError, match="no clusters"):
        scaled(x, 1.0, num_ctas=2)
    with pytest.raises(triton.OutOfResources, match="threads"):
        scaled(x, 1.0, num_warps=16)


@triton.jit
def assembly_kernel(x, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    y = tl.inline_asm_elementwise("add.u32 $0, $1, 1;", "=r,r", [v], tl.int32, True, 1)
    tl.store(x + i, y)


def test_assembly_is_refused():
    x = torch.zeros(32, dtype=torch.int32, device="musa")
    line = assembly_kernel.starting_line_number + 4
    with pytest.raises(NotImplementedError, match=f"assembly_kernel, line {line}: .*add.u32"):
        assembly_kernel[(1,)](x, BLOCK=32)


@triton.jit
def sum_kernel(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK))))


def test_a_program_can_compute_how_many_blocks_fit(x):
    """It divides by the registers and the shared memory of the kernel."""
    kernel = sum_kernel.warmup(x, x, BLOCK=1024, num_warps=4, grid=(1,))
    kernel._init_handles()
    assert kernel.n_regs > 0 and kernel.metadata.shared > 0


@triton.jit
def add_kernel(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + tl.load(y + i))


def test_a_kernel_compiled_ahead_is_a_module():
    signature = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "BLOCK": "constexpr"}
    source = ASTSource(add_kernel, signature, constexprs={"BLOCK": 64})
    compiled = triton.compile(source, target=GPUTarget("musa", 22, 128))
    assert list(compiled.asm) == ["source", "ttir", "ttgir", "llir", "mubin"]
    assert compiled.asm["mubin"][:4] == b"\x7fELF"
    x, y, out = torch.randn(64).musa(), torch.randn(64).musa(), torch.empty(64, device="musa")
    compiled[(1, 1, 1)](x, y, out, 64)
    assert torch.equal(out, x + y)


PRINTING = """
import torch, triton, triton.language as tl
{kernel}
kernel[(1,)](torch.arange({size}, device="musa"))
torch.musa.synchronize()
"""


def run_kernel(run_python, tmp_path, kernel, size=4, check=True, **environment):
    """In a file, which Triton reads its source from."""
    path = tmp_path / "program.py"
    path.write_text(PRINTING.format(kernel=kernel, size=size))
    code = f"import runpy; runpy.run_path({str(path)!r})"
    environment.update(MUSASIM="1", TRITON_CACHE_DIR=str(tmp_path))
    return run_python(code, env=environment, check=check)


def test_device_print(run_python, tmp_path):
    kernel = """
@triton.jit
def kernel(x):
    i = tl.arange(0, 4)
    v = tl.load(x + i)
    tl.device_print("integer", v)
    tl.device_print("half", v * 0.5)
"""
    lines = run_kernel(run_python, tmp_path, kernel).stdout.splitlines()
    assert {f"pid (0, 0, 0) idx ({i}) integer: {i}" for i in range(4)} <= set(lines)
    assert {f"pid (0, 0, 0) idx ({i}) half: {i / 2:f}" for i in range(4)} <= set(lines)
    # Each thread of the launch prints, those with a copy of an element as well.
    assert len(lines) == 2 * 4 * 128


def test_device_assert(run_python, tmp_path):
    kernel = """
@triton.jit(debug=True)
def kernel(x):
    v = tl.load(x + tl.arange(0, 4))
    tl.device_assert(v >= 0, "negative")
    tl.device_assert(v < 3, "too large")
"""
    errors = run_kernel(run_python, tmp_path, kernel, check=False).stderr
    assert "block: [0,0,0], thread: 3: device assertion failed: 'too large'" in errors
    assert "negative" not in errors and "device-side assert triggered" in errors


@pytest.mark.parametrize("model, arch", [("S5000", 31), ("S80", 21)])
def test_other_models(run_python, tmp_path, model, arch):
    kernel = f"""
assert triton.runtime.driver.active.get_current_target().arch == {arch}
@triton.jit(debug=True)
def kernel(x):
    i = tl.arange(0, 1024)
    v = tl.load(x + i)
    tl.device_assert(tl.sum(v) == 1023 * 512, "sum")
    tl.device_assert(tl.cumsum(v, 0) == i * (i + 1) // 2, "scan")
    a = tl.reshape((v % 7).to(tl.float32), (32, 32))
    half = a.to(tl.float16)
    tl.device_assert(tl.sum(tl.dot(half, half)) == tl.sum(tl.sum(a, 0) * tl.sum(a, 1)), "dot")
"""
    done = run_kernel(run_python, tmp_path, kernel, 1024, MUSASIM_MODEL=model)
    assert done.stdout == "" and done.stderr == ""


def test_the_module_of_device_functions(run_python):
    code = """
from triton.language.extra.musa import libdevice
import triton.language as tl
print(callable(libdevice.rsqrt), callable(tl.extra.musa.libdevice.tanh))
"""
    assert run_python("import torch\n" + code, env={"MUSASIM": "1"}).stdout == "True True\n"


def test_the_backend_is_there_while_the_simulator_is_on(run_python):
    code = "from triton.backends import backends; print(sorted(backends))"
    assert "musa" in run_python(code, env={"MUSASIM": "1"}).stdout
    assert "musa" not in run_python(code).stdout


def test_another_triton_is_refused(monkeypatch):
    monkeypatch.setattr(triton, "__version__", "2.1.0")
    with pytest.raises(RuntimeError, match="but this is Triton 2.1.0"):
        type(triton.runtime.driver.active)()


OLDER = {
    "__init__.py": "__version__ = '3.0.0'",
    "backends/__init__.py": "",
    "backends/compiler.py": """
class BaseBackend:
    def __init__(self, target): self.target = target
class GPUTarget:
    def __init__(self, backend, arch, warp_size): self.backend = backend
""",
    "backends/driver.py": "class DriverBase: pass",
}


def test_a_triton_that_was_not_tried_is_refused_when_it_is_used(run_python, tmp_path):
    for name, text in OLDER.items():
        file = tmp_path / "triton" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    code = """
from triton.backends.compiler import GPUTarget
from musasim.triton import compiler, driver
try:
    compiler.MUSABackend(GPUTarget("musa", 31, 32))
except RuntimeError as error:
    print(error)
"""
    env = {"PYTHONPATH": str(tmp_path), "MUSASIM": "1"}
    assert "but this is Triton 3.0.0: pip install triton==3.7.1" in run_python(code, env=env).stdout
