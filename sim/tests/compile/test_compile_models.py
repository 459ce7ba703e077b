"""torch.compile on networks and on what else programs do; minutes of compiling."""

import functools

import pytest
import torch
from compile_cases import QUIET, Block, assert_trains_alike, conv_net, mlp
from torch import nn
from torch.nn import functional as F

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("fresh_dynamo", "own_compile_cache"),
    *QUIET,
]
close = torch.testing.assert_close


def test_conv_net_trains_alike():
    assert_trains_alike(conv_net(), (4, 3, 16, 16), (4, 4))


def test_transformer_block_trains_alike():
    assert_trains_alike(Block(), (2, 8, 32), (2, 8, 32))


def test_autocast_trains_alike():
    assert_trains_alike(mlp(), (8, 16), (8, 4), rtol=2e-2, autocast=torch.bfloat16)


@pytest.mark.parametrize("mode", ["reduce-overhead", "max-autotune"])
def test_modes_train_alike(mode):
    assert_trains_alike(mlp(), (8, 16), (8, 4), mode=mode)


def test_inference_modes():
    network = Block().to("musa").eval()
    x = torch.randn(2, 8, 32, device="musa")
    for context in (torch.no_grad, torch.inference_mode):
        with context():
            close(torch.compile(network)(x), network(x), rtol=1e-4, atol=1e-4)


def _random_things(x):
    return (
        F.dropout(x, 0.5, True),
        torch.rand(1000, device="musa"),
        torch.randn_like(x),
        torch.randint(0, 10, (100,), device="musa"),
        torch.randperm(10, device="musa"),
    )


def test_random_numbers_follow_the_seed():
    compiled = torch.compile(_random_things)
    x = torch.ones(10000, device="musa")
    torch.manual_seed(1)
    first = compiled(x)
    torch.manual_seed(1)
    close(compiled(x), first)
    assert not torch.equal(compiled(x)[0], first[0])
    assert abs(first[0].mean().item() - 1) < 0.05 and abs(first[1].mean().item() - 0.5) < 0.05


def test_random_numbers_can_be_those_of_eager():
    import torch._inductor.config as config

    x = torch.ones(1000, device="musa")
    with config.patch(fallback_random=True):
        torch.manual_seed(1)
        result = torch.compile(_random_things)(x)
    torch.manual_seed(1)
    close(result, _random_things(x))


def test_embedding_and_loss():
    torch.manual_seed(0)
    table, head = nn.Embedding(20, 8).to("musa"), nn.Linear(8, 20).to("musa")
    x = torch.randint(0, 20, (4, 6), device="musa")

    def loss(x):
        return F.cross_entropy(head(table(x)).flatten(0, 1), x.flatten())

    weights = [table.weight, *head.parameters()]
    close(
        torch.autograd.grad(torch.compile(loss)(x), weights), torch.autograd.grad(loss(x), weights)
    )


def test_condition_on_the_device():
    @torch.compile
    def function(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin() + 1, lambda x: x.cos() - 1, (x,))

    x = torch.ones(3, device="musa")
    close(function(x), x.sin() + 1)
    close(function(-x), x.cos() - 1)


def test_compiled_optimizer_step():
    networks = [nn.Linear(4, 4).to("musa") for _ in range(2)]
    networks[1].load_state_dict(networks[0].state_dict())
    optimizers = [torch.optim.Adam(n.parameters(), 1e-2) for n in networks]
    steps = [torch.compile(optimizers[0].step), optimizers[1].step]
    for _ in range(3):
        for network, optimizer, step in zip(networks, optimizers, steps):
            optimizer.zero_grad()
            network(torch.ones(2, 4, device="musa")).sum().backward()
            step()
    close(networks[0].weight, networks[1].weight)


def test_types():
    for dtype in (torch.float16, torch.bfloat16, torch.int32, torch.bool, torch.float64):
        x = torch.ones(40, device="musa").to(dtype)
        close(torch.compile(lambda x: (x + x).sum() * 2)(x), (x + x).sum() * 2)


def test_operators_that_stay_operators():
    def function(x):
        return (
            torch.fft.rfft(x).abs(),
            x.sort().values,
            x.topk(2).indices,
            torch.linalg.norm(x),
            torch.einsum("ij,ij->i", x, x),
            x.nonzero(),
        )

    x = torch.randn(4, 8, device="musa")
    close(torch.compile(function)(x), function(x))


def test_checkpointing():
    from torch.utils.checkpoint import checkpoint

    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)).to("musa")
    x = torch.randn(2, 8, device="musa", requires_grad=True)

    def function(x):
        return checkpoint(network, x, use_reentrant=False).sum()

    close(
        torch.autograd.grad(torch.compile(function)(x), x)[0],
        torch.autograd.grad(function(x), x)[0],
    )


def test_channels_last_and_freezing():
    import torch._inductor.config as config

    network = conv_net()[:3].to("musa").to(memory_format=torch.channels_last).eval()
    x = torch.randn(1, 3, 8, 8, device="musa").to(memory_format=torch.channels_last)
    with torch.no_grad(), config.patch(freezing=True):
        result = torch.compile(network)(x)
    close(result, network(x), rtol=1e-4, atol=1e-4)
    assert result.stride() == network(x).stride()


def test_selective_checkpointing_repeats_random_numbers():
    from torch.utils.checkpoint import (
        CheckpointPolicy,
        checkpoint,
        create_selective_checkpoint_contexts,
    )

    def policy(context, operator, *args, **options):
        kept = operator is torch.ops.aten.mm.default
        return CheckpointPolicy.MUST_SAVE if kept else CheckpointPolicy.PREFER_RECOMPUTE

    network = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5), nn.Tanh(), nn.Linear(8, 8)).to("musa")
    x = torch.randn(2, 8, device="musa", requires_grad=True)
    step = 1e-3 * torch.randn_like(x)

    @torch.compile
    def function(x):
        contexts = functools.partial(create_selective_checkpoint_contexts, policy)
        return checkpoint(network, x, use_reentrant=False, context_fn=contexts).sum()

    def seeded(x):
        torch.manual_seed(1)
        return function(x)

    (gradient,) = torch.autograd.grad(seeded(x), x)
    change = (seeded(x + step) - seeded(x - step)) / 2
    close(change, (gradient * step).sum(), rtol=2e-2, atol=1e-5)
