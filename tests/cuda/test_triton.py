"""Triton for MUSA under CUDA's names, on a stand-in for the package: only its modules' layout is real.

The layout and the names are those of Triton 3.x with a backend for MUSA.
"""

import pytest

pytestmark = pytest.mark.musa

FILES = {
    "triton/__init__.py": "def jit(function):\n    return function\n",
    "triton/backends/__init__.py": "",
    "triton/backends/compiler.py": """
from dataclasses import dataclass

@dataclass(frozen=True)
class GPUTarget(object):
    backend: str
    arch: object
    warp_size: int

def find_compiler(target):
    return target.backend
""",
    "triton/runtime/__init__.py": "from . import driver\n",
    "triton/runtime/driver.py": """
from triton.backends.compiler import GPUTarget

class active:
    get_current_target = staticmethod(lambda: GPUTarget("musa", 31, 32))
""",
    "triton/language/__init__.py": "from . import extra\n",
    "triton/language/extra/__init__.py": """
import pkgutil
from importlib.util import module_from_spec
from sys import modules
for finder, name, is_package in pkgutil.iter_modules(__path__, prefix=__name__ + "."):
    if is_package:
        spec = finder.find_spec(name)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        modules[name] = module
""",
}
MUSA = {
    "triton/language/extra/musa/__init__.py": "from . import libdevice\n",
    "triton/language/extra/musa/libdevice.py": "def tanh(x):\n    return 'of MUSA'\n",
}
CUDA = {
    "triton/language/extra/cuda/__init__.py": "from . import libdevice\nfrom .utils import smid\n",
    "triton/language/extra/cuda/libdevice.py": "def tanh(x):\n    return 'of CUDA'\n",
    "triton/language/extra/cuda/utils.py": "def smid():\n    return 'of CUDA'\n",
}


@pytest.fixture
def triton(tmp_path):
    """make({path: text}) -> environment of a process that finds such a package."""

    def make(files):
        for path, text in {**FILES, **files}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return {"PYTHONPATH": str(tmp_path)}

    return make


USE = """
import triton.language as tl
import triton.language.extra.cuda.libdevice
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait, libdevice
assert tl.extra.cuda.libdevice.tanh(1) == libdevice.tanh(1) == "of MUSA"
assert libdevice is tl.extra.musa.libdevice is triton.language.extra.cuda.libdevice
assert gdc_wait() is gdc_launch_dependents() is None
assert not hasattr(tl.extra.cuda, "smid") and not hasattr(tl.extra.cuda, "__nothing__")
try:
    tl.extra.cuda.smid
except AttributeError as error:
    assert "triton.language.extra.cuda.smid is not supported on MUSA" in str(error), error
"""


@pytest.mark.parametrize("others", [{}, CUDA], ids=["alone", "beside CUDA's"])
@pytest.mark.parametrize("order", ["import torch\n{}", "{}import torch\n"])
def test_device_functions(run_python, triton, others, order):
    early = "import triton.language\n"
    run_python(order.format(early) + USE, env=triton({**MUSA, **others}))


def test_the_target_is_cudas_for_users(run_python, triton):
    code = """
        import torch, triton.runtime
        import dataclasses, pickle, torchada
        from triton.backends.compiler import GPUTarget, find_compiler
        target = triton.runtime.driver.active.get_current_target()
        assert target.backend == "cuda" and target.arch == 31 and target.warp_size == 32
        assert find_compiler(target) == "musa" and target == GPUTarget("musa", 31, 32)
        assert GPUTarget("hip", "gfx", 64).backend == "hip"
        for copied in (dataclasses.replace(target, arch=22), pickle.loads(pickle.dumps(target))):
            assert find_compiler(copied) == "musa" and copied.backend == "cuda"
        try:
            target.backend = "hip"
        except dataclasses.FrozenInstanceError:
            pass
        with torchada.native_view():
            assert target.backend == "musa"
        assert torchada.unpatch() and target.backend == "musa"
        assert "backend" not in vars(GPUTarget)
    """
    run_python(code, env=triton(MUSA))


def test_another_triton_is_left_alone(run_python, triton):
    code = """
        import torch
        import triton.language as tl
        import triton.language.extra.cuda
        assert tl.extra.cuda.smid() == "of CUDA"
        from torchada import _activation
        reasons = {row.target: row.reason for row in _activation.state.ledger.rows()}
        assert reasons["triton.language.extra.cuda"] == "the installed Triton has no MUSA backend"
    """
    run_python(code, env=triton(CUDA))


def test_no_triton_is_imported(run_python):
    run_python("import torch, torchada, sys; assert 'triton' not in sys.modules", check=True)
