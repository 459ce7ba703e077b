"""Trains a small net on device musa: the script that run_genuine_torch_musa.py runs by default."""

import torch
import torch_musa
from torch import nn

STEPS = 60


def make_data(device):
    """512 points in the plane, and whether they lie inside the unit circle."""
    points = torch.rand(512, 2, device=device) * 2.8 - 1.4
    return points, (points.norm(dim=1) < 1).long()


def train(net, data, optimizer, autocast_dtype):
    """Losses of all steps, with a gradient scaler and autocast."""
    scaler = torch_musa.amp.GradScaler()
    losses = []
    for _ in range(STEPS):
        points, inside = data
        with torch_musa.amp.autocast(dtype=autocast_dtype):
            loss = nn.functional.cross_entropy(net(points), inside)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    return losses


def main():
    print("torch", torch.__version__, torch.__file__)
    print("torch_musa", torch_musa.__version__, torch_musa.__file__)
    print("native module", torch_musa._MUSAC.__file__)
    print("MUSA", torch.version.musa, "device", torch_musa.get_device_name())
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 2)).musa()
    data = make_data("musa")
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.02)
    losses = train(net, data, optimizer, torch.float16)
    torch_musa.synchronize()
    right = (net(data[0]).argmax(1) == data[1]).float().mean().item()
    print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}, right {right:.1%}")
    print("most memory", torch_musa.max_memory_allocated(), "bytes")
    assert losses[-1] < 0.5 * losses[0], "the loss did not halve"
    assert all(parameter.is_musa for parameter in net.parameters())


if __name__ == "__main__":
    main()
