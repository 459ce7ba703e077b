"""Train a model that is sharded over several GPUs (FSDP2), save it and go on from the checkpoint.

    torchrun --nproc-per-node=2 examples/fsdp2.py
    torchrun --nproc-per-node=2 examples/fsdp2.py --bf16 --checkpoint somewhere

Parameters, gradients and the optimizer's state are split over all processes; the checkpoint can be
loaded by any number of them. The data is made up, so nothing is downloaded.
"""

import argparse
import os
import shutil
import tempfile

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard


class Block(nn.Module):
    """A residual block with a normalisation in front."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


class Network(nn.Module):
    """A stack of blocks."""

    def __init__(self, width=64, depth=4):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--bf16", action="store_true", help="parameters in bfloat16 for computing")
    parser.add_argument("--checkpoint", help="folder; without it, one that is removed at the end")
    return parser.parse_args()


def make_sharded(mesh, bf16):
    """The network, each block sharded by itself, and its optimizer."""
    torch.manual_seed(0)
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16) if bf16 else MixedPrecisionPolicy()
    network = Network().cuda()
    for block in network.blocks:
        fully_shard(block, mesh=mesh, mp_policy=policy)
    fully_shard(network, mesh=mesh, mp_policy=policy)
    return network, torch.optim.AdamW(network.parameters(), lr=1e-3)


def train(network, optimizer, steps, start=0):
    """The last loss, averaged over all processes."""
    loss = torch.zeros((), device="cuda")
    for step in range(start, start + steps):
        generator = torch.Generator().manual_seed(1000 * step + dist.get_rank())
        x = torch.randn(32, 64, generator=generator).cuda()
        loss = nn.functional.mse_loss(network(x).float(), x.sin().mean(dim=1, keepdim=True))
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
    loss = loss.detach()
    dist.all_reduce(loss, op=dist.ReduceOp.AVG)
    return loss.item()


def load(network, optimizer, folder):
    """Put what a checkpoint holds into a network and its optimizer."""
    of_network, of_optimizer = get_state_dict(network, optimizer)
    state = {"network": of_network, "optimizer": of_optimizer}
    dcp.load(state, checkpoint_id=folder)
    set_state_dict(
        network,
        optimizer,
        model_state_dict=state["network"],
        optim_state_dict=state["optimizer"],
    )


def run(args, mesh, folder):
    say = print if dist.get_rank() == 0 else (lambda *text: None)
    network, optimizer = make_sharded(mesh, args.bf16)
    weight = network.blocks[0].up.weight
    say(f"a weight: {tuple(weight.shape)}, of which here {tuple(weight.to_local().shape)}")
    say(f"loss after {args.steps} steps: {train(network, optimizer, args.steps):.5f}")
    of_network, of_optimizer = get_state_dict(network, optimizer)
    dcp.save({"network": of_network, "optimizer": of_optimizer}, checkpoint_id=folder)
    expected = train(network, optimizer, args.steps, args.steps)
    network, optimizer = make_sharded(mesh, args.bf16)
    load(network, optimizer, folder)
    found = train(network, optimizer, args.steps, args.steps)
    say(f"loss after {2 * args.steps} steps: {expected:.5f}, from the checkpoint: {found:.5f}")
    say(f"trained on: {dist.get_world_size()} x {torch.cuda.get_device_name()}")


def main():
    args = parse_args()
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    mesh = init_device_mesh("cuda", (int(os.environ["WORLD_SIZE"]),))
    folder = [args.checkpoint or (tempfile.mkdtemp() if dist.get_rank() == 0 else None)]
    dist.broadcast_object_list(folder, device=torch.device("cuda"))
    run(args, mesh, folder[0])
    dist.barrier()
    if dist.get_rank() == 0 and not args.checkpoint:
        shutil.rmtree(folder[0])
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
