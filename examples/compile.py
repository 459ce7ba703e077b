"""Compile a training step and an inference function for a CUDA GPU with torch.compile.

    python examples/compile.py                       # the default backend, inductor
    python examples/compile.py --backend cudagraphs  # operators of eager mode, recorded in graphs
    python examples/compile.py --mode reduce-overhead

Prints how far compiled and eager results are apart, and how many graphs were compiled.
`import torchada` is the only line that an NVIDIA user would not have, and it does nothing there.
"""

import argparse
import copy

import torchada  # noqa: F401  isort: skip  (the one addition; before torch)

import torch
from torch import nn
from torch._dynamo.utils import counters


class Block(nn.Module):
    """A feed-forward part with a branch that only the GPU takes."""

    def __init__(self, width=16):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.feed = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
        )

    def forward(self, x):
        if not x.is_cuda:
            raise ValueError(f"this block runs on the GPU, not on {x.device}")
        return x + self.feed(self.norm(x))


def train(model, forward, data, target, steps):
    """Losses of training in mixed precision."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(steps):
        torch.compiler.cudagraph_mark_step_begin()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = nn.functional.mse_loss(forward(data).float(), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--backend", default="inductor")
    parser.add_argument("--mode", default=None, help="of inductor: reduce-overhead, max-autotune")
    parser.add_argument("--steps", type=int, default=8)
    args = parser.parse_args()
    options = {"backend": args.backend, **({"mode": args.mode} if args.mode else {})}

    torch.manual_seed(0)
    model = nn.Sequential(Block(), Block()).cuda()
    data, target = torch.randn(2, 32, 16, device="cuda").unbind()
    reference = copy.deepcopy(model)
    eager = train(reference, reference, data, target, args.steps)
    compiled = train(
        model, torch.compile(model, fullgraph=True, **options), data, target, args.steps
    )
    apart = max(abs(a - b) for a, b in zip(eager, compiled))

    print(f"device:       {torch.cuda.get_device_name()}")
    print(f"backend:      {args.backend}{' ' + args.mode if args.mode else ''}")
    print(f"graphs:       {counters['stats']['unique_graphs']}")
    print(f"graph breaks: {sum(counters['graph_break'].values())}")
    print(f"loss:         {compiled[0]:.4f} -> {compiled[-1]:.4f}")
    print(f"apart:        {apart:.1e}")


if __name__ == "__main__":
    main()
