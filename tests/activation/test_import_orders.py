"""Whatever is imported in which order, with autoload on or off: one and the same state."""

import itertools
import json

import pytest

pytestmark = pytest.mark.musa

ORDERS = list(itertools.permutations(["torch", "torch_musa", "torchada"]))
AUTOLOAD = {
    "autoload": {},
    "torchada-off": {"TORCHADA_AUTOLOAD": "0"},
    "torch-off": {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"},
    "both-off": {"TORCHADA_AUTOLOAD": "0", "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"},
}
# Each order with all of autoload, and each switch once; `-m slow` runs the rest.
FAST = {(order, "autoload") for order in ORDERS}
FAST |= {(ORDERS[index], switch) for index, switch in zip((5, 2, 3), list(AUTOLOAD)[1:])}
CASES = [
    pytest.param(
        order,
        switch,
        id="-".join([*order, switch]),
        marks=() if (order, switch) in FAST else pytest.mark.slow,
    )
    for order in ORDERS
    for switch in AUTOLOAD
]
DUMP = "\nimport state_dump; state_dump.dump()"


@pytest.fixture(scope="module")
def state_after(run_python):
    def run(code, **options):
        done = run_python(code + DUMP, **options)
        # Nobody is to hear of it.
        assert done.stderr == ""
        return json.loads(done.stdout.splitlines()[-1])

    return run


@pytest.fixture(scope="module")
def reference(state_after):
    """The state after the order that the README shows."""
    state = state_after("import torchada, torch, torch_musa")
    assert state["active"] == [True, "active", None, None]
    assert state["native"] == ["musa", "musa:0", False, False]
    assert state["device"] == ["device(type='cuda', index=0)", "cuda", "cuda:1"]
    assert state["specs"] == ["ModuleSpec", "ModuleSpec"]
    return state


@pytest.mark.parametrize("order, autoload", CASES)
def test_import_order(state_after, reference, order, autoload):
    code = "\n".join(f"import {name}" for name in order)

    assert state_after(code, env=AUTOLOAD[autoload]) == reference


@pytest.mark.parametrize("name", ["torch", "torch_musa"])
def test_autoload_needs_no_import_of_torchada(state_after, reference, name):
    assert state_after(f"import {name}") == reference


@pytest.mark.usefixtures("needs_simulator")
@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, id="-".join(order), marks=() if index in (1, 4) else pytest.mark.slow)
        for index, order in enumerate(ORDERS)
    ],
)
def test_switch_in_the_process(state_after, reference, order):
    code = "import musasim; musasim.enable()\n" + "\n".join(f"import {name}" for name in order)

    assert state_after(code, musasim=False) == reference


@pytest.mark.usefixtures("needs_simulator")
@pytest.mark.parametrize("rest", ["torch", "torch_musa", "torch_musa, torch"])
def test_switch_after_torchada(state_after, reference, rest):
    """torchada found no platform then; torch's autoload makes it look again."""
    code = f"import torchada, musasim; musasim.enable()\nimport {rest}"

    assert state_after(code, musasim=False) == reference


def test_import_of_a_submodule_first(state_after, reference):
    assert state_after("import torchada.cuda.amp, torch, torch_musa") == reference


@pytest.mark.parametrize("autoload", AUTOLOAD)
def test_autoload_switches(run_python, autoload):
    """Without `import torchada` it is active with all of autoload, and with nothing less."""
    code = """
        import sys, torch, torch_musa
        print("torchada" in sys.modules and sys.modules["torchada"].is_patched())
        import torchada
        print(torchada.is_patched())
    """

    done = run_python(code, env=AUTOLOAD[autoload])

    assert done.stdout.split() == [str(autoload == "autoload"), "True"]


def test_failing_import_of_torch_musa_is_not_waited_for(run_python, tmp_path):
    """torch_musa first: its import fails after torchada has begun to wait for its end."""
    package = tmp_path / "torch_musa"
    package.mkdir()
    (package / "__init__.py").write_text("import torch\nraise OSError('libmusart.so.4: missing')\n")
    code = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        try:
            import torch_musa
        except OSError as error:
            print(error)
        import torch, torchada
        print(torchada.is_patched())
    """

    done = run_python(code, musasim=False)

    assert done.stdout.split("\n")[:2] == ["libmusart.so.4: missing", "False"]


def test_an_import_anew_finds_torchada_active(run_python):
    """As test runners and reloaders do it, which take the modules out of sys.modules."""
    code = """
        import sys, torch
        x = torch.ones(1, device="cuda")
        for name in [name for name in sys.modules if name.split(".")[0] == "torchada"]:
            del sys.modules[name]
        import torchada
        rows = len(torchada._activation.state.ledger)
        assert torchada.is_patched() and torchada.apply_patches()
        assert len(torchada._activation.state.ledger) == rows
        assert x.is_cuda and torch.ones(1, device="cuda").device.type == "cuda"
        assert torchada.unpatch() and not x.is_cuda and not hasattr(torch.cuda, "_torchada_state")
        assert torchada.apply_patches() and x.is_cuda
    """
    assert run_python(code, check=True).stderr == ""
