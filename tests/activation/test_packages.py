"""Packages that know MUSA themselves, given CUDA's words (torchada._patch.packages)."""

import pytest

pytestmark = pytest.mark.musa

# What accelerate 1.15's PartialState does with the backend that it is given.
STATE = """
    class PartialState:
        def __init__(self, cpu=False, **kwargs):
            asked = kwargs.pop("backend", None)
            if asked not in (None, "mccl", "musa:mccl,cpu:gloo"):
                raise ValueError(f"Your assigned backend {asked} is not available, please use mccl")
            self.backend, self.rest = asked, kwargs
"""


@pytest.fixture
def accelerate(tmp_path):
    import textwrap

    (tmp_path / "accelerate").mkdir()
    (tmp_path / "accelerate" / "__init__.py").touch()
    (tmp_path / "accelerate" / "state.py").write_text(textwrap.dedent(STATE))
    return {"PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize("first", ["torchada", "accelerate.state"])
def test_accelerate_takes_nccl(run_python, accelerate, first):
    run_python(
        f"""
        import {first}
        import torchada
        from accelerate.state import PartialState

        assert PartialState(backend="nccl", timeout=3).backend == "mccl"
        assert PartialState(backend="cuda:nccl,cpu:gloo").backend == "musa:mccl,cpu:gloo"
        assert PartialState().backend is None and PartialState(backend="mccl").rest == {{}}
        try:
            PartialState(backend="mpi")
        except ValueError as error:
            assert "mpi is not available" in str(error)
        else:
            raise AssertionError("mpi was taken")
        torchada.unpatch()
        try:
            PartialState(backend="nccl")
        except ValueError:
            pass
        else:
            raise AssertionError("still patched")
        """,
        env=accelerate,
    )


def test_the_generators_module_of_torch_musa_has_a_name():
    """transformers' Trainer restores the GPU's generator by it."""
    import torch
    import torch_musa

    torch.cuda.manual_seed(3)
    state = torch_musa.random.get_rng_state()
    drawn = torch.rand(4, device="cuda")
    torch_musa.random.set_rng_state(state)
    assert torch.equal(torch.rand(4, device="cuda"), drawn)
