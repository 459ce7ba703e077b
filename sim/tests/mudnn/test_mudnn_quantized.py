"""libmudnn on quantized tensors: what moves them, and linear layers, against ATen's quantized operators."""

import pytest
import torch
from mudnn_calls import enumerators

IDENTITY = list(enumerators("Unary::Mode")).index("IDENTITY")
pytestmark = pytest.mark.filterwarnings("ignore:.*quantized tensor creation functions")


def quantized(*shape, scale=0.25, most=128):
    ints = torch.randint(-most, most, shape, dtype=torch.int8)
    return torch._make_per_tensor_quantized_tensor(ints, scale, 0)


def empty(*shape, scale=0.25):
    return torch._empty_affine_quantized(shape, scale=scale, zero_point=0, dtype=torch.qint8)


def unscaled(x):
    """The tensor as programs give it that name no scale."""
    return (x.int_repr(), "QINT8")


def test_quantized_tensors_are_moved(mudnn):
    x = quantized(4, 5, 6)
    out = empty(6, 4, 5)
    mudnn("Permute", [out, x], [2, 0, 1])
    assert out.equal(x.permute(2, 0, 1))
    out = empty(2, 5, 3)
    mudnn("Slice", [out, x], [1, 0, 1, 2, 1, 2])
    assert out.equal(x[1:4:2, :, 1:6:2])
    turned = empty(5, 4, 6).transpose(0, 1)
    mudnn("Unary", [turned, x], [IDENTITY, 0])
    assert turned.equal(x)


def test_moving_needs_no_scale(mudnn):
    x = quantized(4, 6)
    for name, numbers in (("Permute", [0, 1]), ("Unary", [IDENTITY, 0])):
        out = torch.zeros(4, 6, dtype=torch.int8)
        mudnn(name, [(out, "QINT8"), unscaled(x)], numbers)
        assert out.equal(x.int_repr())


@pytest.mark.parametrize("scales", ((0.25, 0.25, 0.25), (0.25, 0.5, 0.3), (0.01, 0.7, 0.013)))
def test_quantized_tensors_follow_one_another_in_one_scale(mudnn, scales):
    parts = [quantized(3, n, 4, scale=scale) for n, scale in zip((1, 5), scales)]
    out = empty(3, 6, 4, scale=scales[2])
    mudnn("Concat", [out, *parts], [1])
    assert out.equal(torch.ops.quantized.cat(parts, 1, scales[2], 0))


@pytest.fixture
def onednn():
    """Its linear layers alone take activations of the type qint8."""
    if "onednn" not in torch.backends.quantized.supported_engines:
        pytest.skip("PyTorch without oneDNN")
    before = torch.backends.quantized.engine
    torch.backends.quantized.engine = "onednn"
    yield torch.ops.quantized
    torch.backends.quantized.engine = before


@pytest.mark.parametrize("scale", (2.0, 16.0, 0.37))
@pytest.mark.parametrize("biased", (False, True), ids=("no bias", "bias"))
def test_quantized_linear_layers(mudnn, onednn, biased, scale):
    x, weight = quantized(8, 50, scale=0.03125), quantized(20, 50, scale=0.0625)
    bias = torch.rand(20) * 20 - 10 if biased else None
    out = empty(8, 20, scale=scale)
    given = [out, x, weight] + ([bias] if biased else [])
    mudnn("BatchMatMul", given, [0, 1], [1.0, 0.0, 1.0])
    wanted = onednn.linear(x, onednn.linear_prepack(weight, bias), scale, 0)
    # oneDNN computes with float, so what lies between two numbers may go to either.
    off = (out.int_repr().int() - wanted.int_repr().int()).abs()
    assert off.max() <= 1 and (off != 0).sum() <= 2


def test_quantized_products_refuse_what_is_not_known(mudnn):
    a, b, d = quantized(4, 6), quantized(6, 5), empty(4, 5)

    def status(tensors, numbers=(1.0, 0.0, 1.0)):
        return mudnn.status("MatMul", tensors, [0, 0], numbers)

    assert status([d, a, b]) == "SUCCESS"
    assert status([d, a, b], [1.0, 1.0, 1.0]) == "NOT_SUPPORTED"
    assert status([d, unscaled(a), b]) == "NOT_SUPPORTED"
    assert status([torch.zeros(4, 5), a, b]) == "NOT_SUPPORTED"
    assert status([d, a, torch.zeros(6, 5)]) == "NOT_SUPPORTED"
    assert status([empty(4, 4), a, b]) == "INVALID_PARAMETER"


def test_quantized_tensors_are_not_converted(mudnn):
    x, plain = quantized(4, 6), torch.zeros(4, 6, dtype=torch.int8)
    assert mudnn.status("Permute", [plain, x], [0, 1]) == "NOT_SUPPORTED"
    assert mudnn.status("Permute", [x, plain], [0, 1]) == "NOT_SUPPORTED"
    assert mudnn.status("Concat", [x, x[:2], plain[:2]], [0]) == "NOT_SUPPORTED"
    assert mudnn.status("Unary", [empty(4, 6, scale=0.5), x], [IDENTITY, 0]) == "NOT_SUPPORTED"
    assert mudnn.status("Fill", [x], [0], [1]) == "NOT_SUPPORTED"
