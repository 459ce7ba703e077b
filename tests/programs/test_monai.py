"""monai: a 3D UNet, sliding windows, losses, metrics and transforms on the GPU, its trainer."""

import pytest
import torch
from monai.data import DataLoader, Dataset, ThreadDataLoader, decollate_batch
from monai.engines import SupervisedTrainer
from monai.inferers import SimpleInferer, sliding_window_inference
from monai.losses import DiceCELoss
from monai.metrics import DiceMetric, HausdorffDistanceMetric
from monai.networks.nets import SwinUNETR, UNet
from monai.transforms import (
    AsDiscrete,
    Compose,
    EnsureChannelFirstd,
    EnsureTyped,
    RandFlipd,
    RandGaussianNoised,
    ScaleIntensityd,
    Spacingd,
    ToDeviced,
)

PACKAGES = ("monai",)
DEVICE = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def make_net():
    torch.manual_seed(0)
    return UNet(3, 1, 2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1)


def make_items(count=4):
    image = torch.rand(count, 16, 16, 16)
    return [{"image": each, "label": (each > 0.5).float()} for each in image]


KEYS = ["image", "label"]
STEPS = [
    EnsureChannelFirstd(KEYS, channel_dim="no_channel"),
    EnsureTyped(KEYS, device=DEVICE, track_meta=True),
    ScaleIntensityd("image"),
    RandFlipd(KEYS, prob=0.5, spatial_axis=0),
    RandGaussianNoised("image", prob=0.5),
    ToDeviced(KEYS, device="cuda:0"),
]


def test_training():
    assert DEVICE.type == "cuda"
    loader = DataLoader(Dataset(make_items(), Compose(STEPS)), batch_size=2)
    net = make_net().to(DEVICE)
    loss_of = DiceCELoss(to_onehot_y=True, softmax=True)
    optimizer = torch.optim.Adam(net.parameters(), 5e-3)
    scaler = torch.amp.GradScaler("cuda")
    losses = []
    for _ in range(6):
        for batch in loader:
            assert batch["image"].is_cuda
            with torch.autocast("cuda"):
                loss = loss_of(net(batch["image"]), batch["label"])
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            losses.append(loss.item())
    assert losses[-1] < losses[0]


def test_sliding_windows_and_metrics():
    net, image = make_net().eval(), torch.rand(1, 1, 24, 24, 24)
    with torch.no_grad():
        wanted = sliding_window_inference(image, (16, 16, 16), 2, net)
        given = sliding_window_inference(
            image.cuda(), (16, 16, 16), 2, net.cuda(), device=torch.device("cpu")
        )
        on_gpu = sliding_window_inference(image.cuda(), (16, 16, 16), 2, net, mode="gaussian")
    assert on_gpu.is_cuda and not given.is_cuda
    torch.testing.assert_close(given, wanted, rtol=1e-3, atol=1e-4)
    found = [AsDiscrete(argmax=True, to_onehot=2)(each) for each in decollate_batch(on_gpu)]
    metric = DiceMetric(include_background=False)
    metric(found, found)
    assert metric.aggregate().item() == pytest.approx(1.0)
    HausdorffDistanceMetric()(torch.stack(found), torch.stack(found))


def test_resampling_and_threads():
    steps = Compose([*STEPS, Spacingd(KEYS, pixdim=(2, 2, 2))])
    loader = ThreadDataLoader(Dataset(make_items(), steps), batch_size=2, num_workers=0)
    for batch in loader:
        assert batch["image"].is_cuda and batch["image"].shape[-1] < 16


def test_its_trainer():
    net = make_net().to(DEVICE)
    trainer = SupervisedTrainer(
        device=DEVICE,
        max_epochs=1,
        train_data_loader=DataLoader(Dataset(make_items(), Compose(STEPS)), batch_size=2),
        network=net,
        optimizer=torch.optim.Adam(net.parameters(), 1e-3),
        loss_function=DiceCELoss(to_onehot_y=True, softmax=True),
        inferer=SimpleInferer(),
        amp=True,
    )
    trainer.run()
    assert trainer.state.iteration == 2


def test_a_transformer():
    net = SwinUNETR(in_channels=1, out_channels=2, feature_size=12, use_checkpoint=True).cuda()
    with torch.no_grad():
        assert net.eval()(torch.rand(1, 1, 64, 64, 64, device="cuda")).shape == (1, 2, 64, 64, 64)


@pytest.mark.compiles
def test_its_compiled_trainer():
    weights = []
    for compiled in (True, False):
        torch.manual_seed(0)
        net = UNet(3, 1, 2, channels=(4, 8), strides=(2,), num_res_units=1).to(DEVICE)
        items = [{"image": torch.rand(1, 8, 8, 8), "label": torch.ones(1, 8, 8, 8)}] * 2
        trainer = SupervisedTrainer(
            device=DEVICE,
            max_epochs=1,
            train_data_loader=DataLoader(Dataset(items), batch_size=2),
            network=net,
            optimizer=torch.optim.SGD(net.parameters(), 1e-2),
            loss_function=DiceCELoss(to_onehot_y=True, softmax=True),
            compile=compiled,
        )
        trainer.run()
        weights.append([each.detach() for each in net.parameters()])
    torch.testing.assert_close(*weights, rtol=1e-3, atol=1e-4)
