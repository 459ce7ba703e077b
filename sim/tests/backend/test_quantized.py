"""Quantized tensors of the device."""

import io

import pytest
import torch
import torch_musa

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def values():
    return torch.linspace(-2, 2, 24).view(4, 6)


def by_tensor(device):
    return torch.quantize_per_tensor(values().to(device), 0.1, 10, torch.quint8)


def by_channel(device):
    scales = torch.linspace(0.05, 0.2, 4).to(device)
    zeros = torch.arange(4).to(device)
    return torch.quantize_per_channel(values().to(device), scales, zeros, 0, torch.qint8)


def check_same(actual, expected):
    assert actual.device == torch.device("musa", 0)
    assert actual.dtype == expected.dtype and actual.stride() == expected.stride()
    assert torch_musa._MUSAC._musasim_pointer_device(actual.data_ptr()) == 0
    if expected.is_quantized:
        assert actual.qscheme() == expected.qscheme()
        assert torch.equal(actual.int_repr().cpu(), expected.int_repr())
        actual, expected = actual.dequantize(), expected.dequantize()
    torch.testing.assert_close(actual.cpu(), expected)


@pytest.mark.parametrize("make", [by_tensor, by_channel])
def test_made_and_copied(make):
    expected = make("cpu")
    for tensor in (make("musa"), expected.to("musa"), make("musa").clone()):
        check_same(tensor, expected)
        back = tensor.cpu()
        assert back.device.type == "cpu" and torch.equal(back.int_repr(), expected.int_repr())
        assert torch_musa._MUSAC._musasim_pointer_device(back.data_ptr()) == -1
        assert torch.equal(back.dequantize(), expected.dequantize())


def test_parameters():
    tensor = by_tensor("musa")
    assert (tensor.q_scale(), tensor.q_zero_point()) == (0.1, 10)
    channels = by_channel("musa")
    assert channels.q_per_channel_scales().device == channels.device
    assert channels.q_per_channel_zero_points().tolist() == [0, 1, 2, 3]
    assert channels.q_per_channel_axis() == 0
    host = channels.cpu()
    for member in (host.q_per_channel_scales(), host.q_per_channel_zero_points()):
        assert torch_musa._MUSAC._musasim_pointer_device(member.data_ptr()) == -1
    assert "quantization_scheme" in repr(channels)


def test_views_share_the_memory():
    tensor = by_tensor("musa")
    view = tensor.view(-1)[6:12]
    assert view.data_ptr() == tensor.data_ptr() + 6
    view.fill_(0.5)
    assert torch.equal(tensor[1].dequantize().cpu(), torch.full((6,), 0.5))
    check_same(tensor.t().contiguous(), tensor.cpu().t().contiguous())


def test_a_copy_takes_the_quantizer():
    tensor = by_tensor("musa")
    other = torch.quantize_per_tensor(values(), 0.3, 3, torch.quint8)
    tensor.copy_(other)
    assert tensor.q_scale() == 0.3
    check_same(tensor, other)
    host = by_tensor("cpu")
    host.copy_(tensor)
    assert host.q_scale() == 0.3 and torch.equal(host.int_repr(), other.int_repr())
    check_same(tensor.copy_(values().to("musa")), other.copy_(values()))


@pytest.mark.parametrize("place", ["same device", "from the host", "to the host", "other device"])
def test_a_copy_comes_after_what_its_stream_holds(place, second_device):
    there = {"to the host": "cpu", "other device": f"musa:{second_device}"}.get(place, "musa")
    pinned = torch.full((1000,), 2.0).pin_memory()
    quantized = torch.quantize_per_tensor(torch.zeros(1000), 0.1, 0, torch.qint8)
    before = quantized.to("musa")
    target = torch._empty_affine_quantized(
        1000, scale=0.1, zero_point=0, dtype=torch.qint8, device=there
    )
    bytes_of_two = torch.quantize_per_tensor(pinned, 0.1, 0, torch.qint8).int_repr().pin_memory()
    torch_musa.synchronize()
    side = torch_musa.Stream()
    with torch_musa.stream(side):
        torch_musa._sleep(100_000_000)
        if place == "from the host":
            # What the copy overwrites is still to be written.
            target.untyped_storage().copy_(bytes_of_two.untyped_storage(), True)
            target.copy_(torch.ones(1000))
            expected = 1.0
        else:
            before.untyped_storage().copy_(bytes_of_two.untyped_storage(), True)
            target.copy_(before)
            expected = 2.0
        value = target.dequantize().cpu()
    torch.testing.assert_close(value, torch.full((1000,), expected), atol=0.051, rtol=0)


@pytest.mark.parametrize("make", [by_tensor, by_channel])
def test_in_a_graph(make):
    given, quantized, copied = values().to("musa"), make("musa"), make("musa")
    graph = torch_musa.MUSAGraph()
    with torch_musa.graph(graph):
        plain = quantized.dequantize() + 1
        again = make_like(quantized, given)
        copied.copy_(quantized)
    given.mul_(-1)
    copied.copy_(make_like(quantized, given))
    graph.replay()
    check_same(plain, make("cpu").dequantize() + 1)
    check_same(again, make_like(make("cpu"), -values()))
    check_same(copied, make("cpu"))


def make_like(quantized, tensor):
    """Another tensor, quantized as the first one is."""
    if quantized.qscheme() == torch.per_tensor_affine:
        options = (quantized.q_scale(), quantized.q_zero_point(), quantized.dtype)
        return torch.quantize_per_tensor(tensor, *options)
    scales, zeros = quantized.q_per_channel_scales(), quantized.q_per_channel_zero_points()
    return torch.quantize_per_channel(tensor, scales, zeros, 0, quantized.dtype)


def test_empty_ones():
    made = torch._empty_affine_quantized(
        [3, 4], scale=0.1, zero_point=1, dtype=torch.quint8, device="musa"
    )
    assert made.device.type == "musa" and made.q_zero_point() == 1
    dynamic = torch.quantize_per_tensor_dynamic(values().to("musa"), torch.qint8, False)
    check_same(dynamic, torch.quantize_per_tensor_dynamic(values(), torch.qint8, False))


OPERATORS = {
    "relu": torch.relu,
    "cat": lambda t: torch.cat([t, t]),
    "max_pool2d": lambda t: torch.nn.functional.max_pool2d(t.view(1, 1, 4, 6), 2),
    "avg_pool2d": lambda t: torch.nn.functional.avg_pool2d(t.view(1, 1, 4, 6), 2),
    "add": lambda t: torch.ops.quantized.add(t, t, 0.2, 5),
    "mul": lambda t: torch.ops.quantized.mul(t, t, 0.2, 5),
    "mean": lambda t: t.mean(1),
    "clamp": lambda t: t.clamp(0, 1),
    "sort": lambda t: t.sort()[0],
    "permute": lambda t: t.permute(1, 0).contiguous(),
    "sigmoid": torch.sigmoid,
    "interpolate": lambda t: torch.nn.functional.interpolate(t.view(1, 1, 4, 6), scale_factor=2),
    "topk": lambda t: t.topk(2)[0],
    "eq": lambda t: t == t,
    "select": lambda t: t[1],
    "index": lambda t: t[torch.tensor([0, 1], device=t.device)],
}


@pytest.mark.parametrize("name", OPERATORS)
def test_operators(name):
    check_same(OPERATORS[name](by_tensor("musa")), OPERATORS[name](by_tensor("cpu")))


def test_a_linear_layer():
    weight = torch.quantize_per_tensor(torch.linspace(-1, 1, 18).view(3, 6), 0.1, 0, torch.qint8)
    packed = torch.ops.quantized.linear_prepack(weight, torch.zeros(3))
    expected = torch.ops.quantized.linear(by_tensor("cpu"), packed, 0.3, 3)
    check_same(torch.ops.quantized.linear(by_tensor("musa"), packed, 0.3, 3), expected)
    bias = torch.zeros(3, device="musa")
    packed = torch.ops.quantized.linear_prepack(weight.to("musa"), bias)
    check_same(torch.ops.quantized.linear(by_tensor("musa"), packed, 0.3, 3), expected)


@pytest.mark.parametrize("make", [by_tensor, by_channel])
def test_saved_and_loaded(make):
    file = io.BytesIO()
    torch.save(make("musa"), file)
    file.seek(0)
    check_same(torch.load(file), make("cpu"))


def test_fake_quantization():
    fake = torch.ao.quantization.FakeQuantize
    torch.testing.assert_close(fake().to("musa")(values().to("musa")).cpu(), fake()(values()))
