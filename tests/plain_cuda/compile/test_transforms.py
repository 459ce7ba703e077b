"""Export, FX, fake tensors, functorch, checkpoints, attention: traced on the GPU."""

import io

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils.checkpoint import checkpoint

pytestmark = pytest.mark.filterwarnings("ignore")
close = torch.testing.assert_close


class Network(nn.Module):
    """Takes another branch on the CPU."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        if x.is_cuda and x.device.type == "cuda":
            return self.linear(x).relu() + torch.ones(4, device="cuda")
        return x


@pytest.fixture
def network():
    torch._dynamo.reset()
    return Network().cuda()


@pytest.fixture
def x():
    return torch.randn(2, 4, device="cuda")


@pytest.mark.parametrize("strict", [True, False])
def test_export(network, x, strict):
    program = torch.export.export(network, (x,), strict=strict)
    assert "linear" in program.graph_module.code
    assert "device(type='cuda'" in program.graph_module.code
    close(program.module()(x), network(x))
    lowered = program.run_decompositions()
    close(lowered.module()(x), network(x))


def test_an_export_is_saved_and_loaded(network, x):
    shapes = ({0: torch.export.Dim("rows")},)
    program = torch.export.export(network, (x,), dynamic_shapes=shapes)
    file = io.BytesIO()
    torch.export.save(program, file)
    file.seek(0)
    again = torch.export.load(file)
    for rows in (2, 7):
        y = torch.randn(rows, 4, device="cuda")
        close(again.module()(y), network(y))
    assert all(value.is_cuda for value in again.state_dict.values())


def test_an_export_moves_to_the_gpu():
    program = torch.export.export(nn.Linear(4, 4), (torch.ones(2, 4),))
    from torch.export import passes

    moved = passes.move_to_device_pass(program, "cuda")
    assert moved.module()(torch.ones(2, 4, device="cuda")).is_cuda


def test_symbolic_trace(network, x):
    class Straight(nn.Module):
        def forward(self, x):
            return x.cuda() + torch.ones(4, device="cuda") + x.to("cuda")

    traced = torch.fx.symbolic_trace(Straight())
    assert "cuda" in traced.code
    close(traced(x.cpu()), Straight()(x.cpu()))


@pytest.mark.parametrize("mode", ["real", "fake", "symbolic"])
def test_make_fx(x, mode):
    def function(y):
        return (y * 2).relu() + torch.ones(4, device="cuda") if y.is_cuda else y

    traced = make_fx(function, tracing_mode=mode)(x)
    close(traced(x), function(x))


def test_fake_tensors():
    with FakeTensorMode() as mode:
        a = torch.randn(2, 4, device="cuda")
        b = a.cpu().cuda() + torch.ones(4, device="cuda:0")
        assert a.is_cuda and b.device == torch.device("cuda:0") and b.device.type == "cuda"
        assert str(b.device) == "cuda:0" and "cuda:0" in repr(b)
        with pytest.raises(RuntimeError):
            a + torch.ones(2, 4)
        assert mode.from_tensor(torch.ones(2)).device.type == "cpu"
        with torch.autocast("cuda", dtype=torch.bfloat16):
            assert (a @ a.T).dtype == torch.bfloat16


def test_transforms_of_functions(x):
    def function(y):
        return (y**2).sum() if y.is_cuda and y.device.type == "cuda" else y.sum()

    def both(y):
        return (
            torch.vmap(function)(y),
            torch.func.grad(function)(y),
            torch.func.jvp(function, (y,), (y,)),
            torch.func.jacrev(lambda z: z * 2 if z.is_cuda else z)(y[0]),
            torch.func.hessian(function)(y[0]),
        )

    expected = both(x)
    close(expected[0], (x**2).sum(1))
    close(torch.func.functionalize(lambda z: z.clone().add_(1) if z.is_cuda else z)(x), x + 1)
    torch._dynamo.reset()
    close(torch.compile(both, backend="aot_eager", fullgraph=True)(x), expected)


@pytest.mark.parametrize("use_reentrant", [True, False])
@pytest.mark.parametrize("compiled", [True, False])
def test_checkpoints_keep_random_numbers_and_autocast(use_reentrant, compiled):
    torch._dynamo.reset()
    seen = []

    def part(y):
        z = y @ y
        if not torch.compiler.is_compiling():
            seen.append((z.dtype, torch.is_autocast_enabled("cuda")))
        return nn.functional.dropout(z.float(), 0.5, True) * y

    def whole(y):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return checkpoint(part, y, use_reentrant=use_reentrant)

    function = torch.compile(whole, backend="aot_eager") if compiled else whole
    y = torch.eye(8, device="cuda", requires_grad=True)
    torch.manual_seed(5)
    result = function(y)
    after = torch.rand(1, device="cuda")
    result.sum().backward()
    gradient, y.grad = y.grad, None
    # What was dropped has no gradient: the second pass drew the same numbers.
    assert torch.equal(gradient.diagonal() == 0, result.diagonal() == 0)
    assert set(seen) <= {(torch.bfloat16, True)}
    if not compiled:
        torch.manual_seed(5)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            close(result, part(y))
        assert torch.rand(1, device="cuda") == after


def test_conditions_and_loops(x):
    torch._dynamo.reset()

    def function(y):
        one = torch.cond(y.sum() > 0, lambda z: z.sin(), lambda z: z.cos(), (y,))
        count = torch.zeros((), dtype=torch.int64, device="cuda")
        _, two = torch._higher_order_ops.while_loop(
            lambda i, z: i < 3, lambda i, z: (i + 1, z * 2), (count, y)
        )
        return one, two

    expected = (x.sin() if x.sum() > 0 else x.cos()), x * 8
    close(torch.compile(function, backend="aot_eager", fullgraph=True)(x), expected)


@pytest.mark.parametrize("backend", [None, "aot_eager"])
def test_flex_attention(backend):
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    torch._dynamo.reset()
    q, k, v = torch.randn(3, 1, 2, 128, 16, device="cuda").unbind()
    mask = create_block_mask(lambda b, h, i, j: i >= j, 1, 1, 128, 128, device="cuda")
    attention = torch.compile(flex_attention, backend=backend) if backend else flex_attention
    result = attention(q, k, v, block_mask=mask)
    expected = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    close(result, expected, rtol=1e-3, atol=1e-3)


def test_a_graph_of_a_compiled_function(x):
    torch._dynamo.reset()
    compiled = torch.compile(lambda y: y.sin() + 1 if y.is_cuda else y, backend="aot_eager")
    compiled(x)
    static = x.clone()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        compiled(static)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        output = compiled(static)
    for _ in range(2):
        static.copy_(torch.randn_like(x))
        graph.replay()
        close(output, static.sin() + 1)


def test_custom_operators_take_the_gpus_kernel():
    with torch.library._scoped_library("plain_cuda_transforms", "FRAGMENT"):

        @torch.library.custom_op("plain_cuda_transforms::kind", mutates_args=(), device_types="cpu")
        def kind(x: torch.Tensor) -> torch.Tensor:
            return x + 1

        @kind.register_kernel("cuda")
        def _(x):
            assert x.is_cuda
            return x + 2

        @kind.register_fake
        def _(x):
            return torch.empty_like(x)

        compiled = torch.compile(lambda x: kind(x) * 2, backend="aot_eager", fullgraph=True)
        assert compiled(torch.zeros(2, device="cuda")).tolist() == [4, 4]
        assert compiled(torch.zeros(2)).tolist() == [2, 2]
        traced = make_fx(lambda x: kind(x))(torch.zeros(2, device="cuda"))
        assert traced(torch.zeros(2, device="cuda")).tolist() == [2, 2]
