"""TorchScript: scripted code sees of a device what eager code sees, also after a save and a load."""

import io

import pytest
import torch
from torch import Tensor, nn

pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit.*deprecated")


def is_cuda(x: Tensor) -> bool:
    return x.is_cuda


def is_cuda_or_not(x: Tensor) -> str:
    return "gpu" if x.is_cuda or x.numel() > 100 else "cpu"


def device_type(x: Tensor) -> str:
    return x.device.type


def on_gpu(x: Tensor) -> bool:
    return x.device.type == "cuda"


def device_text(x: Tensor) -> str:
    return str(x.device)


def texts(x: Tensor) -> str:
    return f"{x.device} {x.dim()}" + "{} {}".format(x.device, x.size(0)) + "%s" % x.device


def other_texts(x: Tensor) -> str:
    return "musa" + str(x.size(0)) + str([1, 2])


def device_is(x: Tensor) -> bool:
    return x.device == torch.device("cuda:0") or x.device == torch.device("cpu")


def device_index(x: Tensor) -> int:
    return x.get_device()


def moved(x: Tensor) -> Tensor:
    return (
        x.cuda()
        + x.to("cuda")
        + x.to(device=torch.device("cuda", 0))
        + torch.ones(2, device="cuda")
    )


def branch(x: Tensor) -> Tensor:
    if x.is_cuda and x.device.type == "cuda":
        return x + 1
    return x - 1


def calls_another(x: Tensor) -> Tensor:
    return branch(x) * 2


def current_device(x: Tensor) -> int:
    return torch.cuda.current_device()


def inside_of_a_device(x: Tensor) -> int:
    with torch.cuda.device(0):
        first = torch.cuda.current_device()
    with torch.cuda.device("cuda:0"):
        second = torch.cuda.current_device()
    with torch.cuda.device(torch.device("cuda")):
        return first + second + torch.cuda.current_device()


def synchronized(x: Tensor) -> Tensor:
    y = x + 1
    torch.cuda.synchronize()
    torch.cuda.synchronize(0)
    return y


def device_argument(x: Tensor) -> Tensor:
    return made_at(x.device)


def made_at(device: torch.device) -> Tensor:
    return torch.ones(2, device=device) if device.type == "cuda" else torch.zeros(2, device=device)


FUNCTIONS = [
    is_cuda,
    is_cuda_or_not,
    device_type,
    on_gpu,
    device_text,
    texts,
    other_texts,
    device_is,
    device_index,
    moved,
    branch,
    calls_another,
    current_device,
    inside_of_a_device,
    synchronized,
    device_argument,
]


def saved_and_loaded(script):
    buffer = io.BytesIO()
    torch.jit.save(script, buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_functions(function):
    script = torch.jit.script(function)
    for x in (torch.ones(2, device="cuda"), torch.ones(2)):
        expected = function(x)
        for _ in range(3):
            assert_same(script(x), expected)
        assert_same(saved_and_loaded(saved_and_loaded(script))(x), expected)


def assert_same(result, expected):
    if isinstance(expected, Tensor):
        torch.testing.assert_close(result, expected)
    else:
        assert result == expected


def test_printed_devices(capfd):
    @torch.jit.script
    def show(x: Tensor):
        print(x.device, "and", x.device.type)

    show(torch.ones(2, device="cuda"))
    assert capfd.readouterr().out == "cuda:0 and cuda\n"


class Network(nn.Module):
    """Asks in a method, in one that it exports, and in a module inside."""

    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x) + 1 if x.is_cuda else x

    @torch.jit.export
    def where(self, x: Tensor) -> str:
        """The kind of device."""
        return x.device.type


class Inner(nn.Module):
    """Asks too."""

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x) if x.device.type == "cuda" else x


def test_modules():
    x = torch.ones(2, device="cuda")
    network = Network().cuda()
    for script in (torch.jit.script(network), saved_and_loaded(torch.jit.script(network))):
        torch.testing.assert_close(script(x), network(x))
        assert script.where(x) == "cuda" and script.where(x.cpu()) == "cpu"


def test_modules_of_methods():
    class Old(torch.jit.ScriptModule):
        @torch.jit.script_method
        def forward(self, x):
            return x + 1 if x.is_cuda else x - 1

    assert Old()(torch.ones(2, device="cuda")).tolist() == [2, 2]


def test_classes():
    @torch.jit.script
    class Place:
        def __init__(self, x: Tensor):
            self.name = x.device.type

    @torch.jit.script
    def place(x: Tensor) -> str:
        return Place(x).name

    assert place(torch.ones(2, device="cuda")) == "cuda"


def test_traces():
    x = torch.ones(2, device="cuda")
    for function in (moved, branch, calls_another):
        trace = torch.jit.trace(function, (x,))
        torch.testing.assert_close(trace(x * 2), function(x * 2))
        torch.testing.assert_close(saved_and_loaded(trace)(x * 2), function(x * 2))


def test_a_trace_that_calls_a_script():
    script = torch.jit.script(branch)
    trace = torch.jit.trace(lambda x: script(x) * 2, (torch.ones(2, device="cuda"),))
    assert trace(torch.ones(2, device="cuda")).tolist() == [4, 4]
    assert trace(torch.ones(2)).tolist() == [0, 0]


def test_frozen_and_optimised():
    network = Network().cuda().eval()
    x = torch.ones(2, device="cuda")
    frozen = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.script(network)))
    torch.testing.assert_close(frozen(x), network(x))


def test_autocast_around_a_script():
    script = torch.jit.script(product)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        assert script(torch.eye(2, device="cuda")).dtype == torch.bfloat16
    assert script(torch.eye(2, device="cuda")).dtype == torch.float32


def product(x):
    return x @ x
