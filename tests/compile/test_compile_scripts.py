"""TorchScript on MUSA: whose graphs are rewritten, what an archive holds, and what is refused."""

import io
import zipfile
from contextlib import nullcontext

import pytest
import torch
from torch import Tensor

from torchada._errors import UnsupportedError
from torchada._patch.torchscript import hooks

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
    text = r"torch.autocast inside of the TorchScript function .*inside\(\) has no effect on MUSA"
    with pytest.warns(RuntimeWarning, match=text):
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


def inside_of_a_device(x: Tensor) -> int:
    with torch.cuda.device(x.device):
        return torch.cuda.current_device()


def test_devices_of_the_cpu_are_refused_as_in_eager_mode():
    with pytest.raises(Exception, match="Expected a cuda device, but got: cpu"):
        torch.jit.script(inside_of_a_device)(torch.ones(1))


def on_a_stream(x: Tensor):
    torch.cuda.Stream().synchronize()
    return x + 1


def of_the_current_stream(x: Tensor):
    torch.cuda.set_stream(torch.cuda.current_stream(x.device))
    return x


class UsesAnEvent(torch.nn.Module):
    def forward(self, x: Tensor):
        return self.recorded(x)

    @torch.jit.export
    def recorded(self, x: Tensor):
        torch.cuda.Event().synchronize()
        return x


def calls_a_refused_one(x: Tensor):
    return of_the_current_stream(x)


@pytest.mark.parametrize(
    "code, name",
    [
        (on_a_stream, "Stream"),
        (of_the_current_stream, "current_stream"),
        (calls_a_refused_one, "current_stream"),
        (UsesAnEvent(), "Event"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_streams_are_refused(code, name):
    with pytest.raises(
        UnsupportedError, match=f"torch.cuda.{name} in TorchScript is not supported"
    ):
        torch.jit.script(code)


def enters_a_context(x: Tensor):
    with torch.cuda.StreamContext(None):
        return x


def test_contexts_of_streams_are_refused():
    with pytest.raises(UnsupportedError, match=r"torch.cuda.stream\(\) in TorchScript"):
        torch.jit.script(enters_a_context)


ASKS_FOR_STREAMS = b"ops.cuda.current_stream(ops.prim.device(x))"


def test_archives_with_streams_are_refused():
    """A CUDA machine wrote them; this one is made of an archive that counts devices."""

    def waits(x: Tensor):
        torch.cuda.synchronize(x.device)
        return x

    source, archive = zipfile.ZipFile(as_archive(torch.jit.script(waits))), io.BytesIO()
    with zipfile.ZipFile(archive, "w") as copy:
        for name in source.namelist():
            content = source.read(name).replace(b"ops.prim.device(x)", ASKS_FOR_STREAMS)
            copy.writestr(name, content.replace(b"cuda.synchronize(", b"cuda.set_stream("))
    archive.seek(0)
    with pytest.raises(UnsupportedError, match="torch.cuda.(set|current)_stream in TorchScript"):
        torch.jit.load(archive)


def as_function(name, graph):
    return torch._C._create_function_from_graph(name, torch._C.parse_ir(graph))


def test_a_refusal_leaves_nothing_behind_it_as_it_was():
    known = torch._C._jit_get_schemas_for_operator("cuda::current_stream")
    kind = known[0].returns[0].type.annotation_str if known else "int"
    streams = f"graph(%d : Device):\n  %s : {kind} = cuda::current_stream(%d)\n  return (%s)"
    asks = "graph(%x : Tensor):\n  %y : bool = prim::is_cuda(%x)\n  return (%y)"
    later = as_function("asks", asks)
    refusal = hooks._rewrite_all([as_function("streams", streams), later])
    assert "torch.cuda.current_stream in" in str(refusal) and "musa" in str(later.graph)


def helper_of_a_failure(x: Tensor) -> bool:
    return x.is_cuda


def fails_after_its_helper(x: Tensor):
    helper_of_a_failure(x)
    return x.no_such_method()


def test_what_compiles_before_an_error_is_rewritten():
    with pytest.raises(RuntimeError, match="no_such_method"):
        torch.jit.script(fails_after_its_helper)
    assert torch.jit.script(helper_of_a_failure)(torch.ones(1, device="cuda"))


@pytest.mark.parametrize("function, is_ours", [(question, False), (on_a_stream, True)])
def test_a_failed_assertion_is_explained_only_where_streams_are_named(function, is_ours):
    failure = RuntimeError('type INTERNAL ASSERT FAILED at "torch/csrc/jit/ir/ir.h":1')
    tree = torch.jit.frontend.get_jit_def(function, function.__name__)
    with pytest.raises(UnsupportedError) if is_ours else nullcontext():
        hooks._explain(failure, [tree])


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


def test_scripts_run_after_unpatch(run_python, tmp_path):
    path = tmp_path / "program.py"
    path.write_text("""
import torch, torchada
def exchanged(index: int) -> int:
    return torch.cuda._maybe_exchange_device(index)
script = torch.jit.script(exchanged)
assert script(0) == 0
torchada.unpatch()
try:
    script(0)
except RuntimeError as error:
    print("CUDA" in str(error) or "cuda" in str(error))
from torchada._patch import apply_patches
apply_patches()
print(script(0) == 0, torch.jit.script(exchanged)(0) == 0)
""")
    done = run_python("import runpy, sys; runpy.run_path(sys.argv[1])", path)
    assert done.stdout.split() == ["True", "True", "True"]
