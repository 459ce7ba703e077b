"""Operator overrides: torchada/csrc is compiled when the GPU is first used, and kept."""

import pytest

from torchada import _cpp_ops

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

QUICK_START = """
import torch
import torchada

x = torch.randn(1000, device='cuda')
y = torch.neg(x)  # Should print '[torchada] neg called'
print('Result:', y.cpu()[:5])
"""
SAME_AS_ON_THE_CPU = """
import sys, torch
from torchada import _cpp_ops
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.uint8,
              torch.int16, torch.int32, torch.int64, torch.complex64):
    base = torch.arange(-12, 12).to(dtype)
    for make in (lambda x: x, lambda x: x[::2], lambda x: x.view(2, 3, 4).permute(2, 0, 1),
                 lambda x: x[:0], lambda x: x[3], lambda x: x[:1].expand(5)):
        want = torch.neg(make(base))
        found = torch.neg(make(base.cuda()))
        assert found.dtype is want.dtype and found.stride() == want.stride(), (dtype, make)
        assert torch.equal(found.cpu(), want), (dtype, found, want)
x = torch.tensor([0.0, float("nan")], device="cuda", requires_grad=True)
assert torch.signbit(torch.neg(x)).tolist() == [True, torch.signbit(-x.cpu())[1].item()]
torch.neg(x).sum().backward()
assert x.grad.tolist() == [-1, -1]
try:
    torch.neg(torch.ones(2, device="cuda").bool())
except RuntimeError as error:
    assert "bool" in str(error)
else:
    raise AssertionError("bool has no negative")
for dtype in (torch.float64, torch.float32, torch.int64, torch.bool):
    base = torch.arange(1, 25).to(dtype)
    for make in (lambda x: x, lambda x: x[::2], lambda x: x.view(4, 6).t(), lambda x: x[:0]):
        want, found = torch.log(make(base)), torch.log(make(base.cuda()))
        assert found.dtype is want.dtype and found.stride() == want.stride(), (dtype, make)
        assert torch.allclose(found.cpu(), want, rtol=1e-6 if want.dtype is torch.float32 else 1e-12)
graph, x = torch.cuda.CUDAGraph(), torch.full((3,), 4.0, dtype=torch.float64, device="cuda")
with torch.cuda.graph(graph):
    logarithm = torch.log(x)
x.fill_(8)
graph.replay()
assert torch.equal(logarithm.cpu(), torch.log(torch.full((3,), 8.0, dtype=torch.float64)))
print(_cpp_ops.registered_ops())
"""


def environment(folder, **more):
    return {
        "TORCHADA_ENABLE_CPP_OPS": "1",
        "TORCH_EXTENSIONS_DIR": str(folder),
        "MTGPU_TARGET": "mp_22",
        "MAX_JOBS": "2",
        **more,
    }


def test_quick_start_of_the_guide(run_python, tmp_path):
    first = run_python(
        QUICK_START, env=environment(tmp_path, TORCHADA_DEBUG_CPP_OPS="1"), timeout=900
    )
    assert first.stdout.startswith("[torchada] neg called\nResult: tensor(")
    assert "compiling the operator overrides" in first.stderr and "Overriding" not in first.stderr

    again = run_python(SAME_AS_ON_THE_CPU, env=environment(tmp_path))
    assert again.stdout == "['neg', 'log']\n" and "compiling" not in again.stderr

    disabled = environment(
        tmp_path, TORCHADA_DISABLE_OP_OVERRIDE_neg="1", TORCHADA_DEBUG_CPP_OPS="1"
    )
    del disabled["TORCHADA_DEBUG_CPP_OPS"]
    assert run_python(SAME_AS_ON_THE_CPU, env=disabled).stdout == "['log']\n"
    newer = "import torch_musa; torch_musa.__version__ = '2.11.0.post2'\n"
    again = run_python(newer + SAME_AS_ON_THE_CPU, env=environment(tmp_path), timeout=900)
    assert again.stdout == "['neg']\n"


# A csrc/ of its own, whose module is plain C.
WITH_OTHER_SOURCES = """
import sys, torch
from torchada import _cpp_ops
_cpp_ops.CSRC = sys.argv[1]
torch.ones(2, device="cuda")
print(_cpp_ops.is_loaded(), _cpp_ops.registered_ops(), torch.neg(torch.ones(1, device="cuda")).item())
"""
MODULE = """
#include <Python.h>
static PyObject* names(PyObject*, PyObject*) { return Py_BuildValue("[s]", NAME); }
static PyMethodDef methods[] = {{"registered_ops", names, METH_NOARGS, nullptr}, {}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "torchada_cpp_ops", nullptr, -1, methods};
PyMODINIT_FUNC PyInit_torchada_cpp_ops() { return PyModule_Create(&module); }
"""


@pytest.fixture
def other_sources(tmp_path, run_python):
    """run(header, **environment) with a module whose one operator the header names."""
    csrc = tmp_path / "csrc"
    csrc.mkdir()
    (csrc / "ops.cpp").write_text('#include "ops.h"\n' + MODULE)

    def run(header, **more):
        (csrc / "ops.h").write_text(header)
        env = environment(tmp_path / "cache", **more)
        return run_python(WITH_OTHER_SOURCES, csrc, env=env)

    return run


def test_compiled_once_for_each_content_and_gpu(other_sources, tmp_path):
    def compiles(*arguments, **more):
        return "compiling" in other_sources(*arguments, **more).stderr

    assert compiles('#define NAME "one"\n')
    assert not compiles('#define NAME "one"\n')
    assert compiles('#define NAME "two"\n')
    assert compiles('#define NAME "two"\n', MTGPU_TARGET="mp_31")
    assert other_sources('#define NAME "one"\n').stdout.split()[1] == "['one']"
    assert len(list((tmp_path / "cache/torchada_cpp_ops").iterdir())) == 3


def test_half_built_module_is_built_again(other_sources, tmp_path):
    other_sources('#define NAME "one"\n')
    (folder,) = (tmp_path / "cache/torchada_cpp_ops").iterdir()
    (folder / "built").unlink()
    (folder / "torchada_cpp_ops.so").write_bytes(b"half")

    assert other_sources('#define NAME "one"\n').stdout.split()[0] == "True"


def test_failed_build_says_why_in_three_lines(other_sources):
    done = other_sources("#error broken on purpose\n")

    assert done.stdout == "False [] -1.0\n"
    lines = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert len(lines) == 3 and "ops.h:1:2: error: #error broken on purpose" in lines[0]
    assert "TORCHADA_CPP_OPS_VERBOSE=1" in lines[1] and "torch_musa's own" in lines[2]


def test_nothing_is_compiled_without_the_variable_or_the_gpu(run_python, tmp_path):
    code = """
        import sys, torch, torchada
        torch.ones(2)
        assert "torch.utils.cpp_extension" not in sys.modules
        if len(sys.argv) > 1:
            torch.ones(2, device="cuda")
            assert "torchada._cpp_ops" not in sys.modules
    """
    run_python(code, env=environment(tmp_path))
    run_python(code, "gpu", env=environment(tmp_path, TORCHADA_ENABLE_CPP_OPS="0"))
    assert not list(tmp_path.iterdir())


def test_the_variable_may_be_set_after_the_import_of_torch(run_python, tmp_path):
    code = """
        import os, torch
        from torchada import _cpp_ops
        os.environ["TORCHADA_ENABLE_CPP_OPS"] = "1"
        _cpp_ops._built = lambda: seen.append("built") or {}[0]
        seen = []
        torch.ones(2, device="cuda")
        print(seen)
    """
    done = run_python(code, env=environment(tmp_path, TORCHADA_ENABLE_CPP_OPS="0"))
    assert done.stdout == "['built']\n"


def test_sources_are_those_of_the_guide():
    names = [path.rpartition("/")[2] for path in _cpp_ops.sources()]

    assert names == ["musa_ops.mu", "ops.cpp"]


def test_upstreams_name_of_load(run_python):
    code = "import torchada._cpp_ops as ops; print(ops.load_cpp_ops(force_reload=True), ops.is_loaded())"
    assert run_python(code).stdout == "None False\n"
