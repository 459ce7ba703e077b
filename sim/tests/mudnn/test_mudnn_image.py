"""libmudnn's resizing of images and borders around them against ATen."""

import pytest
import torch
import torch.nn.functional as F
from mudnn_calls import INTEGERS, REAL, enumerators, near, wide

MODES, PAD = enumerators("Interpolate::Mode"), enumerators("Pad::Mode")
LINEAR = {1: "linear", 2: "bilinear", 3: "trilinear"}
SIZES = {  # image -> results: larger, smaller, both
    (7,): ((14,), (3,), (10,)),
    (6, 5): ((12, 10), (9, 11), (4, 3), (13, 2)),
    (3, 4, 5): ((6, 8, 10), (5, 2, 7)),
}
CASES = [(size, out) for size, outs in SIZES.items() for out in outs]
BORDERS = ((2, 1), (1, 2, 2, 1), (2, 0, 1, 3, 1, 1))


def check(mudnn, mode, dtype, x, out_size, name, corners=False, smooth=False, scales=None):
    """Forward and backward, with the scales of torch_musa: steps, and how much larger it becomes."""
    given = wide(x).clone().requires_grad_()
    options = {} if mode.startswith("NEAREST") else {"align_corners": corners}
    if scales:
        options["scale_factor"] = tuple(scales)
        options["recompute_scale_factor"] = False
    wanted = F.interpolate(
        given, None if scales else out_size, mode=name, antialias=smooth, **options
    )
    up = torch.randn(wanted.shape).to(dtype)
    wanted.backward(wide(up))
    out, grad = torch.empty(wanted.shape, dtype=dtype), torch.empty_like(x)
    sizes = list(zip(x.shape[2:], wanted.shape[2:]))
    steps = [1 / s for s in scales] if scales else [i / o for i, o in sizes]
    larger = scales or [o / i for i, o in sizes]
    settings = [MODES[mode], corners, smooth, len(sizes)]
    mudnn("Interpolate", [out, x], settings, steps)
    near(out, wanted.detach(), terms=16)
    mudnn("Interpolate", [out, x], settings, [] if not scales else steps)
    near(out, wanted.detach(), terms=16)
    mudnn("InterpolateBwd", [grad, up], settings, larger)
    near(grad, given.grad, terms=64)


@pytest.mark.parametrize("size, out_size", CASES, ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_images_are_resized(mudnn, dtype, size, out_size):
    x = torch.randn(2, 3, *size).to(dtype)
    check(mudnn, "NEAREST", dtype, x, out_size, "nearest")
    check(mudnn, "NEAREST_EXACT", dtype, x, out_size, "nearest-exact")
    for corners in (False, True):
        check(mudnn, "LINEAR", dtype, x, out_size, LINEAR[len(size)], corners)
        if len(size) == 2:
            check(mudnn, "BICUBIC", dtype, x, out_size, "bicubic", corners)
            check(mudnn, "LINEAR", dtype, x, out_size, "bilinear", corners, smooth=True)
            check(mudnn, "BICUBIC", dtype, x, out_size, "bicubic", corners, smooth=True)


@pytest.mark.parametrize("scale", (2.0, 3.0, 2.5, 0.6))
def test_images_are_resized_by_a_factor(mudnn, scale):
    x = torch.randn(2, 3, 10, 8)
    for mode, name in (
        ("NEAREST", "nearest"),
        ("NEAREST_EXACT", "nearest-exact"),
        ("LINEAR", "bilinear"),
        ("BICUBIC", "bicubic"),
    ):
        check(mudnn, mode, torch.float32, x, None, name, scales=[scale, scale])


def test_a_long_line_is_as_exact_as_aten_far_from_its_first_element(mudnn):
    x, out = torch.randn(1, 1, 300), torch.empty(1, 1, 900)
    mudnn("Interpolate", [out, x], [MODES["LINEAR"], 0, 0, 1], [300 / 900])
    near(out, F.interpolate(x, scale_factor=3, mode="linear"))


@pytest.mark.parametrize("dtype", INTEGERS + (torch.bool,), ids=str)
def test_whole_numbers_are_only_picked(mudnn, dtype):
    x = torch.randint(0, 50, (1, 2, 5, 4)).to(dtype)
    out = torch.empty(1, 2, 10, 7, dtype=dtype)
    mudnn("Interpolate", [out, x], [MODES["NEAREST"], 0, 0, 2])
    assert out.equal(F.interpolate(x.double(), (10, 7)).to(dtype))
    assert mudnn.status("Interpolate", [out, x], [MODES["LINEAR"], 0, 0, 2]) == "NOT_SUPPORTED"


def test_a_derivative_adds_up_what_was_picked(mudnn):
    up, grad = torch.ones(1, 1, 7), torch.empty(1, 1, 3)
    mudnn("InterpolateBwd", [grad, up], [MODES["NEAREST"], 0, 0, 1], [7 / 3])
    assert grad.flatten().tolist() == [3, 2, 2]
    mudnn("InterpolateBwd", [grad, up], [MODES["NEAREST_EXACT"], 0, 0, 1], [7 / 3])
    assert grad.flatten().tolist() == [2, 3, 2]


def test_images_with_the_channels_last(mudnn):
    x = torch.randn(2, 3, 5, 4).to(memory_format=torch.channels_last)
    out = torch.empty(2, 3, 9, 7).to(memory_format=torch.channels_last)
    mudnn("Interpolate", [(out, "NHWC"), (x, "NHWC")], [MODES["LINEAR"], 0, 0, 2])
    near(out, F.interpolate(x, (9, 7), mode="bilinear"))
    out = torch.empty(2, 3, 8, 7).to(memory_format=torch.channels_last)
    mudnn("Pad", [(out, "NHWC"), (x, "NHWC")], [PAD["REFLECT"], 2, 1, 1, 2])
    assert out.equal(F.pad(x, (2, 1, 1, 2), mode="reflect"))


@pytest.mark.parametrize("borders", BORDERS, ids=str)
@pytest.mark.parametrize("dtype", REAL + INTEGERS + (torch.bool,), ids=str)
def test_borders(mudnn, dtype, borders):
    x = torch.randint(0, 9, (2, 3, 4, 4, 5)[: 2 + len(borders) // 2]).to(dtype)
    for mode, name in (
        ("CONSTANT", "constant"),
        ("REFLECT", "reflect"),
        ("REPLICATE", "replicate"),
        ("CIRCULAR", "circular"),
    ):
        options = {"value": 3} if mode == "CONSTANT" else {}
        wanted = F.pad(x.double(), borders, mode=name, **options).to(dtype)
        out = torch.empty_like(wanted)
        mudnn("Pad", [out, x], [PAD[mode], *borders], [3.0])
        assert out.equal(wanted), mode


def test_borders_may_cut_and_must_fit(mudnn):
    x = torch.rand(3, 6)
    for borders in ((-2, 3), (-1, -1), (2, 2, -1, 0)):
        wanted = F.pad(x, borders)
        out = torch.empty_like(wanted)
        mudnn("Pad", [out, x.clone()], [PAD["CONSTANT"], *borders], [0.0])
        assert out.equal(wanted)
    for mode, size, borders in (
        ("CONSTANT", 8, (1, 2)),
        ("CONSTANT", 9, (1, 2, 0)),
        ("REFLECT", 13, (6, 1)),
        ("CIRCULAR", 14, (7, 1)),
    ):
        status = mudnn.status("Pad", [torch.empty(3, size), x], [PAD[mode], *borders])
        assert status == "INVALID_PARAMETER"
    y = torch.rand(1, 1, 4)
    assert mudnn.status("Interpolate", [y[0], y[0]], [0, 0, 0, 1]) == "INVALID_PARAMETER"
