"""Importing torch_musa: every order ends in the same state; what the import changes and what not."""

import json
import pathlib
import sys

import pytest
import torch
import torch_musa

import musasim

STATE = """
import json, os, sys
import torch, torch_musa
print(json.dumps({
    "module": torch.musa is torch_musa and sys.modules["torch_musa"] is torch_musa,
    "native": torch_musa._MUSAC is sys.modules["torch_musa._MUSAC"],
    "backend": torch._C._get_privateuse1_backend_name(),
    "initialized": torch_musa.is_initialized(),
    "cuda_lazy_init": torch.cuda._lazy_init is torch_musa._lazy_init,
    "fork_rng": torch.random.fork_rng is torch_musa.fork_rng,
    "locations": [entry[0] for entry in torch.serialization._package_registry].count(20),
    "wrapped_once": torch.Tensor.orig_to is not torch.Tensor.to
                    and not hasattr(torch.Tensor.orig_to, "__wrapped__"),
    "unified": os.environ["CPU_UNIFIED_FLAG"],
    "jobs": "MAX_JOBS" in os.environ,
    "heavy": sorted({"torch._dynamo", "torch._inductor"} & set(sys.modules)),
    "sum": torch.ones(3, device="musa").sum().item(),
    "initialized_now": torch_musa._initialized,
}))
"""
EXPECTED = {
    "module": True,
    "native": True,
    "backend": "musa",
    "initialized": False,
    "cuda_lazy_init": True,
    "fork_rng": True,
    "locations": 1,
    "wrapped_once": True,
    "unified": "False",
    "jobs": True,
    "heavy": [],
    "sum": 3.0,
    "initialized_now": True,
}


@pytest.mark.parametrize("autoload", ["0", "1"])
@pytest.mark.parametrize("order", ["torch, torch_musa", "torch_musa, torch"])
def test_every_order_ends_in_the_same_state(run_python, order, autoload):
    env = {"MUSASIM": "1", "TORCH_DEVICE_BACKEND_AUTOLOAD": autoload}
    done = run_python(f"import {order}\n" + STATE, env=env)
    assert json.loads(done.stdout) == EXPECTED
    assert done.stderr == ""


def test_device_count_is_frozen_at_import(run_python):
    code = """
    import os, torch
    os.environ["MUSA_VISIBLE_DEVICES"] = "0"
    print(torch.musa.device_count(), torch.ones(1, device="musa:1").device)
    """
    env = {"MUSASIM": "1", "MUSASIM_DEVICES": "3", "MUSA_VISIBLE_DEVICES": "2,0"}
    assert run_python(code, env=env).stdout == "2 musa:1\n"


@pytest.mark.slow
def test_heavy_imports_are_opt_in(run_python):
    code = """
    import sys, torch
    import torch_musa._startup as startup
    assert all(name in sys.modules for name in startup.HEAVY_IMPORTS)
    print(torch._inductor.config.compile_threads)
    """
    env = {"MUSASIM": "1", "MUSASIM_HEAVY_IMPORTS": "1"}
    assert run_python(code, env=env).stdout == "1\n"


@pytest.mark.parametrize("value", ["", "0", "off", " FALSE ", "No"])
def test_heavy_imports_can_be_switched_off(run_python, value):
    code = "import sys, torch; print('torch._dynamo' in sys.modules)"
    env = {"MUSASIM": "1", "MUSASIM_HEAVY_IMPORTS": value}
    assert run_python(code, env=env).stdout == "False\n"


@pytest.mark.parametrize("version", ["2.6.0", "2.7.0+cu126", "1.13.1"])
def test_an_old_torch_is_refused(version):
    with pytest.raises(RuntimeError, match="needs torch >= 2.7.1"):
        torch_musa._startup.check(version)


@pytest.mark.parametrize("patch", ["", ".2", ".1+cpu", ".9a0+git1234"])
def test_each_torch_of_the_minor_version_is_accepted(patch):
    torch_musa._startup.check(".".join(torch.__version__.split(".")[:2]) + patch)


@pytest.mark.parametrize("version", ["2.99.0", "3.0+cpu"])
def test_a_torch_of_another_minor_version_is_refused(version):
    with pytest.raises(ImportError) as caught:
        torch_musa._startup.check(version)
    assert f"this is torch {version}. " in str(caught.value)
    own = ".".join(musasim.__version__.split(".")[:2])
    assert f"Install the torch that it fits: pip install 'torch=={own}.*'" in str(caught.value)


def test_names_that_others_look_up():
    assert torch.get_device_module("musa") is torch_musa
    assert torch.device("musa") == torch.device("privateuseone")
    assert torch.device("musa").type == "musa"
    assert sys.modules["torch_musa"]._MUSAC.__name__.endswith("_MUSAC")
    header = pathlib.Path(musasim.home(), "include", "musa.h").read_text()
    # Extensions compare it with the number that they were compiled with.
    assert f"#define MUSA_VERSION {torch.version.musa}\n" in header
    assert torch_musa.__version__.startswith("2.7.1")
    activity = torch._C._profiler.ProfilerActivity
    assert activity.MUSA is activity.PrivateUse1
    assert torch.accelerator.current_accelerator().type == "musa"
    assert torch_musa._autoload() is None


def test_torch_cuda_says_it_is_not_there():
    assert not torch.cuda.is_available()
    assert torch.cuda.device_count() == 0


def test_unknown_names_raise_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nvtx'"):
        torch_musa.nvtx


def test_mudnn_flags():
    mudnn = torch.backends.mudnn
    assert mudnn.version() > 0
    before = mudnn.allow_tf32
    with mudnn.flags(allow_tf32=not before):
        assert mudnn.allow_tf32 is not before
    assert mudnn.allow_tf32 is before


def test_every_name_that_is_listed_is_there():
    assert [name for name in dir(torch_musa) if not hasattr(torch_musa, name)] == []
