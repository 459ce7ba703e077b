"""pytorch-ignite: engines with AMP and metrics, checkpoints, idist by name "nccl"."""

import sys

import ignite.distributed as idist
import pytest
import torch
from ignite.contrib.handlers import ProgressBar
from ignite.engine import Events, create_supervised_evaluator, create_supervised_trainer
from ignite.handlers import Checkpoint, DiskSaver, EarlyStopping
from ignite.metrics import Accuracy, GpuInfo, Loss, RunningAverage
from torch import nn

PACKAGES = ("pytorch-ignite",)


def make_loader():
    features = torch.randn(128, 8, generator=torch.Generator().manual_seed(1))
    data = torch.utils.data.TensorDataset(features, features[:, :3].argmax(1))
    return torch.utils.data.DataLoader(data, batch_size=32)


def train(folder, device, **options):
    torch.manual_seed(0)
    net = idist.auto_model(nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 3)))
    optimizer = idist.auto_optim(torch.optim.AdamW(net.parameters(), lr=0.02))
    criterion = nn.CrossEntropyLoss().to(device)
    trainer = create_supervised_trainer(net, optimizer, criterion, device=device, **options)
    RunningAverage(output_transform=lambda x: x).attach(trainer, "loss")
    metrics = {"accuracy": Accuracy(device=device), "loss": Loss(criterion, device=device)}
    evaluator = create_supervised_evaluator(net, metrics=metrics, device=device)
    saver = Checkpoint(
        {"net": net, "optimizer": optimizer}, DiskSaver(folder, require_empty=False), n_saved=1
    )
    trainer.add_event_handler(Events.EPOCH_COMPLETED, saver)
    evaluator.add_event_handler(
        Events.COMPLETED, EarlyStopping(5, lambda e: e.state.metrics["accuracy"], trainer)
    )
    trainer.add_event_handler(Events.EPOCH_COMPLETED, lambda: evaluator.run(make_loader()))
    trainer.run(make_loader(), max_epochs=6)
    return evaluator.state.metrics, saver.last_checkpoint


def test_training_with_amp(tmp_path):
    metrics, _ = train(tmp_path, "cuda", amp_mode="amp", scaler=True)
    assert metrics["accuracy"] > 0.8


def test_a_checkpoint_on_another_device(tmp_path):
    metrics, path = train(tmp_path, torch.device("cuda:0"))
    assert metrics["accuracy"] > 0.8
    state = torch.load(
        tmp_path / path.name if hasattr(path, "name") else tmp_path / path, map_location="cuda:1"
    )
    assert {value.device for value in state["net"].values()} == {torch.device("cuda:1")}


def test_the_device_of_idist():
    assert idist.device().type == "cuda" and idist.backend() is None
    assert ProgressBar is not None and GpuInfo is not None


def test_two_processes(tmp_path, torchrun):
    assert float(torchrun(__file__, tmp_path).split()[-1]) > 0.8


@pytest.mark.compiles
def test_a_compiled_network():
    """Without idist, which makes a DataParallel of it: torch.compile leaves that as it is."""
    losses = []
    for compiled in (True, False):
        torch.manual_seed(0)
        net = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 3)).cuda()
        optimizer = torch.optim.AdamW(net.parameters(), lr=0.02)
        net = torch.compile(net) if compiled else net
        trainer = create_supervised_trainer(net, optimizer, nn.CrossEntropyLoss(), device="cuda")
        losses.append(trainer.run(make_loader(), max_epochs=2).output)
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)


def main(_, folder):
    assert idist.backend() == "nccl" and idist.device() == torch.device(
        "cuda", idist.get_local_rank()
    )
    metrics, _ = train(folder, idist.device())
    assert idist.all_reduce(1) == 2
    if idist.get_rank() == 0:
        print(metrics["accuracy"])


if __name__ == "__main__":
    with idist.Parallel(backend="nccl") as parallel:
        parallel.run(main, sys.argv[1])
