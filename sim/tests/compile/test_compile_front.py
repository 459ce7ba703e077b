"""What comes before and beside code generation: dynamo, other backends, export, FX, TorchScript, fakes."""

import io

import pytest
import torch
import torch_musa
from compile_cases import QUIET
from torch import nn

pytestmark = [pytest.mark.usefixtures("fresh_dynamo"), *QUIET]
close = torch.testing.assert_close


@pytest.fixture
def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 4), nn.ReLU()).to("musa")


@pytest.mark.parametrize("backend", ["eager", "aot_eager", "aot_eager_decomp_partition"])
def test_backends_that_generate_no_code(backend, network):
    x = torch.randn(3, 4, device="musa", requires_grad=True)
    result = torch.compile(network, backend=backend, fullgraph=True)(x)
    close(result, network(x))
    (gradient,) = torch.autograd.grad(result.sum(), x)
    close(gradient, torch.autograd.grad(network(x).sum(), x)[0])


def test_interface_of_the_device():
    from torch._dynamo.device_interface import get_interface_for_device

    interface = get_interface_for_device("musa")
    assert interface is get_interface_for_device("musa:1")
    assert interface is get_interface_for_device(torch.device("musa", 1))
    assert interface.is_available() and interface.device_count() == 2
    assert interface.get_compute_capability() == 22
    assert interface.Worker.get_device_properties("musa:1").name == torch_musa.get_device_name(1)
    assert interface.current_device() == interface.Worker.current_device() == 0
    assert interface.get_raw_stream(0) == torch_musa.current_stream().musa_stream
    with interface.device(1):
        assert interface.current_device() == 1


@pytest.mark.parametrize("context", [torch_musa.amp.autocast, lambda: torch.autocast("musa")])
def test_autocast_is_traced(context):
    @torch.compile(backend="aot_eager", fullgraph=True)
    def function(x):
        with context():
            return x @ x

    assert function(torch.ones(2, 2, device="musa")).dtype == torch.float16


def test_autocast_around_it_is_seen(network):
    compiled = torch.compile(network, backend="aot_eager", fullgraph=True)
    x = torch.ones(2, 4, device="musa")
    assert compiled(x).dtype == torch.float32
    with torch.autocast("musa", dtype=torch.bfloat16):
        assert compiled(x).dtype == torch.bfloat16


def test_graph_breaks_go_on_in_python():
    @torch.compile(backend="aot_eager")
    def function(x):
        y = x * 2
        return y + 1 if y.sum().item() > 0 else y - 1

    close(function(torch.ones(2, device="musa")), torch.full((2,), 3.0, device="musa"))
    close(function(-torch.ones(2, device="musa")), torch.full((2,), -3.0, device="musa"))


def test_export_saves_and_loads(network):
    x = torch.randn(2, 4, device="musa")
    shapes = ({0: torch.export.Dim("rows")},)
    program = torch.export.export(network, (x,), dynamic_shapes=shapes)
    file = io.BytesIO()
    torch.export.save(program, file)
    file.seek(0)
    again = torch.export.load(file).run_decompositions().module()
    for rows in (2, 7):
        x = torch.randn(rows, 4, device="musa")
        close(again(x), network(x))


def test_fx_and_functionalize(network):
    from torch.fx.experimental.proxy_tensor import make_fx

    x = torch.randn(2, 4, device="musa")
    close(torch.fx.symbolic_trace(network)(x), network(x))
    close(make_fx(network)(x)(x), network(x))
    close(make_fx(lambda x: x @ x.T, tracing_mode="symbolic")(x)(x), x @ x.T)
    close(torch.func.functionalize(lambda x: x.clone().add_(1))(x), x + 1)


@pytest.mark.parametrize("make", [torch.jit.script, lambda m: torch.jit.trace(m, _rows(2))])
def test_torch_script(make, network):
    script = make(network)
    x = _rows(2)
    close(script(x), network(x))
    file = io.BytesIO()
    torch.jit.save(script, file)
    for place in (None, "musa:1", "cpu"):
        file.seek(0)
        loaded = torch.jit.load(file, map_location=place)
        close(loaded(x.to(place or "musa")).cpu(), network(x).cpu())


def _rows(count):
    return torch.linspace(-1, 1, 4 * count, device="musa").view(count, 4)


def test_fake_tensors_have_the_device():
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode() as mode:
        x = torch.randn(2, 3, 8, 8, device="musa")
        y = nn.Conv2d(3, 4, 3, device="musa")(x)
        assert y.device == torch.device("musa:0") and y.shape == (2, 4, 6, 6)
        assert torch.ones(3, device="musa:1").add(1).device == torch.device("musa:1")
        assert mode.from_tensor(torch.ones(3, device="musa")).device.type == "musa"


@pytest.mark.parametrize("format", [torch.contiguous_format, torch.channels_last])
def test_fake_convolution_has_the_layout_of_the_real_one(format):
    from torch._subclasses.fake_tensor import FakeTensorMode

    x = torch.randn(2, 3, 8, 8, device="musa").to(memory_format=format)
    for layer in (nn.Conv2d(3, 4, 3), nn.ConvTranspose2d(3, 4, 2, 2)):
        layer = layer.to("musa").to(memory_format=format)
        with FakeTensorMode(allow_non_fake_inputs=True) as mode:
            fake = layer(mode.from_tensor(x))
        assert fake.stride() == layer(x).stride()


def test_custom_operator_with_a_fake():
    with torch.library._scoped_library("musasim_test_compile", "FRAGMENT"):

        @torch.library.custom_op(
            "musasim_test_compile::twice", mutates_args=(), device_types="musa"
        )
        def twice(x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @twice.register_fake
        def _(x):
            return torch.empty_like(x)

        x = torch.ones(4, device="musa")
        compiled = torch.compile(lambda x: twice(x) + 1, backend="aot_eager", fullgraph=True)
        close(compiled(x), x * 2 + 1)


def test_tracing_leaves_the_random_state_alone():
    x = torch.zeros(3, device="musa")
    torch.manual_seed(3)
    result = torch.compile(lambda x: x + torch.rand(3, device="musa"), backend="aot_eager")(x)
    torch.manual_seed(3)
    close(result, torch.rand(3, device="musa"))
