"""Dynamo's interface of the device "cuda", and torch.compiler's helpers, as programs use them."""

import pytest
import torch
import torch._dynamo
from torch._dynamo.device_interface import (
    get_interface_for_device,
    get_registered_device_interfaces,
)

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def interface():
    return get_interface_for_device("cuda")


def test_the_interface_is_of_the_gpu(interface):
    assert interface is get_interface_for_device("cuda")
    assert ("cuda", interface) in list(get_registered_device_interfaces())
    assert interface.device_count() == torch.cuda.device_count()
    assert interface.current_device() == torch.cuda.current_device()
    interface.synchronize()
    interface.set_device(0)
    assert interface.exchange_device(0) == 0 and interface.maybe_exchange_device(-1) in (0, -1)
    with interface.device(0):
        assert interface.current_device() == 0


def test_its_streams(interface):
    stream = interface.Stream()
    with interface.stream(stream):
        assert interface.current_stream() == stream == torch.cuda.current_stream()
        assert interface.get_raw_stream(0) == stream.cuda_stream
    event = interface.Event()
    event.record()
    event.synchronize()
    assert event.query()


def test_its_properties(interface):
    properties = torch.cuda.get_device_properties(0)
    assert interface.get_device_properties(0).name == properties.name
    for device in (0, "cuda:0", torch.device("cuda:0"), torch.device("cuda"), None):
        assert interface.Worker.get_device_properties(device).name == properties.name
    major, minor = torch.cuda.get_device_capability()
    assert int(interface.get_compute_capability()) == major * 10 + minor
    assert interface.is_bf16_supported() == torch.cuda.is_bf16_supported()


def test_wrong_devices(interface):
    with pytest.raises((AssertionError, RuntimeError)):
        interface.Worker.get_device_properties("cpu")


def test_helpers_of_the_compiler():
    def function(x):
        return x + 1 if torch.compiler.is_compiling() else x - 1

    x = torch.zeros(2, device="cuda")
    assert torch.compile(function, backend="eager")(x).tolist() == [1, 1]
    assert function(x).tolist() == [-1, -1]
    with torch.compiler.set_stance("force_eager"):
        assert torch.compile(function, backend="eager")(x).tolist() == [-1, -1]
    assert {"inductor", "cudagraphs"} <= set(torch.compiler.list_backends())
    torch.compiler.reset()


def test_functions_allowed_in_the_graph():
    @torch.compiler.allow_in_graph
    def seen(x):
        return x * 2 if x.is_cuda else x * 3

    graphs = []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph.forward

    x = torch.ones(2, device="cuda")
    compiled = torch.compile(lambda x: seen(x) + 1, backend=backend, fullgraph=True)
    assert compiled(x).tolist() == [3, 3] and len(graphs) == 1


def test_what_a_backend_is_given():
    seen = []

    def backend(graph, inputs):
        seen.extend((t.is_cuda, t.device.type, str(t.device)) for t in inputs)
        seen.append("cuda" in graph.code or "device" not in graph.code)
        return graph.forward

    x = torch.ones(2, device="cuda")
    torch.compile(lambda x: x + torch.ones(2, device="cuda"), backend=backend)(x)
    assert seen == [(True, "cuda", "cuda:0"), True]


def test_explain_counts_the_graphs():
    def function(x):
        y = x + 1
        torch._dynamo.graph_break()
        return y * 2 if y.is_cuda else y

    explained = torch._dynamo.explain(function)(torch.ones(2, device="cuda"))
    assert explained.graph_count == 2 and explained.graph_break_count == 1


def test_a_default_device_is_traced():
    torch._dynamo.reset()
    compiled = torch.compile(lambda: torch.ones(2).is_cuda, backend="eager")
    assert not compiled()
    torch.set_default_device("cuda")
    assert compiled()
    torch.set_default_device(None)
    assert not compiled()


def test_random_numbers_follow_the_seed():
    def function(x):
        return x + torch.rand(2, device="cuda")

    x = torch.zeros(2, device="cuda")
    torch.cuda.manual_seed(3)
    expected = function(x), function(x)
    torch.cuda.manual_seed(3)
    compiled = torch.compile(function, backend="aot_eager", fullgraph=True)
    torch.testing.assert_close((compiled(x), compiled(x)), expected)


def test_streams_are_those_of_the_program():
    torch._dynamo.reset()
    side = torch.cuda.Stream()
    seen = []

    @torch.compile(backend="eager")
    def function(x):
        with torch.cuda.stream(side):
            y = x * 2
            seen.append(torch.cuda.current_stream() == side)
        side.synchronize()
        return y

    assert function(torch.ones(2, device="cuda")).tolist() == [2, 2]
    assert seen == [True] and torch.cuda.current_stream() == torch.cuda.default_stream()


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_training_a_network(backend):
    torch._dynamo.reset()
    torch.manual_seed(0)
    network = torch.nn.Sequential(
        torch.nn.Linear(4, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1)
    ).cuda()
    x = torch.randn(3, 4, device="cuda")

    def loss(x):
        assert x.is_cuda
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return network(x).float().square().mean()

    compiled = torch.compile(loss, backend=backend, fullgraph=True)
    weights = list(network.parameters())
    expected = torch.autograd.grad(loss(x), weights)
    torch.testing.assert_close(torch.autograd.grad(compiled(x), weights), expected)


def test_a_compiled_optimizer_on_the_gpu():
    networks = []
    for compile_it in (False, True):
        torch._dynamo.reset()
        torch.manual_seed(0)
        network = torch.nn.Linear(4, 1).cuda()
        optimizer = torch.optim.Adam(network.parameters(), 0.1)
        step = torch.compile(optimizer.step, backend="eager") if compile_it else optimizer.step
        for _ in range(3):
            optimizer.zero_grad()
            network(torch.ones(2, 4, device="cuda")).sum().backward()
            step()
        networks.append(network)
    torch.testing.assert_close(networks[1].weight, networks[0].weight)
