"""gemlite: linear layers with weights of 1 to 8 bits, by its Triton kernels, against the same weights in PyTorch."""

import pytest
import torch
from gemlite.core import DType, GemLiteLinearTriton
from gemlite.helper import A16W8, A8W8_int8_dynamic

PACKAGES = ("gemlite",)
DEVICE = "cuda"
INPUTS, OUTPUTS, GROUP = 256, 128, 64


def grouped(bits):
    """A layer with a scale and a zero for each group of weights, and the weights that it stands for."""
    weights = torch.randint(0, 2**bits, (OUTPUTS, INPUTS), dtype=torch.uint8)
    scales = torch.rand(OUTPUTS * INPUTS // GROUP, 1).half() * 0.01
    zeros = torch.full_like(scales, 2 ** (bits - 1))
    layer = GemLiteLinearTriton(
        bits,
        group_size=GROUP,
        in_features=INPUTS,
        out_features=OUTPUTS,
        input_dtype=DType.FP16,
        output_dtype=DType.FP16,
    )
    layer.pack(weights.to(DEVICE), scales.to(DEVICE), zeros.to(DEVICE), None)
    values = (weights.view(-1, GROUP).float() - zeros.float()) * scales.float()
    return layer, values.view(OUTPUTS, INPUTS)


@pytest.mark.parametrize("rows", [1, 8, 40])
@pytest.mark.parametrize("bits", [2, 4, 8])
def test_grouped_weights(bits, rows):
    """One row, a few and many: three kernels of its own choice."""
    layer, weights = grouped(bits)
    x = torch.randn(rows, INPUTS).half()
    result = layer.forward(x.to(DEVICE))
    expected = x.float() @ weights.T
    assert (result.cpu().float() - expected).norm() < 2e-3 * expected.norm()


@pytest.mark.parametrize("kind", [A16W8, A8W8_int8_dynamic])
def test_layers_of_a_model(kind):
    """What its helpers make of a layer; the weights get 8 bits, or the inputs as well."""
    linear = torch.nn.Linear(INPUTS, OUTPUTS)
    x = torch.randn(16, INPUTS)
    expected = linear(x).detach()
    layer = kind(device=DEVICE).from_linear(linear.half().to(DEVICE))
    result = layer(x.half().to(DEVICE))
    torch.testing.assert_close(result.cpu().float(), expected, atol=0.05, rtol=0)


@pytest.mark.compiles
def test_a_compiled_layer():
    layer, _ = grouped(4)
    x = torch.randn(8, INPUTS, device=DEVICE, dtype=torch.float16)

    def function(x):
        return layer(x.sin()).relu()

    torch.testing.assert_close(torch.compile(function)(x), function(x), rtol=1e-2, atol=1e-2)
