"""Changes that wait for their module, and names of torch_musa that are imported at first use."""

import sys

import pytest
import torch_musa
from torch_musa._on_import import when_imported


@pytest.fixture
def module_name(tmp_path, monkeypatch):
    (tmp_path / "waited_for.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "waited_for"
    sys.modules.pop("waited_for", None)


def test_actions_run_in_order_once_the_body_has_run(module_name):
    seen = []
    when_imported(module_name, lambda: seen.append(sys.modules[module_name].value))
    when_imported(module_name, lambda: seen.append("second"))
    assert seen == []
    __import__(module_name)
    assert seen == [1, "second"]
    __import__(module_name)
    assert seen == [1, "second"]


def test_an_imported_module_is_not_waited_for():
    seen = []
    when_imported("torch", lambda: seen.append(1))
    assert seen == [1]


def test_the_loader_is_as_it_was(module_name):
    when_imported(module_name, lambda: None)
    loader = __import__(module_name).__spec__.loader
    assert "exec_module" not in vars(loader)


def test_a_module_that_fails_may_be_imported_again(tmp_path, module_name):
    (tmp_path / "waited_for.py").write_text("raise OSError('no')\n")
    seen = []
    when_imported(module_name, lambda: seen.append(1))
    with pytest.raises(OSError):
        __import__(module_name)
    assert seen == []
    (tmp_path / "waited_for.py").write_text("value = 22222\n")
    __import__(module_name)
    assert seen == [1]


def test_lazy_names_stay_unimported_until_used(run_python):
    code = """
    import sys, torch_musa
    assert "torch_musa.optim" not in sys.modules
    assert "optim" in dir(torch_musa)
    print(torch_musa.get_registered_device_interfaces.__module__)
    print("get_registered_device_interfaces" in vars(torch_musa))
    """
    done = run_python(code, env={"MUSASIM": "1"})
    assert done.stdout == "torch._dynamo.device_interface\nTrue\n"


def test_no_such_name():
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        torch_musa.no_such_name
