"""Train a small CNN on handwritten digits: ordinary PyTorch code for a CUDA GPU.

    python examples/train_digits.py                 # mixed precision on the GPU
    python examples/train_digits.py --no-amp        # fp32 on the GPU
    python examples/train_digits.py --device cpu    # the fp32 reference

The data (1,797 real scans of 8x8 pixels) comes with scikit-learn, so nothing is downloaded.
`import torchada` is the only line that an NVIDIA user would not have, and it does nothing there.
"""

import argparse
import dataclasses
import json
import time
from pathlib import Path

import torchada  # noqa: F401  isort: skip  (the one addition; before torch)

import matplotlib
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.amp import GradScaler, autocast
from torch.utils.data import DataLoader, RandomSampler, TensorDataset
from tqdm import tqdm

matplotlib.use("Agg")  # draw to files: there may be no display
import matplotlib.pyplot as plt  # noqa: E402


class DigitsNet(nn.Module):
    """Two convolution blocks and a linear head; no dropout, so runs on two devices compare."""

    def __init__(self, classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(),
            nn.Conv2d(16, 32, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(),
            nn.MaxPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 4 * 4, 64), nn.ReLU())
        self.classify = nn.Linear(64, classes)

    def forward(self, images):
        return self.classify(self.head(self.features(images)))


class EpochClock:
    """Milliseconds of device time for an epoch: CUDA events on the GPU, the wall clock on the CPU."""

    def __init__(self, device):
        self.on_gpu = device.type == "cuda"

    def __enter__(self):
        if self.on_gpu:
            self.start = torch.cuda.Event(enable_timing=True)
            self.end = torch.cuda.Event(enable_timing=True)
            self.start.record()
        else:
            self.started_at = time.perf_counter()
        return self

    def __exit__(self, *exc_info):
        if self.on_gpu:
            self.end.record()
            torch.cuda.synchronize()
            self.milliseconds = self.start.elapsed_time(self.end)
        else:
            self.milliseconds = 1e3 * (time.perf_counter() - self.started_at)


@dataclasses.dataclass
class Result:
    """What a run leaves behind, for the summary and for tests."""

    device_name: str
    amp: bool
    model: nn.Module
    scaler: GradScaler
    losses: list
    epoch_ms: list
    memory_allocated: int
    accuracy: float = 0.0

    def as_json(self):
        return {
            "device": self.device_name,
            "amp": self.amp,
            "losses": self.losses,
            "epoch_ms": self.epoch_ms,
            "memory_allocated": self.memory_allocated,
            "accuracy": self.accuracy,
        }


def make_loaders(args, device):
    """Training and test loaders; the split and the order of batches depend on the seed alone."""
    digits = load_digits()
    images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    labels = torch.tensor(digits.target, dtype=torch.long)
    train, test = train_test_split(
        torch.arange(len(labels)).numpy(), test_size=0.2, random_state=0, stratify=digits.target
    )
    options = {
        "batch_size": args.batch_size,
        "num_workers": args.workers,
        "persistent_workers": args.workers > 0,
        "pin_memory": device.type == "cuda",
    }
    train_set = TensorDataset(images[train], labels[train])
    test_set = TensorDataset(images[test], labels[test])
    # A sampler of its own: the loader draws its workers' seeds from the generator it is given.
    order = RandomSampler(train_set, generator=torch.Generator().manual_seed(args.seed))
    return (
        DataLoader(train_set, sampler=order, drop_last=True, **options),
        DataLoader(test_set, **{**options, "num_workers": 0, "persistent_workers": False}),
    )


def to_device(loader, device):
    """Batches of `loader` on `device`; on the GPU the next one is copied on a stream of its own."""
    if device.type != "cuda":
        for images, labels in loader:
            yield images.to(device), labels.to(device)
        return
    copies = torch.cuda.Stream()
    waiting = None
    for images, labels in loader:
        with torch.cuda.stream(copies):
            batch = images.cuda(non_blocking=True), labels.cuda(non_blocking=True)
            copied = torch.cuda.Event()
            copied.record()
        if waiting is not None:
            yield arrived(*waiting)
        waiting = batch, copied
    if waiting is not None:
        yield arrived(*waiting)


def arrived(batch, copied):
    """Make the current stream wait for the copy, and tell the allocator who uses the memory."""
    compute = torch.cuda.current_stream()
    compute.wait_event(copied)
    for tensor in batch:
        tensor.record_stream(compute)
    return batch


def train(args, model, device, loader):
    """Train for `args.epochs`; the losses of all steps, the scaler, the time of each epoch."""
    amp = args.amp and device.type == "cuda"
    scaler = GradScaler("cuda", enabled=amp)
    optimizer = torch.optim.SGD(
        model.parameters(), lr=args.lr, momentum=0.9, nesterov=True, weight_decay=5e-4
    )
    steps = args.epochs * len(loader)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    criterion = nn.CrossEntropyLoss()
    losses, epoch_ms = [], []
    model.train()
    with tqdm(total=steps, unit="step", mininterval=0.5, disable=args.quiet) as bar:
        for epoch in range(args.epochs):
            with EpochClock(device) as clock:
                for images, labels in to_device(loader, device):
                    optimizer.zero_grad(set_to_none=True)
                    with autocast("cuda", enabled=amp):
                        loss = criterion(model(images), labels)
                    scaler.scale(loss).backward()
                    scaler.step(optimizer)
                    scaler.update()
                    schedule.step()
                    losses.append(loss.detach())  # stays on the device: no wait in the loop
                    bar.update()
            epoch_ms.append(clock.milliseconds)
            bar.set_postfix(epoch=epoch + 1, loss=f"{losses[-1].item():.4f}")
    return torch.stack(losses).cpu().tolist(), scaler, optimizer, epoch_ms


@torch.no_grad()
def evaluate(model, device, loader):
    """The share of test images that `model` labels rightly."""
    model.eval()
    right = torch.zeros((), dtype=torch.long, device=device)
    for images, labels in to_device(loader, device):
        right += (model(images).argmax(dim=1) == labels).sum()
    return right.item() / len(loader.dataset)


def check_checkpoint(path, model, scaler, optimizer, device):
    """Save everything, load it back, and return a second model made from the file."""
    saved = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scaler": scaler.state_dict(),
    }
    torch.save(saved, path)
    loaded = torch.load(path)
    for name, tensor in saved["model"].items():
        other = loaded["model"][name]
        if other.device != tensor.device or not torch.equal(other, tensor):
            raise RuntimeError(f"{path}: {name} was changed by saving and loading")
    if loaded["scaler"] != saved["scaler"]:
        raise RuntimeError(f"{path}: the scaler's state was changed by saving and loading")
    copy = DigitsNet().to(device)
    copy.load_state_dict(loaded["model"])
    optimizer.load_state_dict(loaded["optimizer"])
    return copy


def plot_losses(path, losses, title):
    """Draw the loss of every step, on a log scale, as a PNG."""
    figure, axes = plt.subplots(figsize=(7, 4))
    axes.plot(range(1, len(losses) + 1), losses, linewidth=1)
    axes.set(xlabel="step", ylabel="cross entropy", yscale="log", title=title)
    axes.grid(True, which="both", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)


def run(args):
    """Train, save, load back and test; everything that is written goes to `args.output`."""
    device = torch.device(args.device)
    on_gpu = device.type == "cuda"
    torch.manual_seed(args.seed)
    if on_gpu:
        torch.cuda.manual_seed_all(args.seed)
    name = torch.cuda.get_device_name(device) if on_gpu else "CPU"
    print(f"training on {name}")
    train_loader, test_loader = make_loaders(args, device)
    model = DigitsNet()  # made on the CPU, so that every device starts from the same weights
    if on_gpu:
        model = model.cuda()
    losses, scaler, optimizer, epoch_ms = train(args, model, device, train_loader)
    allocated = torch.cuda.memory_allocated(device) if on_gpu else 0
    amp = scaler.is_enabled()
    result = Result(name, amp, model, scaler, losses, epoch_ms, allocated)
    args.output.mkdir(parents=True, exist_ok=True)
    copy = check_checkpoint(args.output / "digits.pt", model, scaler, optimizer, device)
    result.accuracy = evaluate(copy, device, test_loader)
    if evaluate(model, device, test_loader) != result.accuracy:
        raise RuntimeError("the model read back from the checkpoint answers differently")
    precision = "fp16 autocast" if amp else "fp32"
    plot_losses(args.output / "loss.png", losses, f"digits on {name}, {precision}")
    return result


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--workers", type=int, default=1, help="DataLoader processes")
    parser.add_argument("--lr", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-amp", dest="amp", action="store_false", help="stay in fp32")
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent / "out")
    parser.add_argument("--loss-json", type=Path, help="also write the curve and figures here")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse_args(argv)
    result = run(args)
    if args.loss_json is not None:
        args.loss_json.write_text(json.dumps(result.as_json(), indent=1) + "\n")
    seconds = sum(result.epoch_ms) / 1e3
    print(f"steps:            {len(result.losses)} in {seconds:.1f} s")
    print(f"final loss:       {result.losses[-1]:.4f}")
    if result.amp:
        print(f"loss scale:       {result.scaler.get_scale():.0f}")
    print(f"memory allocated: {result.memory_allocated / 2**20:.1f} MiB")
    print(f"written:          {args.output / 'digits.pt'}, {args.output / 'loss.png'}")
    print(f"trained on:       {result.device_name}")
    print(f"test accuracy:    {result.accuracy:.4f}")


if __name__ == "__main__":
    main()
