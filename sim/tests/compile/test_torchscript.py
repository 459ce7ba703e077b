"""TorchScript on the device: traced and scripted networks, saved and loaded."""

import pytest
import torch
from torch import nn


def make_net():
    torch.manual_seed(0)
    layers = [nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten()]
    return nn.Sequential(*layers, nn.Linear(4 * 5 * 5, 3), nn.LogSoftmax(dim=1)).eval().to("musa")


@pytest.fixture
def images():
    return torch.rand(2, 1, 12, 12, device="musa")


@pytest.mark.filterwarnings("ignore:.*torch.jit.* is deprecated:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*torch.jit.* is not supported:DeprecationWarning")
class TestJit:
    def test_a_trace_records_the_convolution(self, images):
        net = make_net()
        traced = torch.jit.trace(net, [images])
        assert "aten::_convolution" in str(traced.inlined_graph)
        other = torch.rand_like(images)
        for _ in range(3):  # the first runs profile
            assert torch.equal(traced(other), net(other))

    def test_a_traced_network_has_the_same_gradients(self, images):
        net = make_net()
        traced = torch.jit.trace(net, [images])
        weight = net[0].weight
        (wanted,) = torch.autograd.grad(net(images).square().sum(), weight)
        (given,) = torch.autograd.grad(traced(images).square().sum(), weight)
        torch.testing.assert_close(given, wanted)

    @pytest.mark.parametrize("make", [torch.jit.script, None], ids=["script", "trace"])
    def test_save_and_load(self, images, tmp_path, make):
        net = make_net()
        made = make(net) if make else torch.jit.trace(net, [images])
        torch.jit.save(made, tmp_path / "net.pt")
        loaded = torch.jit.load(tmp_path / "net.pt", map_location="musa:1")
        assert all(parameter.device.index == 1 for parameter in loaded.parameters())
        torch.testing.assert_close(loaded(images.to("musa:1")).cpu(), net(images).cpu())


def test_a_backend_convolution_has_a_derivative():
    """What _convolution calls on devices of this kind."""
    x = torch.rand(1, 2, 5, 5, dtype=torch.float64, device="musa", requires_grad=True)
    weight = torch.rand(3, 2, 2, 2, dtype=torch.float64, device="musa", requires_grad=True)
    bias = torch.rand(3, dtype=torch.float64, device="musa", requires_grad=True)

    def convolve(*tensors):
        options = ([1, 1], [1, 1], [1, 1], False, [0, 0], 1)
        return torch.ops.aten.convolution_overrideable(*tensors, *options)

    torch.testing.assert_close(convolve(x, weight, bias), torch.conv2d(x, weight, bias, padding=1))
    assert torch.autograd.gradcheck(convolve, (x, weight, bias))


def test_a_storage_of_nothing_stays_on_the_device():
    storage = torch.ones(4, device="musa").untyped_storage()
    assert storage.resize_(0).device == torch.device("musa:0") and storage.nbytes() == 0
    assert storage.resize_(64).device == torch.device("musa:0") and storage.nbytes() == 64


def test_a_tensor_takes_a_legacy_type():
    import torch_musa

    given = torch.ones(2).type(torch_musa.BoolTensor)
    assert given.is_musa and given.dtype == torch.bool and given.type() == "torch.musa.BoolTensor"
    assert torch_musa.BoolTensor.__name__ == "BoolTensor"


def fill_small(x):
    x[x < 50] = 1.0
    return x


@pytest.mark.filterwarnings("ignore:.*torch.jit.* is (deprecated|not supported):DeprecationWarning")
def test_a_script_assigns_through_a_mask():
    x = torch.arange(100.0, device="musa")
    assert torch.equal(torch.jit.script(fill_small)(x.clone()), fill_small(x))
