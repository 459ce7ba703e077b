"""A small model, its data, and its training in one process: what the parallel trainings must equal."""

import torch
from torch import nn
from torch.distributed.fsdp import fully_shard

WIDTH, BATCH, STEPS = 8, 8, 3


class Block(nn.Module):
    """A residual block."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(WIDTH, 2 * WIDTH)
        self.second = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x):
        return x + self.second(torch.relu(self.first(x)))


class Model(nn.Module):
    """Two blocks and a head."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(), Block()])
        self.head = nn.Linear(WIDTH, 4)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def make(device="cuda"):
    """The same model at every call and rank."""
    torch.manual_seed(7)
    return Model().to(device)


def sharded(model=None, **options):
    """A model, by default the usual one, whose blocks and rest FSDP2 has sharded."""
    model = model or make()
    for block in model.blocks:
        fully_shard(block, **options)
    return fully_shard(model, **options)


def batch(step, device="cuda"):
    """The whole batch of a step: inputs and targets."""
    generator = torch.Generator().manual_seed(step)
    x = torch.randn(BATCH, WIDTH, generator=generator).to(device)
    y = torch.randn(BATCH, 4, generator=generator).to(device)
    return x, y


def part(step, rank, device="cuda"):
    """A rank's half of it."""
    rows = slice(rank * BATCH // 2, (rank + 1) * BATCH // 2)
    x, y = batch(step, device)
    return x[rows], y[rows]


def optimizer(model):
    """One with state."""
    return torch.optim.AdamW(model.parameters(), lr=0.01)


def train(model, data, steps=STEPS, start=0, optim=None):
    """The losses of some steps."""
    optim = optim or optimizer(model)
    losses = []
    for step in range(start, start + steps):
        x, y = data(step)
        loss = nn.functional.mse_loss(model(x).float(), y.float())
        loss.backward()
        optim.step()
        optim.zero_grad()
        losses.append(loss.item())
    return losses


def falls_in_mixed_precision(model, rank, dtype):
    """Train on one batch with autocast and a gradient scaler: the loss has to fall."""
    scaler = torch.amp.GradScaler("cuda")
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = part(0, rank)
    losses = []
    for _ in range(5):
        with torch.autocast("cuda", dtype=dtype):
            loss = nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optim)
        scaler.update()
        optim.zero_grad()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


def accumulated():
    """A single process's model with the gradients of two batches, and its optimizer."""
    model = make()
    for step in range(2):
        x, y = batch(step)
        nn.functional.mse_loss(model(x), y).backward()
    return model, torch.optim.SGD(model.parameters(), lr=0.1)


def alone(steps=STEPS):
    """The trained model of a single process, on this GPU."""
    model = make()
    train(model, batch, steps)
    return model


def same(found, expected, tolerance=1e-5):
    """Whether two state dicts, or models, hold the same numbers."""
    found, expected = (
        thing.state_dict() if isinstance(thing, nn.Module) else thing for thing in (found, expected)
    )
    assert list(found) == list(expected)
    for name, tensor in expected.items():
        torch.testing.assert_close(
            found[name].cpu(),
            tensor.cpu(),
            rtol=tolerance,
            atol=tolerance,
            msg=lambda t: f"{name}: {t}",
        )
