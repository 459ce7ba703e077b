"""segmentation-models-pytorch: Unet, FPN and DeepLabV3+ on the GPU, its losses and metrics."""

import pytest
import segmentation_models_pytorch as smp
import torch

PACKAGES = ("segmentation_models_pytorch",)


@pytest.mark.parametrize("name", ["Unet", "FPN", "DeepLabV3Plus"])
def test_training(name):
    torch.manual_seed(0)
    options = dict(encoder_name="resnet18", encoder_weights=None, classes=1)
    net = getattr(smp, name)(**options).to("cuda")
    images = torch.randn(2, 3, 64, 64, device="cuda")
    masks = (images[:, :1] > 0).float()
    loss_of = smp.losses.DiceLoss("binary", from_logits=True)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    losses = []
    for _ in range(4):
        with torch.autocast("cuda"):
            loss = loss_of(net(images), masks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    counts = smp.metrics.get_stats(
        net(images).sigmoid(), masks.long(), mode="binary", threshold=0.5
    )
    assert 0 <= smp.metrics.iou_score(*counts, reduction="micro").item() <= 1


@pytest.mark.parametrize("name", ["JaccardLoss", "FocalLoss", "LovaszLoss", "TverskyLoss"])
def test_losses_against_the_cpu(name):
    loss_of = getattr(smp.losses, name)("multiclass")
    scores, labels = torch.randn(2, 3, 8, 8), torch.randint(0, 3, (2, 8, 8))
    given = loss_of(scores.cuda(), labels.cuda())
    assert given.is_cuda
    torch.testing.assert_close(given.cpu(), loss_of(scores, labels))


def test_save_and_load(tmp_path):
    net = smp.Unet("resnet18", encoder_weights=None).cuda()
    net.save_pretrained(tmp_path)
    loaded = smp.from_pretrained(tmp_path).cuda()
    assert torch.equal(loaded.encoder.conv1.weight, net.encoder.conv1.weight)


@pytest.mark.compiles
def test_compiled():
    torch.manual_seed(0)
    net = smp.Unet("resnet18", encoder_weights=None).cuda().eval()
    images = torch.randn(2, 3, 32, 32, device="cuda")
    with torch.no_grad():
        torch.testing.assert_close(torch.compile(net)(images), net(images), rtol=1e-3, atol=1e-3)
