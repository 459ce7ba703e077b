"""Mixed precision: what torchada changes in torch.amp, and puts back."""

import pickle

import pytest
import torch

pytestmark = pytest.mark.musa


def test_autocast_is_pytorchs_own():
    # Its device string reaches only C++: no wrapper, and the name stays as the user wrote it.
    assert torch.autocast.__init__.__module__ == "torch.amp.autocast_mode"
    assert not hasattr(torch.autocast.__init__, "__wrapped__")
    assert torch.autocast("cuda").device == "cuda"
    assert torch.autocast("musa").device == "musa"


def test_both_names_of_the_device_are_one_state():
    with torch.autocast("musa", dtype=torch.bfloat16):
        assert torch.is_autocast_enabled("cuda") and torch.is_autocast_enabled("musa")
        assert torch.get_autocast_dtype("cuda") == torch.bfloat16
        with torch.autocast("cuda", enabled=False):
            assert not torch.is_autocast_enabled("musa") and not torch.is_autocast_enabled()


def test_a_scaler_compares_with_tensors_and_pickles_for_cuda():
    scaler = torch.amp.GradScaler("cuda")
    assert scaler._device == "musa"
    state = pickle.dumps(scaler)
    assert b"musa" not in state
    assert pickle.loads(state)._device == "musa"
    cpu = torch.amp.GradScaler("cpu")
    assert pickle.loads(pickle.dumps(cpu))._device == "cpu"


def test_amp_is_available():
    assert torch.cuda.amp.common.amp_definitely_not_available() is False


STATE = ("is_autocast_enabled", "set_autocast_enabled")
STATE += ("get_autocast_gpu_dtype", "set_autocast_gpu_dtype")


def test_unpatch_gives_the_functions_back(run_python):
    run_python("""
        import os
        os.environ["TORCHADA_AUTOLOAD"] = "0"
        import torch
        names = %r
        mode, scaler = torch.amp.autocast_mode, torch.amp.GradScaler
        others = [(mode, "_cast"), (mode, "custom_fwd"), (mode, "custom_bwd"),
                  (torch.amp, "custom_fwd"), (scaler, "__init__"), (scaler, "__getstate__"),
                  (scaler, "__setstate__")]
        owned = [(torch, name) for name in names] + [(torch._C, name) for name in names] + others
        before = [getattr(*pair) for pair in owned]
        import torchada
        assert torchada.is_patched()
        changed = [name for (owner, name), old in zip(owned, before) if getattr(owner, name) is not old]
        assert {"_cast", "custom_fwd", "__init__", "get_autocast_gpu_dtype"} <= set(changed)
        torchada.unpatch()
        assert [getattr(*pair) for pair in owned] == before
        """ % (STATE,))
