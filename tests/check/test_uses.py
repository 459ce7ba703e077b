"""What `torchada check` reads in Python: names by any spelling, and what guards them."""

import sys

import pytest
from support.checked import check, found

from torchada import _table
from torchada._check import names

UNSUPPORTED = "torch.cuda.current_solver_handle"


def only(tmp_path, text, code):
    """The only statement with a code about a file."""
    (one,) = found(check(tmp_path, {"a.py": text}), code)
    return one


@pytest.mark.parametrize(
    "text",
    [
        "import torch\ntorch.cuda.current_solver_handle()",
        "import torch as t\nt.cuda.current_solver_handle()",
        "import torch.cuda\ntorch.cuda.current_solver_handle()",
        "import torch.cuda as c\nc.current_solver_handle()",
        "from torch import cuda\ncuda.current_solver_handle()",
        "from torch import cuda as c\nc.memory.current_solver_handle()",
        "from torch.cuda import current_solver_handle as stats\nstats()",
        "from torch.cuda.memory import current_solver_handle\ncurrent_solver_handle()",
        "from torch.cuda import *\ndef f():\n    return current_solver_handle()",
        "from numpy import *\nfrom torch.cuda.memory import *\ncurrent_solver_handle()",
        "import torch\nc = torch.cuda\nc.current_solver_handle()",
        "import torch\nc = torch\nd = c.cuda\nd.current_solver_handle()",
        "def f():\n    return cuda.current_solver_handle()\nfrom torch import cuda",
        "def f():\n    import torch\n    return lambda: torch.cuda.current_solver_handle()",
        "import torch\nclass A:\n    x = torch.cuda.current_solver_handle",
        "import torch\n@torch.cuda.current_solver_handle\ndef f(): pass",
        "import torch\ndef f(x=torch.cuda.current_solver_handle()): pass",
        "import torch\ngetattr(torch.cuda, 'current_solver_handle')()",
        "import torch\nasync def f():\n    async with a:\n        [torch.cuda.current_solver_handle() for _ in b]",
    ],
)
def test_an_unsupported_name_is_found_by_any_spelling(tmp_path, text):
    one = only(tmp_path, text, "name-unsupported")

    assert one.outcome == "fails" and not one.optional and not one.is_blocking
    assert one.subject in (UNSUPPORTED, "torch.cuda.memory.current_solver_handle")
    assert "use torch.linalg" in one.help


@pytest.mark.parametrize(
    "text",
    [
        "import mytorch as torch\ntorch.cuda.current_solver_handle()",
        "from .torch import cuda\ncuda.current_solver_handle()",
        "from torch import cuda\ndef f(cuda):\n    cuda.current_solver_handle()",
        "# torch.cuda.current_solver_handle()\n'torch.cuda.current_solver_handle()'",
        "import torch\ndef f(x: torch.cuda.current_solver_handle): pass",
        "import torch\ntorch.cuda.current_solver_handle = None",
        "class A:\n    from torch import cuda\n    def f(self):\n        cuda.current_solver_handle()",
    ],
)
def test_what_only_looks_like_the_name(tmp_path, text):
    assert check(tmp_path, {"a.py": text}).statements == []


@pytest.mark.parametrize(
    "name, code, outcome",
    [
        ("torch.cuda.Stream", "name-served", "works"),
        ("torch.cuda.Stream.wait_stream", "name-served", "works"),
        ("torch.cuda.amp.autocast", "name-served", "works"),
        ("torch.cuda.comm.broadcast", "name-served", "works"),
        ("torch.backends.cudnn.benchmark", "name-served", "works"),
        ("torch.backends.cuda.matmul.allow_tf32", "name-served", "works"),
        ("torch.backends.cuda.cublas_workspace_size", "name-unsupported", "fails"),
        ("torch._C._cuda_lock_mutex", "name-unsupported", "fails"),
        ("torch._C._cuda_getDeviceCount", "name-unsupported", "fails"),
        ("torch.cuda.nccl.unique_id", "name-unsupported", "fails"),
        ("torch.cuda.host_memory_stats", "name-newer", "setting"),
        ("torch.cuda.memory.host_memory_stats", "name-newer", "setting"),
        ("torch.cuda.no_such_name", "name-unknown", "fails"),
        ("torch.cuda._no_such_name", "name-unknown", "review"),
        ("torch._C._cuda_no_such_name", "name-unknown", "fails"),
        ("torch.version.cuda", "gate-version", "review"),
        ("torch.cuda.is_available", "gate-available", "setting"),
        ("torch.cuda.get_device_capability", "gate-capability", "setting"),
        ("torch.utils.cpp_extension.CUDAExtension", "name-served", "works"),
        ("torch.distributed._symmetric_memory.rendezvous", "name-unsupported", "fails"),
    ],
)
def test_what_becomes_of_a_name(tmp_path, name, code, outcome):
    one = only(tmp_path, f"import torch\nx = {name}", code)

    assert (one.outcome, one.line) == (outcome, 2)
    assert name.startswith(one.subject)


@pytest.mark.parametrize(
    "text, code",
    [
        ("import torch\ntorch.cuda.get_device_properties(0).major", "gate-capability"),
        ("import triton.language as tl\ntl.inline_asm_elementwise('')", "triton"),
        ("from triton.language import inline_asm_elementwise as asm\nasm('')", "triton"),
        ("from triton.experimental import gluon", "triton"),
        ("import triton.language as tl\ntl.extra.cuda.smid()", "triton"),
        ("from triton.language.extra import cuda\ncuda.smid()", "triton"),
        ("import ctypes\nctypes.CDLL('libnvidia-ml.so.1')", "library"),
        ("import ctypes as c\nc.cdll.LoadLibrary('libcusparseLt.so')", "library"),
        ("import subprocess\nsubprocess.run(['nvidia-smi', '-L'])", "tool"),
        ("from subprocess import check_output as run\nrun('nvcc -V', shell=True)", "tool"),
        ("import shutil\nshutil.which('/usr/local/cuda/bin/nvcc')", "tool"),
        ("import bitsandbytes as bnb", "import"),
        ("from xformers.ops import memory_efficient_attention", "import"),
        ("from numba import cuda", "import"),
        ("import pynvml", "import"),
        ("from torch_memory_saver import torch_memory_saver", "import"),
    ],
)
def test_other_uses(tmp_path, text, code):
    assert only(tmp_path, text, code).outcome in ("fails", "review", "setting")


@pytest.mark.parametrize(
    "text, code",
    [
        ("import ctypes\nctypes.CDLL('libcudart.so.12')", "library"),
        ("from ctypes import CDLL\nCDLL('/usr/local/cuda/lib64/libnvrtc.so')", "library"),
        ("from triton.language.extra import cuda\ncuda.globaltimer()", "triton"),
        ("from triton.language.extra.cuda import libdevice\nlibdevice.exp(x)", "triton"),
    ],
)
def test_other_uses_that_work(tmp_path, text, code):
    assert {one.outcome for one in found(check(tmp_path, {"a.py": text}), code)} == {"works"}


def test_other_libraries_and_programs_are_nobody_s(tmp_path):
    text = "import ctypes, subprocess\nctypes.CDLL('libc.so.6')\nsubprocess.run(['ls', 'cuda'])"

    assert check(tmp_path, {"a.py": text}).statements == []


@pytest.mark.parametrize(
    "guard, optional",
    [
        ("try:\n    {}\nexcept RuntimeError:\n    pass", "below `except RuntimeError`"),
        ("try:\n    {}\nexcept:\n    pass", "below `except BaseException`"),
        ("try:\n    {}\nexcept (OSError, Exception):\n    pass", "below `except Exception`"),
        # torchada has the name; the call raises an UnsupportedError, which is a RuntimeError.
        ("try:\n    {}\nexcept AttributeError:\n    pass", ""),
        ("if hasattr(torch.cuda, 'current_solver_handle'):\n    {}", ""),
        ("try:\n    pass\nexcept Exception:\n    {}", ""),
        ("try:\n    pass\nfinally:\n    {}", ""),
        ("if torch.version.hip:\n    {}", "only on AMD GPUs"),
        ("if torch.version.hip is not None:\n    {}", "only on AMD GPUs"),
        ("if torch.version.hip is None:\n    {}", ""),
        ("if not torch.version.hip:\n    pass\nelse:\n    {}", "only on AMD GPUs"),
        ("if is_hip() and x:\n    {}", "only on AMD GPUs"),
        ("if is_hip() or x:\n    {}", ""),
        ("if is_hip() or is_xpu():\n    {}", "only on AMD GPUs"),
        ("if torch.version.cuda:\n    {}", "torch.version.cuda is None on MUSA"),
        ("if torch.cuda.is_available():\n    {}", ""),
        ("if utils.is_rocm:\n    {}", "only on AMD GPUs"),
        ("if TYPE_CHECKING:\n    {}", "only for type checkers"),
    ],
)
def test_guards_of_a_call(tmp_path, guard, optional):
    head = "import torch\nfrom typing import TYPE_CHECKING\n"
    text = head + guard.format("torch.cuda.current_solver_handle()")

    assert only(tmp_path, text, "name-unsupported").optional == optional


def test_names_of_symmetric_memory_are_those_that_are_refused():
    from torchada._patch.distributed import refused

    assert set(names.SYMMETRIC) == {*refused._BEGIN, refused._ENABLE}


@pytest.mark.musa
@pytest.mark.torch_from(2, 13)
def test_bindings_that_only_a_pytorch_for_cuda_has():
    import torch

    kept = [row.name for row in _table.MODULES["torch._C"] if row.how == _table.STOCK]

    assert set(names.LACKING) == {name for name in kept if not hasattr(torch._C, name)}


@pytest.mark.skipif(sys.version_info < (3, 10), reason="needs the match statement")
def test_match(tmp_path):
    text = (
        "import torch\nmatch x:\n    case A(b=1, c=[*d]) | {'e': 2, **f} if torch.cuda.is_available():\n"
        "        torch.cuda.current_solver_handle()"
    )
    assert only(tmp_path, text, "name-unsupported").line == 4


def test_hasattr_guards_a_name_that_torchada_does_not_know(tmp_path):
    text = "import torch\nif hasattr(torch.cuda, 'no_such'):\n    torch.cuda.no_such()"

    assert only(tmp_path, text, "name-unknown").optional == "below `hasattr`"


@pytest.mark.parametrize(
    "text, is_optional",
    [
        ("import bitsandbytes", False),
        ("try:\n    import bitsandbytes\nexcept ImportError:\n    bitsandbytes = None", True),
        ("try:\n    import bitsandbytes\nexcept ModuleNotFoundError:\n    pass", True),
        ("try:\n    import bitsandbytes\nexcept ValueError:\n    pass", False),
        ("if is_bitsandbytes_available():\n    import bitsandbytes", True),
        ("if HAS_BNB:\n    import bitsandbytes", True),
        ("if find_spec('bitsandbytes'):\n    import bitsandbytes", True),
        ("if sys.argv:\n    import bitsandbytes", False),
        ("def f():\n    import bitsandbytes", True),
    ],
)
def test_guards_of_an_import(tmp_path, text, is_optional):
    assert bool(only(tmp_path, text, "import").optional) == is_optional


@pytest.mark.skipif(sys.version_info < (3, 11), reason="a syntax of Python 3.11")
def test_except_star_guards_as_except_does(tmp_path):
    text = "try:\n    import bitsandbytes\nexcept* ImportError:\n    pass"

    assert only(tmp_path, text, "import").optional == "below `except ImportError`"


def test_a_package_s_own_modules_are_no_imports_of_it(tmp_path):
    files = {"bitsandbytes/__init__.py": "", "bitsandbytes/a.py": "import bitsandbytes.b"}

    assert check(tmp_path, files).statements == []


@pytest.mark.parametrize(
    "test",
    [
        "torch.cuda.is_available() or is_musa()",
        "torch.version.cuda or torch.version.musa",
        "torch.cuda.is_available() or hasattr(torch, 'musa')",
    ],
)
def test_a_condition_that_knows_musa_is_no_gate(tmp_path, test):
    assert check(tmp_path, {"a.py": f"import torch\nif {test}:\n    pass"}).statements == []


@pytest.mark.parametrize(
    "text",
    [
        b"import torch\nprint torch.cuda.Stream",
        b"import torch.cuda\n\0",
        b"# -*- coding: no-such -*-\ntorch.cuda.x",
        b"torch.cuda.x = '\xff'",
        b"torch.cuda.x = " + b"(" * 300 + b")" * 300,
        b"torch.cuda.x = " + b"-" * 100_000 + b"1",
    ],
    ids=["python2", "nul", "encoding", "bytes", "parentheses", "deep"],
)
def test_what_cannot_be_parsed_is_a_statement(tmp_path, text):
    report = check(tmp_path, {"a.py": text})

    (one,) = report.statements
    assert (one.code, one.outcome) == ("unparsable", "review")
    assert one.message.startswith("the file cannot be parsed: ")


def test_nothing_of_the_project_runs(tmp_path):
    text = "import torch\ntorch.cuda.init()\nopen('ran', 'w')\nraise SystemExit(3)"
    report = check(tmp_path, {"setup.py": text, "conftest.py": text})

    assert report.verdict == "works" and not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "text",
    [
        "from torch.cuda import *\nprint(len(_sleep))",
        "from torch.cuda import *\ndef Stream(): pass\nStream()",
        "from torch.cuda import *\n[Stream for Stream in x]",
        "from torch.cuda import *\nfrom mine import Stream\nStream()",
        "from .cuda import *\nStream(torch.cuda)",
    ],
)
def test_what_a_star_does_not_bring(tmp_path, text):
    assert check(tmp_path, {"a.py": text}).statements == []
