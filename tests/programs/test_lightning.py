"""lightning: Fabric and Trainer on "cuda" and "gpu", 16-mixed and bf16, checkpoints, DDP and FSDP."""

import json
import sys

import lightning as L
import pytest
import torch
from lightning.fabric import Fabric
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint, StochasticWeightAveraging
from torch import nn

PACKAGES = ("lightning",)


class Data(L.LightningDataModule):
    def train_dataloader(self):
        features = torch.randn(64, 4, generator=torch.Generator().manual_seed(1))
        data = torch.utils.data.TensorDataset(features, features.sum(1, keepdim=True))
        return torch.utils.data.DataLoader(data, batch_size=16, pin_memory=True)

    val_dataloader = train_dataloader


class Net(L.LightningModule):
    def __init__(self, width=32):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 1))
        self.losses = []

    def training_step(self, batch, index):
        features, wanted = batch
        assert features.is_cuda and self.device.type == "cuda"
        loss = nn.functional.mse_loss(self.net(features).float(), wanted.float())
        self.log("loss", loss, sync_dist=True)
        self.losses.append(loss.item())
        return loss

    def validation_step(self, batch, index):
        loss = nn.functional.mse_loss(self.net(batch[0]).float(), batch[1].float())
        self.log("val_loss", loss, prog_bar=True, sync_dist=True)

    def predict_step(self, batch, index):
        return self.net(batch[0])

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), lr=0.01)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 10)]


def make_trainer(folder, **options):
    options = {"accelerator": "gpu", "devices": 1, "max_epochs": 8, **options}
    quiet = dict(enable_progress_bar=False, enable_model_summary=False, logger=False)
    return L.Trainer(default_root_dir=folder, **quiet, **options)


@pytest.mark.parametrize("accelerator", ["cuda", "gpu", "auto"])
def test_accelerator(tmp_path, accelerator):
    net = Net()
    make_trainer(tmp_path, accelerator=accelerator, devices=[1], max_epochs=1).fit(net, Data())
    assert next(net.parameters()).device.type == "cpu" and net.losses


@pytest.mark.parametrize("precision", ["32-true", "16-mixed", "bf16-mixed", "bf16-true", "64-true"])
def test_precision(tmp_path, precision):
    torch.manual_seed(0)
    net = Net()
    trainer = make_trainer(
        tmp_path, precision=precision, gradient_clip_val=1.0, limit_val_batches=0
    )
    trainer.fit(net, Data())
    assert net.losses[-1] < 0.6 * net.losses[0]


def test_callbacks_and_checkpoints(tmp_path):
    torch.manual_seed(0)
    kept = ModelCheckpoint(tmp_path, monitor="val_loss", save_last=True)
    callbacks = [kept, EarlyStopping("val_loss", patience=5)]
    options = dict(precision="16-mixed", accumulate_grad_batches=2, callbacks=callbacks)
    net = Net()
    trainer = make_trainer(tmp_path, max_epochs=3, **options)
    trainer.fit(net, Data())

    loaded = Net.load_from_checkpoint(kept.best_model_path)
    assert loaded.device.type == "cuda"
    for ours, theirs in zip(loaded.parameters(), net.parameters()):
        torch.testing.assert_close(ours.cpu(), theirs)
    again = Net()
    callbacks = [ModelCheckpoint(tmp_path), EarlyStopping("val_loss", patience=5)]
    trainer = make_trainer(tmp_path, max_epochs=5, **{**options, "callbacks": callbacks})
    trainer.fit(again, Data(), ckpt_path=str(tmp_path / "last.ckpt"))
    assert trainer.current_epoch == 5 and again.losses[-1] < net.losses[0]
    made = trainer.predict(again, Data().val_dataloader())
    assert len(made) == 4


def test_what_a_trainer_tells_of_the_device(tmp_path):
    from lightning.pytorch.callbacks import DeviceStatsMonitor
    from lightning.pytorch.loggers import CSVLogger

    logger = CSVLogger(tmp_path)
    callbacks = [DeviceStatsMonitor(), StochasticWeightAveraging(1e-2)]
    trainer = L.Trainer(
        accelerator="cuda",
        devices=1,
        max_epochs=2,
        logger=logger,
        log_every_n_steps=1,
        callbacks=callbacks,
        enable_progress_bar=False,
        default_root_dir=tmp_path,
        detect_anomaly=True,
        deterministic=True,
        benchmark=False,
    )
    trainer.fit(Net(), Data())
    assert trainer.strategy.root_device == torch.device("cuda:0")
    assert (
        "allocated_bytes.all.current"
        in (tmp_path / "lightning_logs/version_0/metrics.csv").read_text()
    )


@pytest.mark.parametrize("precision", ["32-true", "16-mixed", "bf16-mixed"])
def test_fabric(tmp_path, precision):
    fabric = Fabric(accelerator="cuda", devices=1, precision=precision)
    fabric.launch()
    losses = train_with(fabric)
    assert losses[-1] < 0.5 * losses[0]
    net, optimizer = fabric.setup(
        nn.Linear(2, 2), torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1)
    )
    fabric.save(tmp_path / "state.ckpt", {"net": net, "optimizer": optimizer, "step": 3})
    state = {"net": net, "optimizer": optimizer, "step": 0}
    fabric.load(tmp_path / "state.ckpt", state)
    assert state["step"] == 3 and fabric.device.type == "cuda"
    with fabric.init_module():
        assert nn.Linear(2, 2).weight.is_cuda


def train_with(fabric, wrap=lambda net: net):
    torch.manual_seed(0)
    net = wrap(Net().net)
    net, optimizer = fabric.setup(net, torch.optim.AdamW(net.parameters(), lr=0.01))
    loader = fabric.setup_dataloaders(Data().train_dataloader())
    losses = []
    for _ in range(8):
        for features, wanted in loader:
            loss = nn.functional.mse_loss(net(features), wanted)
            fabric.backward(loss)
            fabric.clip_gradients(net, optimizer, max_norm=1.0, error_if_nonfinite=False)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(fabric.all_reduce(loss.detach()).item())
    return losses


@pytest.mark.parametrize("what", ["trainer ddp", "trainer fsdp", "fabric ddp", "fabric fsdp"])
def test_two_devices(launch, tmp_path, what):
    told = json.loads(launch(__file__, *what.split()).strip().splitlines()[-1])
    assert told["world"] == 2 and told["device"] == "cuda:0"
    assert told["losses"][-1] < told["losses"][0] - 0.5


@pytest.mark.compiles
def test_a_network_that_fabric_compiles():
    losses = []
    for compiled in (True, False):
        fabric = Fabric(accelerator="cuda", devices=1)
        fabric.launch()
        losses.append(train_with(fabric, *([torch.compile] if compiled else [])))
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)


def main(what, strategy):
    if what == "fabric":
        fabric = Fabric(accelerator="cuda", devices=2, strategy=strategy)
        fabric.launch()
        losses, world, device = train_with(fabric), fabric.world_size, fabric.device
        rank = fabric.global_rank
    else:
        net = Net()
        trainer = make_trainer(".", devices=2, strategy=strategy, precision="16-mixed")
        trainer.fit(net, Data())
        losses, world, device = net.losses, trainer.world_size, trainer.strategy.root_device
        rank = trainer.global_rank
        trainer.save_checkpoint("last.ckpt")
    if rank == 0:
        print(json.dumps(dict(world=world, device=str(device), losses=losses)))


if __name__ == "__main__":
    main(*sys.argv[1:])
