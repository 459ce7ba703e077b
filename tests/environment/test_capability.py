"""TORCHADA_DEVICE_CAPABILITY: users are told the number, everybody else the truth."""

import pytest
import torch

from torchada._environment import capability

pytestmark = pytest.mark.musa


def test_users_are_told_the_number(run_python):
    code = """
        import torch, torchada
        view = dict(torch=torch, __name__="torch.x")
        true = eval("torch.cuda.get_device_capability()", view)
        assert true == torch.musa.get_device_capability() != (8, 6)
        for device in ((), (0,), ("cuda",), ("cuda:0",), (torch.device("cuda", 0),)):
            assert torch.cuda.get_device_capability(*device) == (8, 6)
        own = eval("torch.cuda.get_device_properties(0)", view)
        told = torch.cuda.get_device_properties("cuda")
        assert (own.major, own.minor) == true and (told.major, told.minor) == (8, 6)
        assert told.total_memory == own.total_memory and told.name == own.name
        assert isinstance(told, type(own)) and "total_memory" in dir(told)
        assert "major=8, minor=6" in repr(told), repr(told)
        assert torchada.unpatch() and torch.musa.get_device_properties(0).major == true[0]
    """

    assert run_python(code, env={"TORCHADA_DEVICE_CAPABILITY": " 8.6"}).stderr == ""


def test_without_it_nothing_stands_in_between():
    assert torch.cuda.get_device_capability is torch.musa.get_device_capability


@pytest.mark.parametrize("value", ["8", "sm_80", "8.0.1", "yes"])
def test_wrong_values_have_no_effect_and_are_told(run_python, monkeypatch, value):
    monkeypatch.setenv(capability.VARIABLE, value)
    assert capability.claimed() is None and "it is not of the form 8.0" in capability.problem()


def test_wrong_values_warn_once_and_are_in_doctor(run_python):
    code = """
        import torch
        from torchada import _doctor
        assert torch.cuda.get_device_capability() == torch.musa.get_device_capability()
        print([problem["todo"] for problem in _doctor.collect()["problems"]])
    """

    done = run_python(code, env={capability.VARIABLE: "80"})

    assert done.stdout == "['Write it in that form']\n" and done.stderr.count("no effect") == 1


@pytest.mark.parametrize("value, numbers", [("", None), ("9.0", (9, 0)), ("10.3 ", (10, 3))])
def test_right_values(monkeypatch, value, numbers):
    monkeypatch.setenv(capability.VARIABLE, value)
    assert capability.claimed() == numbers and capability.problem() == ""


def test_compiled_code_takes_the_same_branch(run_python):
    code = """
        import torch
        def ask(x):
            if torch.cuda.is_available():
                x = x + 100
            x = x + 10 * torch.cuda.get_device_properties(0).major
            return x + torch.cuda.get_device_capability()[0]
        x = torch.zeros(1)
        assert torch.compile(ask, backend="eager")(x).item() == ask(x).item() == 188
    """
    env = {capability.VARIABLE: "8.0", "TORCHADA_FORCE_CUDA_AVAILABLE": "1"}

    run_python(code, env=env)
