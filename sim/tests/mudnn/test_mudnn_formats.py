"""libmudnn with tensors of which some have the channels second and others have them last."""

import pytest
import torch
from mudnn_calls import Given, describe, enumerators, near

FORMATS = enumerators("Tensor::Format")
UNARY, BINARY, TERNARY = (enumerators(name + "::Mode") for name in ("Unary", "Binary", "Ternary"))
REDUCE, SOFTMAX, CUM = (enumerators(name + "::Mode") for name in ("Reduce", "Softmax", "Cum"))
SHAPES = ((10, 4, 1, 1), (2, 3, 4, 5), (1, 4, 2, 2), (3, 1, 2, 2), (4, 1, 1, 1), (2, 3, 1, 2, 4))


def last(x):
    """The same elements with the channels last, sizes too: what torch_musa gives for such tensors."""
    format = torch.channels_last if x.dim() == 4 else torch.channels_last_3d
    lying_so = torch.empty(x.shape, dtype=x.dtype, memory_format=format).copy_(x)
    return (lying_so, "NHWC" if x.dim() == 4 else "NDHWC")


def plain(x):
    return (x.contiguous(), "NCHW" if x.dim() == 4 else "NCDHW")


def named_last(x) -> Given:
    """The channels last, but sizes with the channels second: it tells the order by strides alone."""
    tensor, name = last(x)
    given = describe(tensor)
    given.format, given.kept = FORMATS[name], tensor
    return given


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_elements_of_both_orders_meet(mudnn, shape):
    x, y, z = (torch.rand(shape) for _ in range(3))
    mask = torch.rand(shape) < 0.5
    for left, right in ((last, plain), (plain, last), (last, last), (named_last, plain)):
        out = torch.empty(shape)
        kept = [left(x), right(y), right(z), left(mask)]
        mudnn("Unary", [plain(out), left(x)], [UNARY["IDENTITY"], 0], [0.0, 0.0])
        assert out.equal(x)
        mudnn("Binary", [plain(out), left(x), right(y)], [BINARY["ADD"], 0], [0.0])
        near(out, x + y)
        mudnn("Ternary", [plain(out), *kept[:3]], [TERNARY["ADDCMUL"], 0], [1.0])
        near(out, x + y * z)
        mudnn("Fill", [plain(out), left(mask)], [0], [7.0])
        near(out, (x + y * z).masked_fill(mask, 7.0))


@pytest.mark.parametrize("dim", (0, 1, 2, 3))
@pytest.mark.parametrize("shape", [s for s in SHAPES if len(s) == 4], ids=str)
def test_dimensions_are_those_of_channels_second(mudnn, shape, dim):
    x = torch.rand(shape)
    out, places = torch.empty(shape), torch.empty(shape, dtype=torch.int64)
    for given in (last(x), named_last(x)):
        mudnn("Sort", [plain(out), plain(places), given], [dim, 0])
        wanted = x.sort(dim=dim, stable=True)
        assert out.equal(wanted[0]) and places.equal(wanted[1])
        mudnn("TopK", [plain(out), plain(places), given], [shape[dim], dim, 1])
        assert out.equal(x.topk(shape[dim], dim)[0])
        mudnn("Softmax", [plain(out), given], [SOFTMAX["SOFTMAX"], dim])
        near(out, x.softmax(dim))
        mudnn("Cum", [plain(out), given], [CUM["ADD"], dim])
        near(out, x.cumsum(dim))
        index = torch.randint(0, shape[dim], shape)
        mudnn("GatherX", [plain(out), plain(index), given], [1, dim, 0])
        assert out.equal(x.gather(dim, index))
        whole = torch.empty(torch.cat([x, x], dim).shape)
        mudnn("Concat", [plain(whole), given, plain(x)], [dim])
        assert whole.equal(torch.cat([x, x], dim))


@pytest.mark.parametrize("dims", ((0,), (1,), (3,), (0, 1), (2, 3), ()), ids=str)
@pytest.mark.parametrize("shape", [s for s in SHAPES if len(s) == 4], ids=str)
def test_reductions_to_any_rank(mudnn, shape, dims):
    x = torch.rand(shape)
    for given in (last(x), named_last(x)):
        for keepdim in (True, False):
            wanted = x.sum(dims or (0, 1, 2, 3), keepdim)
            out = torch.empty(wanted.shape)
            result = plain(out) if keepdim else (out, "NCHW")
            mudnn("Reduce", [result, given], [REDUCE["ADD"], 1, *dims])
            near(out, wanted, terms=x.numel() // max(out.numel(), 1))
            if len(dims) == 1:
                wanted = x.max(dims[0], keepdim)
                places = torch.empty(wanted[1].shape, dtype=torch.int64)
                mudnn(
                    "ReduceWithIndices", [result, (places, "NCHW"), given], [REDUCE["MAX"], *dims]
                )
                assert out.equal(wanted[0]) and places.equal(wanted[1])
    place = torch.empty((), dtype=torch.int64)
    mudnn("ReduceIndices", [place, last(x)], [REDUCE["MAX"]])
    assert place.equal(x.argmax())


def test_masks_and_halves_of_both_orders(mudnn):
    x, mask = torch.rand(3, 4, 2, 2), torch.rand(3, 4, 2, 2) < 0.5
    picked = torch.empty(x.numel())
    (count,), *_ = mudnn.found("MaskedSelect", [picked, last(x), plain(mask)])
    assert picked[:count].equal(x.masked_select(mask))
    out = torch.empty(3, 2, 2, 2)
    mudnn("Glu", [plain(out), last(x)], [1])
    near(out, torch.nn.functional.glu(x, 1))


def test_dimensions_of_one_order_are_those_that_are_given(mudnn):
    x, y = torch.rand(2, 3, 4, 5), torch.rand(2, 6, 4, 5)
    out = torch.empty(2, 9, 4, 5).to(memory_format=torch.channels_last)
    mudnn("Concat", [(out, "NHWC"), last(x), last(y)], [3])
    assert out.equal(torch.cat([x, y], 1))
