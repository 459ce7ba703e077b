"""libmudnn's convolutions and pooling against ATen."""

import pytest
import torch
import torch.nn.functional as F
from mudnn_calls import LAST, REAL, enumerators, near, wide

ACTIVATION = enumerators("Convolution::FusedActivationDesc::Mode")
POOL = enumerators("Pooling::Mode")
# size of the image, channels in and out, window, pad, stride, dilation, groups
SHAPES = (
    ((9,), 4, 6, (3,), (1,), (2,), (1,), 1),
    ((8, 10), 4, 6, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    ((8, 10), 4, 6, (1, 1), (0, 0), (1, 1), (1, 1), 2),
    ((9, 7), 6, 6, (3, 2), (2, 0), (2, 1), (1, 2), 3),
    ((12, 12), 4, 4, (5, 5), (2, 2), (3, 2), (1, 1), 4),
    ((5, 6, 7), 2, 4, (3, 2, 3), (1, 0, 1), (1, 2, 1), (1, 1, 2), 2),
    ((6, 7), 3, 2, (1, 1), (2, 1), (1, 1), (1, 1), 1),
    ((11, 13), 2, 6, (3, 3), (0, 3), (1, 1), (1, 2), 1),
    ((17, 16), 3, 4, (3, 4), (2, 1), (3, 4), (2, 3), 1),
    # of several parts
    ((40, 45), 8, 10, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    ((81, 83), 6, 8, (5, 4), (2, 1), (2, 2), (1, 1), 1),
    ((6, 27, 31), 8, 3, (2, 3, 3), (1, 1, 1), (1, 1, 2), (1, 1, 1), 1),
    ((90, 70), 2, 4, (3, 3), (1, 1), (1, 1), (1, 1), 2),
    ((4, 60, 70), 2, 2, (3, 3, 3), (1, 1, 1), (1, 2, 1), (1, 1, 1), 2),
)
FORMATS = {3: "NCW", 4: "NCHW", 5: "NCDHW"}
CHANNELS_LAST = {4: ("NHWC", torch.channels_last), 5: ("NDHWC", torch.channels_last_3d)}


def numbers(dtype, *shape):
    return (torch.rand(shape, dtype=torch.float64) * 2 - 1).to(dtype)


def formatted(x, last):
    if not last or x.dim() not in LAST:
        return (x, FORMATS[x.dim()])
    name, memory_format = CHANNELS_LAST[x.dim()]
    return (x.contiguous(memory_format=memory_format), name)


@pytest.mark.parametrize("last", (False, True))
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_convolutions_and_their_derivatives(mudnn, dtype, shape, last):
    size, channels, results, window, pad, stride, dilation, groups = shape
    x = numbers(dtype, 2, channels, *size)
    weight, bias = numbers(dtype, results, channels // groups, *window), numbers(dtype, results)
    leaves = [wide(t).clone().requires_grad_() for t in (x, weight)]
    function = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}[len(size)]
    plain = function(*leaves, None, stride, pad, dilation, groups)
    up = numbers(dtype, *plain.shape)
    plain.backward(wide(up))
    wanted = (plain.detach() + wide(bias).reshape(-1, *[1] * len(size))).relu()
    numbers_of = [groups, ACTIVATION["RELU"], *pad, *stride, *dilation]
    out, image, kernel, above = (formatted(t, last) for t in (torch.empty_like(up), x, weight, up))
    mudnn("Convolution", [out, image, kernel, bias, None], numbers_of)
    taps = weight[0, 0].numel()
    near(out[0], wanted, terms=channels // groups * taps)
    grads = [formatted(torch.empty_like(t), last) for t in (x, weight)]
    mudnn("ConvolutionBwdData", [grads[0], above, kernel], numbers_of)
    mudnn("ConvolutionBwdFilter", [grads[1], image, above], numbers_of)
    near(grads[0][0], leaves[0].grad, terms=results // groups * taps)
    near(grads[1][0], leaves[1].grad, terms=up.numel() // results)


def test_a_tensor_is_added_before_the_activation(mudnn):
    x, weight, add = torch.rand(1, 2, 5, 5), torch.rand(3, 2, 3, 3), torch.rand(1, 3, 3, 3) - 4
    out = torch.empty_like(add)
    for mode, function in {"SIGMOID": torch.sigmoid, "SILU": F.silu, "GELU": F.gelu}.items():
        mudnn("Convolution", [out, x, weight, None, add], [1, ACTIVATION[mode], 0, 0, 1, 1, 1, 1])
        near(out, function(F.conv2d(x, weight) + add), terms=18)


def test_the_result_may_lie_where_the_added_tensor_is(mudnn):
    x, weight, out = torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2), torch.full((1, 1, 1, 1), 8.0)
    mudnn("Convolution", [out, x, weight, None, out], [1, 0, 0, 0, 1, 1, 1, 1])
    assert out.item() == 12


def test_convolutions_that_do_not_fit_are_refused(mudnn):
    x, weight, out = torch.rand(1, 2, 5, 5), torch.rand(3, 2, 3, 3), torch.rand(1, 3, 5, 5)
    numbers_of = [1, 0, 0, 0, 1, 1, 1, 1]
    assert mudnn.status("Convolution", [out, x, weight, None, None], numbers_of) == (
        "INVALID_PARAMETER"
    )
    assert mudnn.status(
        "Convolution", [x.new_empty(3, 5), x[0], weight, weight[0, 0, 0], None]
    ) == ("INVALID_PARAMETER")
    large, one = torch.rand(3, 2, 6, 6), torch.empty(1, 3, 1, 1)
    assert mudnn.status("Convolution", [one, x, large, None, None], [1, 0, 0, 0, 2, 2, 1, 1]) == (
        "INVALID_PARAMETER"
    )
    whole = [t.int() for t in (out[..., :3, :3].contiguous(), x, weight)]
    assert mudnn.status("Convolution", [*whole, None, None], numbers_of) == "NOT_SUPPORTED"


def pool_numbers(mode, window, pad, stride, dilation=(1, 1), divisor=0):
    return [POOL[mode], divisor, *window, *pad, *stride, *dilation]


@pytest.mark.parametrize("last", (False, True))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_the_largest_of_windows(mudnn, dtype, last):
    x = torch.randperm(2 * 3 * 9 * 8).reshape(2, 3, 9, 8).div(64).to(dtype)
    leaf = wide(x).clone().requires_grad_()
    wanted, where = F.max_pool2d(leaf, (3, 2), (2, 1), (1, 0), (1, 2), return_indices=True)
    up = numbers(dtype, *wanted.shape)
    wanted.backward(wide(up))
    given = pool_numbers("MAXPOOL", (3, 2), (1, 0), (2, 1), (1, 2))
    out, indices = formatted(torch.empty_like(up), last), formatted(torch.empty_like(where), last)
    mudnn("Pooling", [out, formatted(x, last), indices], given)
    near(out[0], wanted.detach())
    assert wide(x).flatten(2).gather(2, indices[0].flatten(2)).equal(wanted.detach().flatten(2))
    grad = formatted(torch.empty_like(x), last)
    mudnn("PoolingBwd", [grad, formatted(up, last), formatted(where, last)], given)
    near(grad[0], leaf.grad)


@pytest.mark.parametrize("last", (False, True))
@pytest.mark.parametrize("dtype", REAL, ids=str)
@pytest.mark.parametrize("mode", ("AVGPOOL_COUNT_PAD", "AVGPOOL_COUNT_WITHOUT_PAD", "divisor"))
def test_averages_of_windows(mudnn, mode, dtype, last):
    x = numbers(dtype, 2, 3, 9, 8)
    leaf = wide(x).clone().requires_grad_()
    divisor = 5 if mode == "divisor" else None
    mode = "AVGPOOL_COUNT_PAD" if divisor else mode
    counted = mode == "AVGPOOL_COUNT_PAD"
    wanted = F.avg_pool2d(leaf, (3, 2), (2, 2), (1, 1), True, counted, divisor)
    up = numbers(dtype, *wanted.shape)
    wanted.backward(wide(up))
    given = pool_numbers(mode, (3, 2), (1, 1), (2, 2), divisor=divisor or 0)
    out, grad = formatted(torch.empty_like(up), last), formatted(torch.empty_like(x), last)
    mudnn("Pooling", [out, formatted(x, last), None], given)
    near(out[0], wanted.detach())
    mudnn("PoolingBwd", [grad, formatted(up, last), None], given)
    near(grad[0], leaf.grad)


@pytest.mark.parametrize("size", ((1, 1), (4, 3), (10, 12)))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_pooling_to_a_size(mudnn, dtype, size):
    x = torch.randperm(2 * 3 * 9 * 8).reshape(2, 3, 9, 8).div(64).to(dtype)
    leaf = wide(x).clone().requires_grad_()
    average = F.adaptive_avg_pool2d(leaf, size)
    largest, where = F.adaptive_max_pool2d(wide(x), size, return_indices=True)
    up, out = numbers(dtype, *average.shape), torch.empty(average.shape, dtype=dtype)
    average.backward(wide(up))
    none = pool_numbers("ADAPTIVE_AVGPOOL", (1, 1), (0, 0), (1, 1))
    mudnn("Pooling", [out, x, None], none)
    near(out, average.detach())
    grad = torch.empty_like(x)
    mudnn("PoolingBwd", [grad, up, None], none)
    near(grad, leaf.grad)
    indices = torch.empty_like(where)
    mudnn("Pooling", [out, x, indices], [POOL["ADAPTIVE_MAXPOOL"], *none[1:]])
    near(out, largest)
    assert indices.equal(where)


def test_pooling_in_one_and_three_dimensions(mudnn):
    x = torch.rand(2, 3, 6, 7, 8)
    out = torch.empty(2, 3, 3, 3, 4)
    mudnn("Pooling", [out, x, None], [POOL["MAXPOOL"], 0, *[2] * 3, *[0] * 3, *[2] * 3, *[1] * 3])
    near(out, F.max_pool3d(x, 2))
    line, short = torch.rand(2, 3, 9), torch.empty(2, 3, 4)
    mudnn("Pooling", [short, line, None], [POOL["AVGPOOL_COUNT_PAD"], 0, 2, 0, 2, 1])
    near(short, F.avg_pool1d(line, 2))
    whole = torch.empty(2, 3, 1, 1, 1)
    mudnn("Pooling", [whole, x, None], [POOL["GLOBAL_AVGPOOL"], 0, *[1] * 12])
    near(whole, x.mean((2, 3, 4), keepdim=True), terms=x[0, 0].numel())


def test_pooling_that_does_not_fit_is_refused(mudnn):
    x, where = torch.rand(1, 1, 6, 6), torch.empty(1, 1, 9, 9, dtype=torch.int64)

    def status(mode, out, pad=0, stride=2, dilation=1):
        given = pool_numbers(mode, (2, 2), (pad, pad), (stride, stride), (dilation, dilation))
        tensors = [torch.empty(1, 1, out, out, dtype=x.dtype), x, None]
        back = [torch.empty_like(x), tensors[0], where[..., :out, :out] if "MAX" in mode else None]
        forth = mudnn.status("Pooling", tensors, given)
        where.zero_()
        assert forth == mudnn.status("PoolingBwd", back, given)
        return forth

    for mode in ("MAXPOOL", "AVGPOOL_COUNT_PAD", "AVGPOOL_COUNT_WITHOUT_PAD"):
        assert status(mode, 3) == "SUCCESS"
        assert status(mode, 2) == "INVALID_PARAMETER"
        assert status(mode, 4) == "INVALID_PARAMETER"
        assert status(mode, 9) == "INVALID_PARAMETER"
        assert status(mode, 5, pad=2) == "INVALID_PARAMETER"
    assert status("AVGPOOL_COUNT_PAD", 2, dilation=2) == "NOT_SUPPORTED"
    x = x.int()
    assert status("MAXPOOL", 3) == "SUCCESS"
    assert status("AVGPOOL_COUNT_WITHOUT_PAD", 3) == "NOT_SUPPORTED"
    assert status("ADAPTIVE_AVGPOOL", 3) == "NOT_SUPPORTED"
