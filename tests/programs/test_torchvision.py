"""torchvision: models, transforms v2 on GPU tensors, NMS (its C++ operators do not load without CUDA)."""

import pytest
import torch
import torchvision
from torchvision import tv_tensors
from torchvision.transforms import v2

PACKAGES = ("torchvision",)


def test_models():
    torch.manual_seed(0)
    net = torchvision.models.mobilenet_v3_small(num_classes=5, weights=None).eval()
    images = torch.randn(2, 3, 64, 64)
    with torch.no_grad():
        wanted, given = net(images), net.cuda()(images.cuda())
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)
    with torch.autocast("cuda"):
        assert net(images.cuda()).dtype == torch.float16


def test_transforms():
    image = torch.randint(0, 255, (3, 40, 40), dtype=torch.uint8, device="cuda")
    steps = [
        v2.RandomResizedCrop(32, antialias=True),
        v2.RandomHorizontalFlip(),
        v2.ColorJitter(0.2, 0.2),
        v2.GaussianBlur(3),
        v2.ToDtype(torch.float32, scale=True),
        v2.Normalize([0.5] * 3, [0.5] * 3),
    ]
    given = v2.Compose(steps)(image)
    assert given.is_cuda and given.shape == (3, 32, 32)
    box = tv_tensors.BoundingBoxes(
        [[1, 2, 8, 9]], format="XYXY", canvas_size=(40, 40), device="cuda"
    )
    moved = v2.functional.horizontal_flip(box)
    assert moved.is_cuda and moved.tolist() == [[32, 2, 39, 9]]


def test_boxes():
    boxes = torch.tensor([[0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30.0]], device="cuda")
    scores = torch.tensor([0.5, 0.9, 0.1], device="cuda")
    assert torchvision.ops.nms(boxes, scores, 0.5).tolist() == [1, 2]
    assert torchvision.ops.box_iou(boxes, boxes).is_cuda


def test_a_video_model_and_segmentation():
    net = torchvision.models.segmentation.lraspp_mobilenet_v3_large(
        weights=None, weights_backbone=None
    ).cuda()
    assert net.eval()(torch.randn(1, 3, 64, 64, device="cuda"))["out"].shape == (1, 21, 64, 64)
    grid = torchvision.utils.make_grid(torch.rand(4, 3, 8, 8, device="cuda"))
    assert grid.is_cuda


@pytest.mark.compiles
def test_compiled():
    torch.manual_seed(0)
    net = torchvision.models.mobilenet_v3_small(num_classes=5, weights=None).eval()
    images = torch.randn(2, 3, 64, 64)
    with torch.no_grad():
        wanted, given = net(images), torch.compile(net.cuda())(images.cuda())
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-3, atol=1e-4)
    steps = v2.Compose([v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5] * 3, [0.5] * 3)])
    image = torch.randint(0, 255, (3, 40, 40), dtype=torch.uint8, device="cuda")
    torch.testing.assert_close(torch.compile(steps)(image), steps(image))
