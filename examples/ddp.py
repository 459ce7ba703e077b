"""Train on several GPUs with DistributedDataParallel: ordinary PyTorch code for CUDA and NCCL.

    torchrun --nproc-per-node=2 examples/ddp.py
    torchrun --nproc-per-node=gpu examples/ddp.py --amp      # all GPUs, in mixed precision

Each process has one GPU and its share of the data; gradients are averaged by NCCL. The data is
made up, so nothing is downloaded. Rank 0 prints the loss of each epoch.
"""

import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=64, help="of one process")
    parser.add_argument("--amp", action="store_true", help="float16 with a gradient scaler")
    parser.add_argument("--save", help="file for the trained weights")
    return parser.parse_args()


def make_data(samples=1024, features=16):
    """Points whose target is a fixed function of them."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(samples, features, generator=generator)
    return TensorDataset(x, x.sin().sum(dim=1, keepdim=True))


def train_epoch(model, loader, optimizer, scaler, amp):
    """The mean loss over all processes."""
    total = torch.zeros((), device="cuda")
    for x, y in loader:
        x, y = x.cuda(non_blocking=True), y.cuda(non_blocking=True)
        with torch.autocast("cuda", dtype=torch.float16, enabled=amp):
            loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss.detach()
    dist.all_reduce(total, op=dist.ReduceOp.AVG)
    return total.item() / len(loader)


def main():
    args = parse_args()
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    dist.init_process_group(backend="nccl")
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(16, 128), nn.GELU(), nn.Linear(128, 1)).cuda()
    model = DistributedDataParallel(network, device_ids=[local_rank])
    data = make_data()
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=args.batch, sampler=sampler, pin_memory=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    scaler = torch.amp.GradScaler("cuda", enabled=args.amp)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        loss = train_epoch(model, loader, optimizer, scaler, args.amp)
        if dist.get_rank() == 0:
            print(f"epoch {epoch}: loss {loss:.4f}", flush=True)
    if dist.get_rank() == 0:
        where = f"{dist.get_world_size()} x {torch.cuda.get_device_name()}, {dist.get_backend()}"
        print(f"trained on: {where}")
        if args.save:
            torch.save(network.state_dict(), args.save)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
