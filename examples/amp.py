"""Mixed precision: torch.cuda.amp's autocast and GradScaler, with clipped gradients and a checkpoint.

A small network learns the sign of a product, in float16 where that is safe:

    python examples/amp.py [--steps N] [--dtype float16|bfloat16] [--checkpoint FILE]
"""

import argparse

import torch
from torch import nn

try:
    import torchada  # noqa: F401  (on an NVIDIA machine it need not be installed)
except ModuleNotFoundError:
    pass


def parse_args(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--dtype", choices=("float16", "bfloat16"), default="float16")
    parser.add_argument("--checkpoint", help="write and read back the state of the training here")
    return parser.parse_args(arguments)


def batch(generator):
    """256 points of the plane, and on which side of the axes each lies."""
    points = torch.randn(256, 2, generator=generator)
    labels = (points.prod(dim=1) > 0).long()
    return points.cuda(), labels.cuda()


def step(model, optimizer, scaler, points, labels, dtype):
    """One training step; the loss."""
    with torch.autocast("cuda", dtype=dtype):
        scores = model(points)
        assert scores.dtype is dtype
        loss = nn.functional.cross_entropy(scores, labels)
    optimizer.zero_grad()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    return loss.item()


def save_and_load(path, **states):
    """The state of each object through a file, as when a training goes on later."""
    torch.save({name: each.state_dict() for name, each in states.items()}, path)
    saved = torch.load(path, map_location="cuda", weights_only=True)
    for name, each in states.items():
        each.load_state_dict(saved[name])


def main(arguments=None):
    """Train; returns the share of points that the network gets right, printed as well."""
    args = parse_args(arguments)
    dtype = getattr(torch, args.dtype)
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 2)).cuda()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    # bfloat16 has the range of float32: its gradients need no scale.
    scaler = torch.amp.GradScaler("cuda", enabled=dtype is torch.float16)
    for number in range(args.steps):
        loss = step(model, optimizer, scaler, *batch(generator), dtype)
        if args.checkpoint and number == args.steps // 2:
            save_and_load(args.checkpoint, model=model, optimizer=optimizer, scaler=scaler)
    points, labels = batch(generator)
    with torch.no_grad(), torch.autocast("cuda", dtype=dtype):
        right = (model(points).argmax(dim=1) == labels).float().mean().item()
    print(f"{torch.cuda.get_device_name()}: loss {loss:.3f}, accuracy {right:.3f}", end=", ")
    print(f"scale {scaler.get_scale():g}")
    return right


if __name__ == "__main__":
    main()
