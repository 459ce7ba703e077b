"""libmudnn's operations that select, whose results have sizes of what is found, against ATen."""

import pytest
import torch
from mudnn_calls import INTEGERS, REAL, enumerators

ALL = REAL + INTEGERS + (torch.bool,)
UNIQUE = enumerators("Unique::Mode")


def sparse(dtype, *shape):
    x = torch.randint(-3, 4, shape).clamp_min(0)
    return x.to(dtype)


@pytest.mark.parametrize("shape", ((700,), (9, 1), (13, 5), (2, 3, 4, 5)), ids=str)
@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_places_that_are_not_zero(mudnn, dtype, shape):
    x = sparse(dtype, *shape)
    out = torch.full((x.numel(), x.dim()), -1)
    wanted = x.nonzero()
    assert mudnn.found("Nonzero", [out, x])[0] == wanted.shape
    assert out[: len(wanted)].equal(wanted) and (out[len(wanted) :] == -1).all()


def test_places_in_other_orders_and_of_what_is_no_number(mudnn):
    x = torch.tensor([[0.0, float("nan"), -0.0], [1.0, 0.0, float("inf")]])
    for view in (x.t(), x[:, ::2]):
        out = torch.empty(6, 2, dtype=torch.int32)
        wanted = view.nonzero()
        assert mudnn.found("Nonzero", [out, view])[0] == wanted.shape
        assert out[: len(wanted)].equal(wanted.int())
    image = sparse(torch.float32, 2, 3, 4, 5).to(memory_format=torch.channels_last)
    out = torch.empty(120, 4, dtype=torch.int64)
    (count, _), *_ = mudnn.found("Nonzero", [out, (image, "NHWC")])
    assert out[:count].equal(image.nonzero())


@pytest.mark.parametrize("mask_type", (torch.bool, torch.uint8), ids=str)
@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_masks_pick_elements(mudnn, dtype, mask_type):
    for x, mask in (
        (sparse(dtype, 40, 30), torch.rand(40, 30) < 0.4),
        (sparse(dtype, 30, 40).t(), torch.rand(30) < 0.5),
        (sparse(dtype, 2, 1, 5), torch.rand(3, 1) < 0.5),
        (sparse(dtype, 7), torch.zeros(7, dtype=torch.bool)),
    ):
        wanted = x.masked_select(mask)
        out = torch.zeros(max(x.numel(), torch.broadcast_shapes(x.shape, mask.shape).numel()))
        out = out.to(dtype)
        sizes, *_ = mudnn.found("MaskedSelect", [out, x, mask.to(mask_type)])
        assert sizes == wanted.shape and out[: wanted.numel()].equal(wanted)


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_masks_say_where_elements_go(mudnn, dtype):
    for x, mask in (
        (sparse(dtype, 40, 30), torch.rand(40, 30) < 0.4),
        (sparse(dtype, 30, 40).t(), torch.rand(30) < 0.5),
    ):
        source = sparse(dtype, 35, 40).t()
        wanted = x.clone().masked_scatter_(mask, source)
        mudnn("MaskedScatter", [x, mask, source])
        assert x.equal(wanted)


@pytest.mark.parametrize("dtype", ALL, ids=str)
def test_elements_without_repetitions(mudnn, dtype):
    x = sparse(dtype, 300)
    wanted, inverse, counts = x.unique(return_inverse=True, return_counts=True)
    for mode in UNIQUE:
        values, places = torch.zeros_like(x), torch.zeros(300, dtype=torch.int64)
        sizes = torch.zeros(300, dtype=torch.int32)
        shapes = mudnn.found("Unique", [values, places, sizes, x], [UNIQUE[mode]])
        number = len(wanted)
        assert shapes[0] == shapes[2] == (number,)
        assert values[places].equal(x) and values[:number].sort()[0].equal(wanted)
        assert sizes[places].long().equal(counts[inverse])
        if mode == "SORTED":
            assert values[:number].equal(wanted) and places.equal(inverse)
        else:
            firsts = [(places == place).nonzero()[0].item() for place in range(number)]
            assert firsts == sorted(firsts)


def test_what_does_not_fit_is_refused(mudnn):
    x, mask = torch.ones(5), torch.ones(5, dtype=torch.bool)
    for name, tensors in (
        ("Nonzero", [torch.empty(5, 2, dtype=torch.int64), x]),  # one number a place
        ("Nonzero", [torch.empty(3, 1, dtype=torch.int64), x]),  # no room for five
        ("MaskedSelect", [torch.empty(4), x, mask]),
        ("MaskedSelect", [torch.empty(5, dtype=torch.int64), x, mask]),
        ("MaskedSelect", [torch.empty(5), x, mask[:3]]),
        ("MaskedScatter", [x, torch.ones(5, 5, dtype=torch.bool), x]),
        ("Unique", [torch.empty(0), None, None, x]),
    ):
        assert mudnn.status(name, tensors, [0]) == "INVALID_PARAMETER", name
    for name in ("MaskedSelect", "MaskedScatter"):  # masks are no real numbers
        assert mudnn.status(name, [torch.empty(5), x, x]) == "NOT_SUPPORTED"
