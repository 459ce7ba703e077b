"""Who asks under torch.compile: the code that is traced, whichever module of dynamo evaluates it."""

import sys
import types

import pytest
import torch

import torchada

pytestmark = [pytest.mark.musa, pytest.mark.filterwarnings("ignore")]

# Traced in modules of several names. The last function calls one of another module.
CODE = """
def look(x):
    x = x + (1 if x.device.type == "cuda" else 2) + (10 if x.is_cuda else 20)
    return x + (100 if str(x.device) == "cuda:0" else 200)

def both(x, other):
    return look(x) * 1000 + other(x)
"""
USER, PARTNER, NATIVE = 111, 212, 222


@pytest.fixture
def make_module():
    """make_module(name) runs CODE in a module of that name, which is importable."""
    made = []

    def make(name):
        module = types.ModuleType(name)
        made.append(name)
        sys.modules[name] = module
        exec(CODE, vars(module))
        return module

    torch._dynamo.reset()
    yield make
    for name in made:
        del sys.modules[name]


def compiled(function, *args):
    return torch.compile(function, backend="eager", fullgraph=True)(*args)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("user_module", USER),
        ("torch_compiled_by_us", USER),
        ("sgl_kernel", PARTNER),
        ("triton.ours", NATIVE),
    ],
)
def test_compiled_code_sees_what_eager_code_sees(make_module, name, expected):
    look, x = make_module(name).look, torch.zeros((), device="cuda")
    assert look(x).item() == compiled(look, x).item() == expected


def test_each_function_in_a_graph_sees_for_itself(make_module):
    user, native = make_module("user_module"), make_module("triton.ours")
    x = torch.zeros((), device="cuda")
    for outer, inner in ((user, native), (native, user)):
        expected = outer.both(x, inner.look).item()
        assert compiled(outer.both, x, inner.look).item() == expected
    assert user.both(x, native.look).item() == USER * 1000 + NATIVE


def test_a_module_may_be_made_native(run_python):
    code = """
        import torch
        def look(x):
            return x + 1 if x.is_cuda else x - 1
        x = torch.zeros((), device="cuda")
        print(look(x).item(), torch.compile(look, backend="eager")(x).item())
    """
    for env in ({"TORCHADA_PERSPECTIVE": "off"}, {"TORCHADA_NATIVE_MODULES": "__main__"}):
        assert run_python(code, env=env).stdout.split() == ["-1.0", "-1.0"]


def test_forced_availability_reaches_compiled_code(run_python):
    code = """
        import torch
        def ask(x):
            return x + 1 if torch.cuda.is_available() else x - 1
        x = torch.zeros((), device="cuda")
        print(ask(x).item(), torch.compile(ask, backend="eager", fullgraph=True)(x).item())
    """
    assert run_python(code).stdout.split() == ["-1.0", "-1.0"]
    env = {"TORCHADA_FORCE_CUDA_AVAILABLE": "1"}
    assert run_python(code, env=env).stdout.split() == ["1.0", "1.0"]


def test_nothing_is_traced_outside_a_compilation():
    from torchada._patch.compile.traced_code import traced_globals

    assert traced_globals() is None
    assert torchada._core.is_native_module("torch._dynamo.variables.tensor")


@pytest.mark.parametrize("heavy", ["0", "1"])
def test_frames_of_torch_musa_and_torchada_are_not_compiled(run_python, heavy):
    code = """
        import torch, torch._dynamo, warnings
        from torch._dynamo.utils import counters
        from torch._dynamo import trace_rules
        warnings.simplefilter("ignore")
        @torch.compile(backend="eager")
        def function(x):
            torch.cuda.manual_seed(1)
            torch.cuda.set_rng_state(torch.cuda.get_rng_state())
            return x + 1 if torch.cuda.get_device_name() else x - 1
        function(torch.ones(2, device="cuda"))
        skipped = list(trace_rules.SKIP_DIRS)
        print(sum(counters["graph_break"].values()) + 1 == counters["frames"]["total"])
        import torchada
        torchada.unpatch()
        print(len(skipped) - len(trace_rules.SKIP_DIRS))
        from torchada._patch import apply_patches
        apply_patches()
        print(skipped == trace_rules.SKIP_DIRS)
    """
    done = run_python(code, env={"MUSASIM_HEAVY_IMPORTS": heavy})
    assert done.stdout.split() == ["True", "2", "True"]


def test_the_compiler_is_not_imported_for_this(run_python):
    code = "import torch, sys; print('torch._dynamo' in sys.modules)"
    assert run_python(code).stdout.split() == ["False"]


def test_imports_that_others_watch_too(run_python, tmp_path):
    """Two that look at the import of one module, by one finder or by two, each have their turn."""
    code = """
        import sys
        import torch
        from torchada._patch._late_modules import _LateModules
        sys.path.insert(0, sys.argv[1])
        seen = []
        one, two = _LateModules(), _LateModules()
        for number, finder in enumerate((one, two, two)):
            finder.add([("watched", lambda module, number=number: seen.append(number))])
        import watched
        print(sorted(seen), watched.__loader__.__class__.__name__)
    """
    (tmp_path / "watched.py").write_text("value = 1\n")
    assert run_python(code, tmp_path).stdout.split() == ["[0,", "1,", "2]", "SourceFileLoader"]
