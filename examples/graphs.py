"""CUDA graphs: record a forward pass once and replay it; whole training steps by a graphed callable.

    python examples/graphs.py

`import torchada` is the only line that an NVIDIA user would not have, and it does nothing there.
"""

import copy

import torchada  # noqa: F401  isort: skip  (the one addition; before torch)

import torch
from torch import nn


def make_model():
    """Three layers on the GPU; dropout, to see that replays draw new numbers."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Dropout(0.1), nn.Linear(32, 4)).cuda()


def record(model, example):
    """(graph, its input, its output): what PyTorch's documentation does, warm-up included."""
    static_input = example.clone()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side), torch.no_grad():
        for _ in range(3):
            model(static_input)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), torch.no_grad():
        static_output = model(static_input)
    return graph, static_input, static_output


def infer(batches):
    """The largest difference between replays and eager calls."""
    model = make_model().eval()
    graph, static_input, static_output = record(model, batches[0])
    apart = 0.0
    for batch in batches:
        static_input.copy_(batch)
        graph.replay()
        apart = max(apart, (static_output - model(batch)).abs().max().item())
    return apart


def draws(batch):
    """How many of four replays with dropout differ from each other."""
    graph, _, static_output = record(make_model().train(), batch)
    seen = set()
    for _ in range(4):
        graph.replay()
        seen.add(tuple(static_output.flatten().tolist()))
    return len(seen)


def train(batches, targets, graphed):
    """The losses of training, by a callable that is recorded or not.

    Newer PyTorch warns of AccumulateGrad's stream here, on NVIDIA GPUs too: the recording made it.
    """
    model = make_model()
    model[2] = nn.Identity()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    forward = model
    if graphed:
        forward = torch.cuda.make_graphed_callables(copy.deepcopy(model), (batches[0],))
        optimizer = torch.optim.SGD(forward.parameters(), lr=0.1)
    losses = []
    for batch, target in zip(batches, targets):
        loss = nn.functional.mse_loss(forward(batch), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(1)
    batches = list(torch.randn(10, 8, 16, device="cuda"))
    targets = list(torch.randn(10, 8, 4, device="cuda"))
    eager, graphed = (train(batches, targets, graphed) for graphed in (False, True))
    print(f"device:                   {torch.cuda.get_device_name()}")
    print(f"inference, apart:         {infer(batches):.1e}")
    print(f"replays that differ:      {draws(batches[0])} of 4")
    print(f"training, losses apart:   {max(abs(a - b) for a, b in zip(eager, graphed)):.1e}")


if __name__ == "__main__":
    main()
