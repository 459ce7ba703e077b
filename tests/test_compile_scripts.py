"""TorchScript on MUSA: whose graphs are rewritten, what an archive holds, and what is refused."""

import io

import pytest
import torch
from torch import Tensor

from torchada._errors import UnsupportedError

pytestmark = [pytest.mark.musa, pytest.mark.filterwarnings("ignore:.*torch.jit.*deprecated")]


def question(x: Tensor):
    return x.is_cuda, x.device.type, str(x.device)


def as_archive(script):
    buffer = io.BytesIO()
    torch.jit.save(script, buffer)
    return io.BytesIO(buffer.getvalue())


def test_an_archive_asks_for_both_names():
    """It is loaded on CUDA machines too, where is_cuda and the names are those of CUDA."""
    code = torch.jit.script(question).code
    assert "prim.is_cuda(x)" in code and code.count('"musa", "cuda"') == 2


def test_loading_rewrites_once():
    script = torch.jit.script(question)
    loaded = torch.jit.load(as_archive(script))
    again = torch.jit.load(as_archive(loaded))
    assert script.code.count("musa") == loaded.code.count("musa") == again.code.count("musa")


def test_scripts_of_pytorchs_modules_see_the_truth():
    x = torch.ones(2, device="cuda")
    unit = {"__name__": "torch.of_a_test", "Tensor": Tensor}
    function = type(question)(question.__code__, unit, "question")
    function.__module__ = "torch.of_a_test"
    function.__annotations__ = question.__annotations__
    assert torch.jit.script(function)(x) == (False, "musa", "musa:0")
    assert torch.jit.script(question)(x) == (True, "cuda", "cuda:0")


def test_off_means_the_truth(run_python, tmp_path):
    path = tmp_path / "program.py"
    path.write_text("""
import torch
from torch import Tensor
def kind(x: Tensor) -> str:
    return x.device.type
print(torch.jit.script(kind)(torch.ones(2, device="cuda")))
""")
    code = (
        "import runpy, sys, warnings; warnings.simplefilter('ignore'); runpy.run_path(sys.argv[1])"
    )
    for value, expected in (("off", "musa"), ("on", "cuda")):
        done = run_python(code, path, env={"TORCHADA_PERSPECTIVE": value})
        assert done.stdout.split() == [expected]


def inside(x: Tensor):
    with torch.autocast("cuda"):
        return x @ x


def test_autocast_inside_warns():
    with pytest.warns(RuntimeWarning, match="torch.autocast has no effect on MUSA inside of Tor"):
        script = torch.jit.script(inside)
    assert script(torch.eye(2, device="cuda")).dtype == torch.float32


def count(x: Tensor) -> int:
    return torch.cuda.device_count()


@pytest.mark.skipif(
    torch.version.cuda is not None,
    reason="a CUDA build counts NVIDIA's devices while it compiles",
)
def test_devices_are_counted():
    assert torch.jit.script(count)(torch.ones(1)) == torch.cuda.device_count()


def on_a_stream(x: Tensor):
    s = torch.cuda.Stream()
    with torch.cuda.stream(s):
        return x + 1


def of_the_current_stream(x: Tensor):
    s = torch.cuda.current_stream(x.device)
    return x


@pytest.mark.parametrize("function", [on_a_stream, of_the_current_stream])
def test_streams_are_refused(function):
    with pytest.raises(
        UnsupportedError, match="torch.cuda.*[sS]tream.* in TorchScript is not supp"
    ):
        torch.jit.script(function)


def test_other_errors_stay_what_they_are():
    def wrong(x: Tensor) -> int:
        return x.no_such_method()

    with pytest.raises(RuntimeError, match="no_such_method") as raised:
        torch.jit.script(wrong)
    assert not isinstance(raised.value, UnsupportedError)


def test_functions_of_the_genuine_module_are_not_touched(run_python):
    code = """
        import warnings
        warnings.simplefilter("ignore")
        import torch, torchada
        torchada.unpatch()
        assert "torchada" not in torch.jit._recursive.create_script_module.__code__.co_filename
        assert type(torch._C._jit_script_compile).__name__ == "builtin_function_or_method"
    """
    run_python(code)
