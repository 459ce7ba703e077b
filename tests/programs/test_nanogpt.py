"""A GPT trained as nanoGPT's train.py does: autocast, GradScaler, pinned batches, checkpoints, DDP."""

import contextlib
import math
import os
import sys

import numpy
import pytest
import torch
from torch import nn
from torch.distributed import destroy_process_group, init_process_group
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

PACKAGES = ("torch",)
BLOCK, VOCABULARY, WIDTH, HEADS, LAYERS = 32, 48, 32, 4, 2


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.proj = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(
            nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH)
        )

    def forward(self, x):
        shape = *x.shape[:2], HEADS, WIDTH // HEADS
        q, k, v = (each.view(shape).transpose(1, 2) for each in self.qkv(self.ln_1(x)).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(y.transpose(1, 2).flatten(2))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(BLOCK, WIDTH)
        self.blocks = nn.Sequential(*(Block() for _ in range(LAYERS)))
        self.ln_f, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, VOCABULARY, bias=False)
        self.head.weight = self.wte.weight

    def forward(self, idx, targets=None):
        x = self.wte(idx) + self.wpe(torch.arange(idx.size(1), device=idx.device))
        logits = self.head(self.ln_f(self.blocks(x)))
        loss = None if targets is None else F.cross_entropy(logits.flatten(0, 1), targets.flatten())
        return logits, loss

    def configure_optimizers(self, device_type):
        decayed = [p for p in self.parameters() if p.dim() >= 2]
        others = [p for p in self.parameters() if p.dim() < 2]
        groups = [dict(params=decayed, weight_decay=0.1), dict(params=others, weight_decay=0.0)]
        return torch.optim.AdamW(groups, lr=3e-3, betas=(0.9, 0.95), fused=device_type == "cuda")

    @torch.no_grad()
    def generate(self, idx, count, top_k=5):
        for _ in range(count):
            logits = self(idx[:, -BLOCK:])[0][:, -1] / 0.8
            least = torch.topk(logits, top_k).values[:, [-1]]
            logits[logits < least] = -float("inf")
            idx = torch.cat((idx, torch.multinomial(F.softmax(logits, -1), 1)), 1)
        return idx


def make_data(path):
    """Numbers that go up by one or two, as uint16 on disk."""
    steps = numpy.random.default_rng(0).integers(1, 3, 4000)
    (numpy.cumsum(steps) % VOCABULARY).astype(numpy.uint16).tofile(path)


def get_batch(path, device, batch_size=8):
    data = numpy.memmap(path, dtype=numpy.uint16, mode="r")
    ix = torch.randint(len(data) - BLOCK, (batch_size,))
    x = torch.stack([torch.from_numpy(data[i : i + BLOCK].astype(numpy.int64)) for i in ix])
    y = torch.stack([torch.from_numpy(data[i + 1 : i + 1 + BLOCK].astype(numpy.int64)) for i in ix])
    if "cuda" in device:
        return (each.pin_memory().to(device, non_blocking=True) for each in (x, y))
    return x.to(device), y.to(device)


def train(folder, dtype="bfloat16", steps=40, resume=False, compile=False, accumulation=2):
    """nanoGPT's train.py: the losses, and the model."""
    ddp = int(os.environ.get("RANK", -1)) != -1
    device, offset = "cuda", 0
    if ddp:
        init_process_group(backend="nccl")
        device = f"cuda:{os.environ['LOCAL_RANK']}"
        torch.cuda.set_device(device)
        offset = int(os.environ["RANK"])
        accumulation //= int(os.environ["WORLD_SIZE"])
    torch.manual_seed(1337 + offset)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    device_type = "cuda" if "cuda" in device else "cpu"
    ptdtype = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}[
        dtype
    ]
    cpu = device_type == "cpu"
    ctx = (
        contextlib.nullcontext()
        if cpu
        else torch.amp.autocast(device_type=device_type, dtype=ptdtype)
    )
    model = GPT().to(device)
    scaler = torch.cuda.amp.GradScaler(enabled=(dtype == "float16"))
    optimizer = model.configure_optimizers(device_type)
    first = 0
    if resume:
        checkpoint = torch.load(f"{folder}/ckpt.pt", map_location=device)
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        first = checkpoint["iter_num"]
    if compile:
        model = torch.compile(model)
    if ddp:
        model = DDP(model, device_ids=[int(os.environ["LOCAL_RANK"])])
    raw_model = model.module if ddp else model
    losses = []
    X, Y = get_batch(f"{folder}/train.bin", device)
    for iter_num in range(first, first + steps):
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * min(1, (iter_num + 1) / 5)
        for micro_step in range(accumulation):
            if ddp:
                model.require_backward_grad_sync = micro_step == accumulation - 1
            with ctx:
                _, loss = model(X, Y)
                loss = loss / accumulation
            X, Y = get_batch(f"{folder}/train.bin", device)
            scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
        losses.append(loss.item() * accumulation)
    if offset == 0:
        state = dict(model=raw_model.state_dict(), optimizer=optimizer.state_dict())
        torch.save(dict(state, iter_num=first + steps), f"{folder}/ckpt.pt")
    if ddp:
        destroy_process_group()
    return losses, raw_model


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
def test_it_learns(tmp_path, dtype):
    make_data(tmp_path / "train.bin")
    losses, model = train(tmp_path, dtype)

    assert losses[0] > 3 and losses[-1] < 0.7 * losses[0]
    assert all(p.is_cuda and p.dtype == torch.float32 for p in model.parameters())
    start = torch.zeros((1, 1), dtype=torch.long, device="cuda")
    assert model.generate(start, 40).shape == (1, 41)


def test_a_checkpoint_is_resumed(tmp_path):
    make_data(tmp_path / "train.bin")
    before, _ = train(tmp_path, steps=30)
    after, _ = train(tmp_path, steps=5, resume=True)

    assert max(after) < before[0] - 0.5
    checkpoint = torch.load(tmp_path / "ckpt.pt", map_location="cpu")
    assert checkpoint["iter_num"] == 35
    assert not any(value.is_cuda for value in checkpoint["model"].values())


@pytest.mark.compiles
def test_compiled(tmp_path):
    make_data(tmp_path / "train.bin")
    losses, _ = train(tmp_path, steps=3, compile=True)

    eager, _ = train(tmp_path, steps=3)
    assert math.isclose(losses[-1], eager[-1], rel_tol=0.05)


def test_two_processes(tmp_path, torchrun):
    make_data(tmp_path / "train.bin")
    first, last = map(float, torchrun(__file__, tmp_path).split()[-2:])

    assert last < first - 0.4


if __name__ == "__main__":
    losses, _ = train(sys.argv[1])
    if os.environ["RANK"] == "0":
        print(losses[0], losses[-1])
