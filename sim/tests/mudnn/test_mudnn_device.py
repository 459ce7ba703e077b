"""libmudnn's work as work of the simulated device: checks, faults, graphs, threads."""

import textwrap
import threading
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
import torch_musa
from mudnn_calls import near

CHECKED = {"MUSASIM": "1", "MUSASIM_DEVICES": "2", "MUSASIM_CHECK": "1"}
PLAIN = [1, 0, 1, 1, 1, 1, 1, 1]  # one group, no activation, pad, stride and dilation of one
# What programs below begin with; `call` gives the status, or "the work failed".
PROGRAM = """
import ctypes, sys
sys.path.insert(0, {tests!r})
import torch, torch_musa
from mudnn_calls import Mudnn
from pathlib import Path
call = Mudnn(Path({folder!r})).status
"""


@pytest.fixture
def run_program(run_python, mudnn, tmp_path_factory):
    folder = str(tmp_path_factory.getbasetemp() / "mudnn")
    start = PROGRAM.format(tests=str(Path(__file__).parent), folder=folder)

    def run(code, *arguments, **options):
        return run_python(start + textwrap.dedent(code), *arguments, **options)

    return run


def test_work_reaches_device_memory_that_is_closed_to_the_host(run_program):
    code = """
    x, w = torch.randn(2, 4, 9, 9), torch.randn(6, 4, 3, 3)
    a, b, picked = torch.randn(8, 9), torch.randn(9, 7), torch.tensor([2, 0, 5])
    on = [t.to("musa") for t in (x, w, a, b, picked)]
    y, ab = torch.empty(2, 6, 9, 9, device="musa"), torch.empty(8, 7, device="musa")
    soft, lines = torch.empty(8, 7, device="musa"), torch.empty(3, 7, device="musa")
    print(call("Convolution", [y, *on[:2], None, None], [1, 0, 1, 1, 1, 1, 1, 1]))
    print(call("MatMul", [ab, *on[2:4]], [0, 0], [1.0, 0.0, 0.0]))
    print(call("Softmax", [soft, ab], [0, 1]), call("GatherX", [lines, on[4], ab], [0, 0, 0]))
    wanted = torch.nn.functional.conv2d(x, w, padding=1)
    print(torch.allclose(y.cpu(), wanted, atol=1e-4), torch.allclose(ab.cpu(), a @ b, atol=1e-5))
    print(torch.allclose(soft.cpu(), (a @ b).softmax(1), atol=1e-5), (lines == ab[on[4]]).all().item())
    """
    done = run_program(code, env=CHECKED)
    lines = ["SUCCESS", "SUCCESS", "SUCCESS SUCCESS", "True True", "True True"]
    assert done.stdout.splitlines() == lines and "ERROR" not in done.stderr


@pytest.mark.parametrize(
    "memory, report",
    [
        ("freed", "use after free: kernel Fill::Run uses memory at 0x"),
        ("host", "host pointer: kernel Fill::Run uses 0x"),
    ],
)
def test_misuse_of_memory_is_reported_with_the_operation(run_program, memory, report):
    code = """
    from mudnn_calls import Given
    library, where, size = call.__self__.library, ctypes.c_void_p(), ctypes.c_size_t(4096)
    if sys.argv[1] == "freed":
        assert library.musaMalloc(ctypes.byref(where), size) == 0
        assert library.musaFree(where) == 0
    else:
        ctypes.CDLL(None).posix_memalign(ctypes.byref(where), 4096, size)
    print(call("Fill", [Given(where, 2, 0, 1, (1000,), (1,))], [0], [1.0]), flush=True)
    """
    done = run_program(code, memory, env=CHECKED, check=False)
    assert done.returncode != 0 and report in done.stderr, done.stderr + done.stdout


def test_faults_are_for_operations_by_their_names(run_program):
    code = """
    a, stream = torch.eye(3, device="musa:0"), torch_musa.Stream().musa_stream
    out, other = torch.zeros_like(a), torch.zeros(2, 2, device="musa:1")
    product = ["MatMul", [out, a, a], [0, 0], [1.0, 0.0, 0.0]]
    print(call(*product), out.sum().item())
    print(call("Softmax", [out, a], [0, 1]))
    print(call(*product, stream=stream))
    torch_musa.set_device(1)
    print(call("Fill", [other], [0], [2.0]), other.sum().item())
    """
    rules = {"MUSASIM": "1", "MUSASIM_DEVICES": "2", "MUSASIM_FAULTS": "kernel:name=Softmax*"}
    done = run_program(code, env=rules)
    expected = ["SUCCESS 3.0", "the work failed", "EXECUTION_FAILED", "SUCCESS 8.0"]
    assert done.stdout.splitlines() == expected


def test_a_network_captured_in_a_graph_is_replayed(mudnn):
    x, w, v = (torch.randn(*s, device="musa") for s in ((2, 3, 8, 8), (4, 3, 3, 3), (64, 5)))
    y, soft = torch.zeros(2, 4, 8, 8, device="musa"), torch.zeros(8, 5, device="musa")
    grad, product = torch.zeros_like(w), torch.zeros_like(soft)
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        stream = torch_musa.current_stream().musa_stream
        mudnn("Convolution", [y, x, w, None, None], PLAIN, stream=stream)
        mudnn("MatMul", [product, y.view(8, 64), v], [0, 0], [1.0, 0.0, 0.0], stream=stream)
        mudnn("Softmax", [soft, product], [0, 1], stream=stream)
        mudnn("ConvolutionBwdFilter", [grad, x, y], PLAIN, stream=stream)
    assert (soft == 0).all()
    for _ in range(3):
        x.copy_(torch.randn(2, 3, 8, 8))
        graph.replay()
        image, weight = x.cpu(), w.cpu().requires_grad_()
        out = F.conv2d(image, weight, padding=1)
        out.backward(out.detach())
        near(soft.cpu(), (out.detach().view(8, 64) @ v.cpu()).softmax(1), terms=64)
        near(grad.cpu(), weight.grad, terms=128)


def test_handles_of_several_threads_do_not_disturb_each_other(mudnn):
    failures = []

    def work(seed):
        numbers = torch.Generator().manual_seed(seed)
        x, w = (torch.randn(*s, generator=numbers) for s in ((2, 8, 16, 16), (8, 8, 3, 3)))
        stream = torch_musa.Stream()
        y, a, ab = torch.zeros_like(x), torch.randn(40, 40, generator=numbers), torch.zeros(40, 40)
        for _ in range(10):
            mudnn("Convolution", [y, x, w, None, None], PLAIN, stream=stream.musa_stream)
            mudnn("MatMul", [ab, a, a], [0, 0], [1.0, 0.0, 0.0], stream=stream.musa_stream)
            stream.synchronize()
            try:
                near(y, F.conv2d(x, w, padding=1), terms=72)
                near(ab, a @ a, terms=40)
            except AssertionError as error:
                failures.append(error)
            y.zero_()
            ab.zero_()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
