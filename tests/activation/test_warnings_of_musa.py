"""Warnings of torch_musa that nobody can act on."""

import pytest

pytestmark = pytest.mark.musa

WARN = """
    import sys, warnings, torch, torchada
    if "own" in sys.argv:
        warnings.simplefilter("always")
    if "unpatch" in sys.argv:
        torchada.unpatch()
    warnings.warn("In musa autocast, but the target dtype is not supported. Disabling autocast.")
    warnings.warn("Unsupported qk_head_dim: 96 v_head_dim: 80 for FlashAttention in MUSA backend")
    warnings.warn("another")
"""


@pytest.mark.parametrize("arguments, count", [((), 1), (("own",), 3), (("unpatch",), 3)])
def test_silent_unless_the_user_asks(run_python, arguments, count):
    assert run_python(WARN, *arguments).stderr.count("UserWarning") == count
