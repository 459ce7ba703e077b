"""Activation: once, all or nothing, undone without a trace; and the log."""

import json
import re

import pytest

import torchada
from torchada import _activation

pytestmark = pytest.mark.musa


def test_this_process_is_active():
    assert torchada.is_patched()
    assert _activation.state.status == "active" and _activation.state.failure is None
    assert len(_activation.state.ledger.rows()) > 0


def test_second_activation_changes_nothing(run_python):
    code = """
        import torch, torchada, snapshots as s
        from torchada import _activation, _autoload, _core
        from torchada._patch import apply_patches
        ledger, rows = _activation.state.ledger, _activation.state.ledger.rows()
        before = s.attributes(torch), s.type_slots(torch), s.process(), _core.state()
        _autoload.activate(), _autoload.start()
        assert _activation.activate() and apply_patches()
        assert _activation.state.ledger is ledger and ledger.rows() == rows
        after = s.attributes(torch), s.type_slots(torch), s.process(), _core.state()
        for old, new in zip(before, after):
            assert s.difference(old, new) == [], s.difference(old, new)
    """

    assert run_python(code).stderr == ""


UNPATCH = """
    import torch, torch.library, torch_musa, snapshots as s
    before = s.attributes(torch), s.type_slots(torch), s.process()
    import torchada
    from torchada import _activation, _core
    from torchada._patch import apply_patches

    slots = _core.state()["slots"]
    ours = s.slot_values(slots)
    assert len(set(ours)) == 3  # the constructor, the default device and its dispatch key
    for round in range(3):
        assert torchada.unpatch() and not torchada.is_patched() and not torchada.unpatch()
        after = s.attributes(torch), s.type_slots(torch), s.process()
        for old, new in zip(before, after):
            changed = [
                key for key in s.difference(old, new)
                # Modules that torchada imported, and what importing them left in their parents.
                if key in old and key != "modules"
            ]
            assert changed == [], changed
        theirs = s.slot_values(slots)
        assert not set(ours) & set(theirs) and len(set(theirs)) == 3
        device = torch.device("musa:0")
        assert device.type == "musa" and repr(device) == "device(type='musa', index=0)"
        assert torch.device("cuda:0").type == "cuda" and torch.device("cuda") != torch.device("musa")
        assert apply_patches() and torchada.is_patched()
        assert torch.device("cuda") == torch.device("musa") and torch.device("cuda").type == "cuda"
        assert torch.ones(2, device="cuda").is_cuda
"""


def test_unpatch_restores_identity_and_activation_works_again(run_python):
    env = {"TORCHADA_AUTOLOAD": "0", "LD_BIND_NOW": "1"}

    assert run_python(UNPATCH, env=env).stderr == ""


UNPATCH_INSIDE = """
    import torch, torchada

    def ends(block):
        with block:
            assert torchada.unpatch()
        assert torchada.apply_patches()
        assert torch.cuda.current_stream() == torch.cuda.default_stream()
        assert torch.cuda.current_device() == 0 and torch.zeros(1).device.type == "cpu"

    x = torch.ones(4, device="cuda")
    ends(torch.cuda.stream(torch.cuda.Stream()))
    ends(torch.cuda.stream(torch.cuda.Stream("cuda:1")))
    ends(torch.cuda.graph(torch.cuda.CUDAGraph()))
    ends(torch.cuda.device(1))
    ends(torch.device("cuda"))
    ends(torch.autocast("cuda"))
    assert (x + 1).tolist() == [2, 2, 2, 2]
"""


def test_blocks_end_after_unpatch(run_python):
    run_python(UNPATCH_INSIDE, env={"MUSASIM_DEVICES": "2"})


FAILING = {
    "a call slot": ("libtorch_python.so", "libtorch_python.so", "_ZN3c106DeviceC1E"),
    "a descriptor": ("torch.Tensor", "torch.Tensor", "is_cuda"),
    "the switch": ("libtorchada_interposer.so", "libtorchada_interposer.so", "_ZN3c106DeviceC1E"),
    "the self-test": ("libc10.so", "libc10.so", "_ZN3c106DeviceC1E"),
}


@pytest.mark.parametrize("what", FAILING)
def test_failing_hook_leaves_everything_as_it_was(run_python, what):
    fail_at, library, symbol = FAILING[what]
    code = """
        import torch, torch.library, torch_musa, json, os, snapshots as s
        os.environ["CUDA_VISIBLE_DEVICES"] = "0"
        def snapshot():
            return s.attributes(torch), s.type_slots(torch), s.process()
        before = snapshot()
        import torchada
        after = snapshot()
        for old, new in zip(before, after):
            changed = [k for k in s.difference(old, new) if k in old and k != "modules"]
            assert changed == [], changed
        assert not torchada.is_patched() and torchada.is_musa_platform()
        assert torch.device("cuda").type == "cuda" != torch.device("musa").type
        from torchada import _activation, _core
        assert not _core.is_installed() and not _core.state()["descriptors"]
        assert not _activation.activate()
        print(json.dumps(_activation.state.failure))

        # Once the reason is gone, an explicit call works.
        del os.environ["TORCHADA_TEST_FAIL_HOOK"]
        from torchada._patch import apply_patches
        assert apply_patches() and torch.ones(1, device="cuda").is_cuda
    """
    # Autoload would activate before the first snapshot, and count devices by the variable.
    env = {"TORCHADA_AUTOLOAD": "0", "LD_BIND_NOW": "1", "TORCHADA_TEST_FAIL_HOOK": fail_at}

    done = run_python(code, env=env)

    failure = json.loads(done.stdout)
    assert library in failure[0] and failure[1].startswith(symbol)
    assert "TORCHADA_TEST_FAIL_HOOK" in failure[2]
    warnings = [line for line in done.stderr.splitlines() if "not active" in line]
    assert len(warnings) == 1 and "run `torchada doctor` for the remedy" in warnings[0]
    assert library in warnings[0] and symbol in warnings[0]


def test_failing_patch_leaves_everything_as_it_was(run_python):
    code = """
        import torch, torch.library, torch_musa, snapshots as s
        before = s.attributes(torch), s.type_slots(torch)
        from torchada._patch import apply_patches, patch_function
        from torchada import _activation, is_patched, unpatch
        assert unpatch()

        @patch_function
        def changes_something():
            from torchada._patch import current_ledger
            current_ledger().set_attr(torch, "ones", None, area="test")

        @patch_function
        def fails():
            raise KeyError("no such thing")

        assert not apply_patches() and not is_patched()
        after = s.attributes(torch), s.type_slots(torch)
        for old, new in zip(before, after):
            assert [k for k in s.difference(old, new) if k in old] == []
        assert "fails" in _activation.state.failure.symbol
        assert "KeyError" in _activation.state.failure.reason

        from torchada._patch import _registry
        _registry._patches.remove(fails)
        assert apply_patches() and is_patched() and torch.ones is None
        assert unpatch() and torch.ones is not None
    """

    done = run_python(code, env={"TORCHADA_AUTOLOAD": "0"})

    assert done.stderr.count("not active") == 1 and "KeyError: 'no such thing'" in done.stderr


def test_failing_rollback_does_not_hide_why_the_patch_failed(run_python):
    code = """
        import torchada, json
        from torchada._patch import apply_patches, current_ledger, patch_function
        from torchada import _activation, _core

        def undo():
            raise OSError("no way back")

        @patch_function
        def fails():
            current_ledger().call(lambda: None, undo, "the one-way street", "test")
            raise KeyError("no such thing")

        assert not apply_patches() and not torchada.is_patched() and not _core.is_installed()
        print(json.dumps(_activation.state.failure))
        states = [(row.target, row.state) for row in _activation.state.ledger.rows()]
        assert ("the one-way street", "failed") in states and "applied" not in dict(states).values()
    """

    done = run_python(code)

    failure = ["__main__", "__main__.fails", "KeyError: 'no such thing'"]
    assert json.loads(done.stdout) == failure
    assert done.stderr.count("could not undo the one-way street: no way back") == 1


def test_patch_registered_later_runs_at_the_next_call(run_python):
    code = """
        import torchada
        from torchada._patch import apply_patches, patch_function
        ran = []
        patch_function(lambda: ran.append(1))
        assert ran == [] and apply_patches() and apply_patches() and ran == [1]
        assert torchada.is_patched()
    """

    assert run_python(code).stderr == ""


def test_missing_native_module(run_python):
    code = """
        import sys
        sys.modules["torchada._core"] = None
        import torchada, torch
        print(torchada.is_patched(), torchada.get_device_name())
    """

    done = run_python(code)

    assert done.stdout.split() == ["False", "musa"]
    assert done.stderr.count("torchada is not active") == 1 and "torchada._core" in done.stderr


def test_subinterpreters_are_refused(run_python):
    code = """
        import torchada, torch, sys
        assert torchada.is_patched()
        try:
            import _interpreters as interpreters
        except ModuleNotFoundError:
            import _xxsubinterpreters as interpreters
        code = "import sys\\nsys.path[:] = %r\\n" % sys.path + '''if True:
            from torchada import _core
            print("it was let in")
        '''
        interpreter = interpreters.create()
        try:
            failure = interpreters.run_string(interpreter, code)
            if failure is not None:
                print("refused:", failure)
        except Exception as error:
            print("refused:", error)
        assert torch.device("cuda").type == "cuda" and torchada.is_patched()
    """

    done = run_python(code, flags=("-W", "ignore"))

    # Newer versions of Python refuse by themselves.
    by_us = r"torchada does not support subinterpreters"
    by_python = r"module torchada\._core does not support loading in subinterpreters"
    assert re.match(f"refused: .*({by_us}|{by_python})", done.stdout), done.stdout
    assert "let in" not in done.stdout


@pytest.mark.parametrize("autoload", ["0", "1"])
def test_activation_imports_no_compiler_and_starts_no_device(run_python, autoload):
    code = """
        import sys, torch, torch_musa
        before = set(sys.modules)
        import torchada
        added = {name for name in set(sys.modules) - before if not name.startswith("torchada")}
        assert torchada.is_patched() and not torch.cuda.is_initialized()
        assert not [n for n in sys.modules if n.startswith(("torch._dynamo", "torch._inductor"))]
        print(sorted(added))
    """

    run_python(code, env={"TORCHADA_AUTOLOAD": autoload})


@pytest.mark.slow  # a limit in seconds, which `make bench` holds as well
def test_activation_adds_at_most_15_milliseconds(run_python, tmp_path):
    code = """
        import time, torch, torch_musa, importlib.metadata
        start = time.thread_time()
        import torchada
        print(time.thread_time() - start)
        assert torchada.is_patched()
    """
    # Compiled once, as an installed package is.
    env = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    env["TORCHADA_AUTOLOAD"] = "0"

    seconds = [float(run_python(code, env=env).stdout) for _ in range(7)]

    # Other processes only ever add to the time.
    assert min(seconds) <= 0.015, seconds


@pytest.mark.parametrize(
    "level, is_wanted",
    [("debug", {"info": True, "debug": True}), ("info", {"info": True, "debug": False})],
)
def test_log(run_python, level, is_wanted):
    stderr = run_python("import torch_musa", env={"TORCHADA_LOG": level}).stderr

    assert stderr.count("torchada: [info] activated: ") == is_wanted["info"]
    assert ("torchada: [debug] torch_musa is half imported" in stderr) == is_wanted["debug"]


def test_quiet_by_default(run_python):
    done = run_python("import torchada, torch; torch.ones(1, device='cuda')", flags=("-W", "error"))

    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("switch, is_enabled", [("gc.enable()", True), ("gc.disable()", False)])
def test_the_garbage_collector_is_left_as_it_was(run_python, switch, is_enabled):
    """It rests during activation, which would else spend most of its time in it."""
    code = f"""
    import gc, torch, torch_musa
    {switch}
    import torchada
    assert torchada.is_patched() and gc.isenabled() is {is_enabled}
    """
    run_python(code, env={"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"})


def test_the_garbage_collector_runs_again_after_a_failed_activation(run_python):
    code = """
    import gc, warnings, torch, torch_musa
    warnings.simplefilter("ignore")
    import torchada
    assert not torchada.is_patched() and gc.isenabled()
    """
    env = {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0", "TORCHADA_TEST_FAIL_HOOK": "torch.device"}
    run_python(code, env=env)
