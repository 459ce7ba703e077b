"""torch.cuda.is_available() is genuine; users are told once what that means."""

import pytest

pytestmark = pytest.mark.musa

ASK = """
    import sys, torch, torchada
    genuine = torch.cuda.is_available
    assert genuine.__module__ == "torch.cuda" and not hasattr(genuine, "__wrapped__")
    native = eval("lambda: torch.cuda.is_available()", {"__name__": "torch.x", "torch": torch})
    assert native() is False
    print("native asked", file=sys.stderr)
    for _ in range(3):
        assert torch.cuda.is_available() is False
    assert torch.cuda.is_available is genuine
"""


def test_one_hint(run_python):
    lines = run_python(ASK).stderr.splitlines()

    assert lines[0] == "native asked" and len(lines) == 2
    assert lines[1].startswith("torchada: <string>:9: torch.cuda.is_available() returned False")
    assert "TORCHADA_FORCE_CUDA_AVAILABLE=1" in lines[1] and "TORCHADA_HINTS=0" in lines[1]


def test_genuine_function_is_back_after_the_hint(run_python):
    code = """
        import torch
        hinting = torch.cuda._is_compiled
        torch.cuda.is_available()
        assert torch.cuda._is_compiled is hinting.__wrapped__
        import torchada
        genuine = torch.cuda._is_compiled
        assert torchada.unpatch() and torch.cuda._is_compiled is genuine
    """

    run_python(code)


def test_hints_can_be_silenced(run_python):
    assert run_python(ASK, env={"TORCHADA_HINTS": "0"}).stderr == "native asked\n"


def test_no_hint_where_the_devices_are_hidden(run_python):
    code = "import torch; assert torch.cuda.is_available() is False"

    assert run_python(code, env={"CUDA_VISIBLE_DEVICES": ""}).stderr == ""


def test_forced(run_python):
    stock = run_python("import torch; print(torch.version.cuda)", musasim=False).stdout
    code = """
        import torch, torchada
        native = eval("lambda: torch.cuda.is_available()", {"__name__": "torch.x", "torch": torch})
        nameless = eval("lambda: torch.cuda.is_available()", {"torch": torch})
        assert torch.cuda.is_available() is True and native() is False and nameless() is True
        print(torch.version.cuda)
        assert not hasattr(torch.cuda.is_available, "__wrapped__")
        assert torchada.unpatch() and torch.cuda.is_available() is False
    """

    done = run_python(code, env={"TORCHADA_FORCE_CUDA_AVAILABLE": "1"})

    assert (done.stdout, done.stderr) == (stock, "")


def test_forced_for_who_took_the_function_before_activation(run_python):
    code = """
        from torch.cuda import is_available
        import torch
        assert is_available() is False
        import torchada
        assert torch.cuda.is_available is is_available and is_available() is True
        assert list(map(lambda ask: ask(), [is_available])) == [True]
        native = eval("lambda ask: ask()", {"__name__": "torch.x"})
        assert native(is_available) is False
    """
    env = {"TORCHADA_FORCE_CUDA_AVAILABLE": "1", "TORCHADA_AUTOLOAD": "0"}

    run_python(code, env=env)


def test_forced_without_devices(run_python):
    code = "import torch; assert torch.cuda.is_available() is False"

    run_python(code, env={"TORCHADA_FORCE_CUDA_AVAILABLE": "1", "CUDA_VISIBLE_DEVICES": ""})
