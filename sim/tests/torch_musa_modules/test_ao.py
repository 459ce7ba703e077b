"""Quantization modules that fuse a convolution with SiLU, on the CPU and (as float) on the device."""

import pytest
import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.intrinsic.qat as nniqat
import torch.ao.nn.intrinsic.quantized as nniq
import torch.nn.functional as F
from torch import nn
from torch.ao.quantization import default_qat_qconfig, get_default_qconfig


@pytest.fixture
def conv():
    torch.manual_seed(0)
    return nn.Conv2d(3, 4, 3, padding=1)


@pytest.fixture
def image():
    torch.manual_seed(1)
    return torch.randn(2, 3, 5, 5)


def test_pytorch_has_them():
    import torch_musa

    assert torch_musa.nn.intrinsic.ConvSiLU2d is nni.ConvSiLU2d
    assert torch_musa.core.ao.nn.intrinsic.quantized.ConvSiLU2d is nniq.ConvSiLU2d
    assert torch_musa.core.ao.nn.intrinsic.qat.ConvBnSiLU2d is nniqat.ConvBnSiLU2d


def test_float_modules(conv, image):
    bn = nn.BatchNorm2d(4).eval()
    other = torch.ones(2, 4, 5, 5)
    torch.testing.assert_close(nni.ConvSiLU2d(conv, nn.SiLU())(image), F.silu(conv(image)))
    torch.testing.assert_close(
        nni.ConvBnSiLU2d(conv, bn, nn.SiLU()).eval()(image), F.silu(bn(conv(image)))
    )
    fused = nni.ConvAddSiLU2d(conv, torch.add, nn.SiLU())
    torch.testing.assert_close(fused(image, other), F.silu(conv(image) + other))
    result = fused.musa()(image.musa(), other.musa()).cpu()
    torch.testing.assert_close(result, F.silu(conv.cpu()(image) + other))


def close_to(result, wanted, scale):
    assert (result - wanted).abs().max() < 3 * scale


def test_training_with_fake_quantization(conv, image):
    fused = nni.ConvSiLU2d(conv, nn.SiLU())
    fused.qconfig = default_qat_qconfig
    qat = nniqat.ConvSiLU2d.from_float(fused)
    close_to(qat(image), F.silu(conv(image)), 0.05)
    qat(image).sum().backward()
    assert qat.weight.grad.abs().sum() > 0

    with_bn = nni.ConvBnSiLU2d(conv, nn.BatchNorm2d(4), nn.SiLU()).train()
    with_bn.qconfig = default_qat_qconfig
    qat = nniqat.ConvBnSiLU2d.from_float(with_bn)
    close_to(qat(image), F.silu(F.batch_norm(conv(image), None, None, training=True)), 0.1)


# PyTorch says that its quantization moves to another package.
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("mode", ["zeros", "reflect"])
def test_quantized_modules(conv, image, mode):
    conv.padding_mode = mode
    conv._reversed_padding_repeated_twice = [1] * 4
    wanted = F.silu(conv(image))
    quantized_image = torch.quantize_per_tensor(image, 0.05, 64, torch.quint8)
    for kind in ("ConvSiLU2d", "ConvAddSiLU2d"):
        parts = (conv, nn.SiLU()) if kind == "ConvSiLU2d" else (conv, torch.add, nn.SiLU())
        fused = getattr(nni, kind)(*parts)
        fused.qconfig = get_default_qconfig("x86")
        fused.activation_post_process = fused.qconfig.activation()
        fused.activation_post_process(wanted)
        module = getattr(nniq, kind).from_float(fused)
        zero = torch.quantize_per_tensor(torch.zeros_like(wanted), 0.05, 0, torch.quint8)
        extra = () if kind == "ConvSiLU2d" else (zero,)
        close_to(module(quantized_image, *extra).dequantize(), wanted, 0.05)
        assert module._get_name() == "Quantized" + kind


def test_lowering():
    from torch_musa.core.lowering import lower_pt2e_quantized_to_x86

    try:
        import torch.ao.quantization.pt2e as pt2e
    except ModuleNotFoundError:
        with pytest.raises(NotImplementedError, match="has no torch.ao.quantization.pt2e"):
            lower_pt2e_quantized_to_x86(None, ())
    else:
        assert pt2e.lower_pt2e_quantized_to_x86 is lower_pt2e_quantized_to_x86
