"""What is measured: the commonest operators on 4x4 tensors, and a training step of a small transformer."""

import dataclasses

import torch
import torch.nn.functional as F

OPERATOR_LIMIT = 2.0
TRAINING_LIMIT = 1.3


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    limit: float
    on_cpu: object  # callables without arguments
    on_device: object


def _operators(device):
    """name -> callable."""
    torch.manual_seed(0)
    x, y = (torch.randn(4, 4).to(device) for _ in range(2))
    bias = torch.randn(4).to(device)
    index = torch.arange(4).to(device)
    image, kernel = torch.randn(1, 1, 4, 4).to(device), torch.randn(1, 1, 2, 2).to(device)
    return {
        "add": lambda: x + y,
        "add_": lambda: x.add_(0.0),
        "sub": lambda: x - y,
        "mul": lambda: x * y,
        "mul by a number": lambda: x * 2.0,
        "div": lambda: x / y,
        "matmul": lambda: x @ y,
        "addmm": lambda: torch.addmm(bias, x, y),
        "linear": lambda: F.linear(x, y, bias),
        "conv2d": lambda: F.conv2d(image, kernel),
        "relu": lambda: torch.relu(x),
        "gelu": lambda: F.gelu(x),
        "exp": lambda: x.exp(),
        "tanh": lambda: torch.tanh(x),
        "sum": lambda: x.sum(),
        "mean": lambda: x.mean(-1),
        "softmax": lambda: torch.softmax(x, -1),
        "layer_norm": lambda: F.layer_norm(x, (4,)),
        "argmax": lambda: x.argmax(-1),
        "gt": lambda: x > y,
        "where": lambda: torch.where(x > 0, x, y),
        "cat": lambda: torch.cat([x, y]),
        "view": lambda: x.view(16),
        "transpose, contiguous": lambda: x.t().contiguous(),
        "index": lambda: x[index],
        "embedding": lambda: F.embedding(index, x),
        "copy_": lambda: x.copy_(y),
        "clone": lambda: x.clone(),
        "to another dtype": lambda: x.to(torch.float64),
        "empty": lambda: torch.empty(4, 4, device=device),
        "zeros": lambda: torch.zeros(4, 4, device=device),
        "fill_": lambda: y.fill_(1.0),
        "zero_": lambda: y.zero_(),
        "_foreach_add_": lambda: torch._foreach_add_([x, y], 0.0),
        "item": lambda: bias[0].item(),
    }


def _training_step(device):
    """One step of AdamW on a transformer of two layers; batch 8, 32 positions, width 64."""
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(64, 4, 256, batch_first=True)
    model = torch.nn.Sequential(
        torch.nn.Embedding(100, 64),
        torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False),
        torch.nn.Linear(64, 100),
    ).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    tokens = torch.randint(0, 100, (8, 32)).to(device)
    targets = tokens.roll(1, 1).flatten()

    def step():
        optimizer.zero_grad()
        F.cross_entropy(model(tokens).flatten(0, 1), targets).backward()
        optimizer.step()

    return step


def make_rows(device):
    """Every row; the simulator has to be on."""
    on_cpu, on_device = _operators("cpu"), _operators(device)
    rows = [Row(name, OPERATOR_LIMIT, on_cpu[name], on_device[name]) for name in on_cpu]
    training = Row("training step", TRAINING_LIMIT, _training_step("cpu"), _training_step(device))
    return [*rows, training]
