"""timm: train and evaluate three architectures, features, AMP, channels_last, EMA, its optimizers and scaler."""

import pytest
import timm
import timm.data
import timm.optim
import timm.scheduler
import timm.utils
import torch
from torch import nn

PACKAGES = ("timm", "torchvision")
ARCHITECTURES = {
    "resnet18": dict(),
    "vit_tiny_patch16_224": dict(img_size=32, patch_size=8, depth=2),
    "convnext_atto": dict(depths=(1, 1, 1, 1), dims=(8, 16, 32, 64)),
}


def make(name, **options):
    torch.manual_seed(0)
    return timm.create_model(
        name, pretrained=False, num_classes=4, **ARCHITECTURES[name], **options
    )


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_the_gpu_gives_what_the_cpu_gives(name):
    net, images = make(name).eval(), torch.randn(2, 3, 32, 32)
    with torch.inference_mode():
        wanted, given = net(images), net.to("cuda")(images.to("cuda"))

    assert given.is_cuda
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_training_as_timm_does(name):
    device = torch.device("cuda")
    net = make(name, drop_path_rate=0.0).to(device, memory_format=torch.channels_last)
    optimizer = timm.optim.create_optimizer_v2(net, opt="adamw", lr=2e-3, weight_decay=0.01)
    scheduler, _ = timm.scheduler.create_scheduler_v2(optimizer, sched="cosine", num_epochs=4)
    average = timm.utils.ModelEmaV3(net, decay=0.9)
    scaler, criterion = timm.utils.NativeScaler(), nn.CrossEntropyLoss().cuda()
    meter = timm.utils.AverageMeter()
    labels = torch.arange(8, device=device) % 4
    images = torch.randn(8, 3, 32, 32, device=device) + labels[:, None, None, None]
    images = images.contiguous(memory_format=torch.channels_last)
    losses = []
    for epoch in range(8):
        with torch.autocast(device_type=device.type, dtype=torch.float16):
            loss = criterion(net(images), labels)
        optimizer.zero_grad()
        scaler(loss, optimizer, clip_grad=1.0, parameters=net.parameters())
        average.update(net)
        torch.cuda.synchronize()
        meter.update(loss.item(), images.size(0))
        losses.append(loss.item())
    scheduler.step(1)

    assert losses[-1] < losses[0]
    assert timm.utils.accuracy(net(images.float()), labels)[0].is_cuda
    assert next(average.module.parameters()).is_cuda


def test_features():
    net = timm.create_model("resnet18", features_only=True, out_indices=(1, 3)).cuda()
    shapes = [tuple(each.shape) for each in net(torch.randn(1, 3, 64, 64, device="cuda"))]
    assert shapes == [(1, 64, 16, 16), (1, 256, 4, 4)]


def test_a_checkpoint(tmp_path):
    net = make("resnet18").cuda()
    saver = timm.utils.CheckpointSaver(
        net,
        torch.optim.SGD(net.parameters(), lr=0.1),
        checkpoint_dir=str(tmp_path),
        recovery_dir=str(tmp_path),
    )
    saver.save_checkpoint(0, metric=1.0)
    other = timm.create_model(
        "resnet18", num_classes=4, checkpoint_path=str(tmp_path / "last.pth.tar")
    )
    for ours, theirs in zip(net.parameters(), other.parameters()):
        assert torch.equal(ours.cpu(), theirs)


def test_a_loader_with_prefetching_on_its_own_stream():
    images = torch.randint(0, 255, (16, 3, 32, 32), dtype=torch.uint8)

    class Set(torch.utils.data.Dataset):
        transform = None

        def __len__(self):
            return 16

        def __getitem__(self, index):
            return images[index].numpy(), index % 4

    loader = timm.data.create_loader(
        Set(),
        (3, 32, 32),
        batch_size=8,
        is_training=True,
        use_prefetcher=True,
        num_workers=0,
        persistent_workers=False,
        device=torch.device("cuda"),
    )
    loader.dataset.transform = None
    batches = list(loader)
    assert len(batches) == 2 and all(x.is_cuda and y.is_cuda for x, y in batches)
    assert batches[0][0].dtype == torch.float32


def test_mixup_and_distributed_helpers():
    mixup = timm.data.Mixup(mixup_alpha=0.8, num_classes=4)
    x, y = mixup(torch.randn(4, 3, 8, 8, device="cuda"), torch.arange(4, device="cuda"))
    assert x.is_cuda and y.is_cuda and y.shape == (4, 4)
    args = type("Arguments", (), dict(device="cuda"))()
    assert timm.utils.init_distributed_device(args).type == "cuda"


@pytest.mark.compiles
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_compiled(name):
    """As train.py --torchcompile does."""
    net = make(name).eval().to("cuda", memory_format=torch.channels_last)
    images = torch.randn(2, 3, 32, 32, device="cuda")
    given = torch.compile(net)(images)
    wanted = net(images)
    torch.testing.assert_close(given, wanted, rtol=1e-3, atol=1e-4)
    labels = torch.arange(2, device="cuda")
    found, expected = (
        torch.autograd.grad(nn.functional.cross_entropy(out, labels), list(net.parameters()))
        for out in (given, wanted)
    )
    for ours, theirs in zip(found, expected):
        torch.testing.assert_close(ours, theirs, rtol=1e-2, atol=1e-3)
