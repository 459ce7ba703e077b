"""What the simulated GPU lacks is refused, with its name."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")


@triton.jit
def fill_kernel(x):
    tl.store(x + tl.program_id(0), 1.0)


@pytest.mark.parametrize("cooperative", [False, True])
def test_a_grid_that_is_too_long(cooperative):
    x = torch.zeros(1, device="musa")
    with pytest.raises(ValueError, match=r"the grid \(4294967297, 1, 1\) has a dimension above"):
        fill_kernel[(2**32 + 1,)](x, launch_cooperative_grid=cooperative)
    assert x.item() == 0
    fill_kernel[(1,)](x, launch_cooperative_grid=cooperative)
    assert x.item() == 1


def test_functions_that_the_device_lacks():
    from musasim.triton._module import _refuse_unknown_functions

    declared = "declare float @__ocml_erf_f32(float)\ndeclare float @expf(float)\n"
    _refuse_unknown_functions(declared, "kernel")
    lacking = "declare i32 @amdgcn.mbcnt(i32)\ndeclare noundef float @__ocml_j2_f32(float) #1\n"
    text = r"the kernel kernel calls functions .* have \(__ocml_j2_f32, amdgcn.mbcnt\);"
    with pytest.raises(NotImplementedError, match=text):
        _refuse_unknown_functions(declared + lacking, "kernel")


@pytest.mark.parametrize(
    "options, text",
    [
        ({"extern_libs": {"ocml": "ocml.bc"}}, "extern_libs names ocml"),
        ({"instrumentation_mode": "consan"}, "instrumentation_mode is 'consan'"),
    ],
)
def test_options_that_cannot_be_honoured(options, text):
    from musasim.triton.compiler import MUSAOptions

    with pytest.raises(ValueError, match=text):
        MUSAOptions(**options)


def test_a_triton_whose_cache_has_another_key(monkeypatch):
    from triton.runtime import cache

    from musasim.triton._cache import replace_triton_key

    monkeypatch.delattr(cache, "triton_key")
    with pytest.raises(RuntimeError, match="has no triton.runtime.cache.triton_key"):
        replace_triton_key()
