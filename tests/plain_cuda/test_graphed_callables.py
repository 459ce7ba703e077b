"""torch.cuda.make_graphed_callables: functions and modules as graphs inside autograd."""

import pytest
import torch
from torch import nn

# The warm-up's autograd nodes live on while the graphs are captured on another stream; PyTorch says so.
STREAMS = pytest.mark.filterwarnings("ignore:The AccumulateGrad node's stream does not match")
pytestmark = [pytest.mark.gpu, STREAMS]


def tensor(*shape, grad=False):
    return torch.randn(*shape, device="cuda", requires_grad=grad)


def twins(make):
    """Two modules with the same parameters."""
    first, second = make().cuda(), make().cuda()
    second.load_state_dict(first.state_dict())
    return first, second


def check_training(eager, graphed, steps=3):
    optimizers = [torch.optim.SGD(module.parameters(), lr=0.1) for module in (eager, graphed)]
    for _ in range(steps):
        x = tensor(4, 3)
        for module, optimizer in zip((eager, graphed), optimizers):
            optimizer.zero_grad()
            module(x).square().mean().backward()
            optimizer.step()
    for theirs, ours in zip(eager.parameters(), graphed.parameters()):
        torch.testing.assert_close(theirs, ours)


def test_a_module_trains():
    eager, module = twins(lambda: nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2)))
    graphed = torch.cuda.make_graphed_callables(module, (tensor(4, 3),))
    assert graphed is module
    check_training(eager, graphed)


def test_a_tuple_with_every_keyword():
    pairs = [twins(lambda: nn.Linear(3, 3)), twins(lambda: nn.Linear(3, 2))]
    graphed = torch.cuda.make_graphed_callables(
        tuple(module for _, module in pairs),
        ((tensor(4, 3),), (tensor(4, 3, grad=True),)),
        num_warmup_iters=2,
        allow_unused_input=True,
        pool=torch.cuda.graph_pool_handle(),
    )
    assert isinstance(graphed, tuple) and len(graphed) == 2
    eager = nn.Sequential(*(module for module, _ in pairs))
    check_training(eager, nn.Sequential(*graphed))


def test_a_function():
    def function(a, b):
        return {"sum": a + b, "product": a * b}

    graphed = torch.cuda.make_graphed_callables(
        function, (tensor(3, grad=True), tensor(3, grad=True))
    )
    a, b = tensor(3, grad=True), tensor(3, grad=True)
    out = graphed(a, b)
    torch.testing.assert_close(out["sum"], a + b)
    torch.testing.assert_close(out["product"], a * b)
    (out["sum"].sum() + out["product"].sum()).backward()
    torch.testing.assert_close(a.grad, 1 + b.detach())
    torch.testing.assert_close(b.grad, 1 + a.detach())


def test_the_graph_is_used_in_the_mode_that_was_captured():
    module = nn.Sequential(nn.Linear(3, 64), nn.Dropout(0.5)).cuda()
    graphed = torch.cuda.make_graphed_callables(module, (tensor(4, 3),))
    x = tensor(4, 3)
    first, second = graphed(x).detach().clone(), graphed(x).detach().clone()
    assert not first.equal(second) and (first == 0).any()
    graphed.eval()
    assert graphed(x).equal(graphed(x)) and not (graphed(x) == 0).any()


def test_without_gradients():
    module = nn.Linear(3, 2).cuda().requires_grad_(False)
    sample = tensor(4, 3)
    expected = module.forward
    x = tensor(4, 3)
    reference = expected(x).clone()
    graphed = torch.cuda.make_graphed_callables(module, (sample,))
    out = graphed(x)
    torch.testing.assert_close(out, reference)
    assert not out.requires_grad


def test_unused_inputs():
    def function(a, b):
        return a * 2

    samples = (tensor(3, grad=True), tensor(3, grad=True))
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        torch.cuda.make_graphed_callables(function, samples)
    torch.cuda.synchronize()
    torch.cuda.set_stream(torch.cuda.default_stream())
    graphed = torch.cuda.make_graphed_callables(function, samples, allow_unused_input=True)
    a, b = tensor(3, grad=True), tensor(3, grad=True)
    graphed(a, b).sum().backward()
    assert a.grad.tolist() == [2, 2, 2]
    assert b.grad is None


def test_with_autocast():
    module = nn.Linear(3, 2).cuda()
    sample = tensor(4, 3)
    with torch.autocast("cuda", cache_enabled=False):
        graphed = torch.cuda.make_graphed_callables(module, (sample,))
        out = graphed(tensor(4, 3))
    assert out.dtype == torch.float16
    with torch.autocast("cuda"):
        with pytest.raises(RuntimeError, match="does not support the autocast caching"):
            torch.cuda.make_graphed_callables(nn.Linear(3, 2).cuda(), (sample,))


def test_what_is_refused():
    module = nn.Linear(3, 2).cuda()
    module.register_forward_hook(lambda *arguments: None)
    with pytest.raises(AssertionError, match="Modules must not have hooks registered"):
        torch.cuda.make_graphed_callables(module, (tensor(4, 3),))
    module = nn.BatchNorm1d(3).cuda()
    module.running_mean.requires_grad_()
    with pytest.raises(AssertionError, match="only parameters may be trainable"):
        torch.cuda.make_graphed_callables(module, (tensor(4, 3),))
    with pytest.raises(AssertionError, match="must contain only Tensors"):
        torch.cuda.make_graphed_callables(lambda x: x, (3,))
