"""pytorch-lightning with torchmetrics in the module: training, testing, two processes by ddp."""

import pytest
import pytorch_lightning as pl
import torch
from torch import nn
from torchmetrics.classification import MulticlassAccuracy

PACKAGES = ("pytorch-lightning", "torchmetrics")


def make_loader():
    generator = torch.Generator().manual_seed(1)
    features = torch.randn(128, 8, generator=generator)
    data = torch.utils.data.TensorDataset(features, features[:, :3].argmax(1))
    return torch.utils.data.DataLoader(data, batch_size=32, num_workers=1, persistent_workers=True)


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 3))
        self.accuracy = MulticlassAccuracy(3)

    def training_step(self, batch, index):
        return nn.functional.cross_entropy(self.net(batch[0]), batch[1])

    def test_step(self, batch, index):
        assert batch[0].is_cuda
        self.accuracy(self.net(batch[0]), batch[1])
        self.log("accuracy", self.accuracy, on_epoch=True)

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=0.02)


def run(wrap=lambda net: net, **options):
    pl.seed_everything(3)
    quiet = dict(enable_progress_bar=False, enable_model_summary=False, logger=False)
    trainer = pl.Trainer(
        accelerator="cuda", max_epochs=8, enable_checkpointing=False, **quiet, **options
    )
    net = Classifier()
    net.net = wrap(net.net)
    trainer.fit(net, make_loader())
    return trainer.test(net, make_loader(), verbose=False)[0]["accuracy"]


@pytest.mark.parametrize("precision", ["32", "16-mixed", "bf16-mixed"])
def test_it_learns(precision):
    assert run(devices=1, precision=precision, benchmark=True) > 0.9


def test_two_devices(launch):
    assert float(launch(__file__).split()[-1]) > 0.9


@pytest.mark.compiles
def test_a_compiled_network():
    losses = [run(devices=1, wrap=each) for each in (torch.compile, lambda net: net)]
    assert losses[0] == pytest.approx(losses[1], abs=0.02)


if __name__ == "__main__":
    accuracy = run(devices=2, strategy="ddp", sync_batchnorm=True)
    if torch.distributed.get_rank() == 0:
        print(accuracy)
