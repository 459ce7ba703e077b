"""ultralytics: a YOLO from its YAML trained on drawn squares with device=0, validated, predicted, exported."""

import json

import numpy
import pytest
import torch
from PIL import Image
from ultralytics import YOLO
from ultralytics.utils import ops
from ultralytics.utils.metrics import bbox_iou
from ultralytics.utils.torch_utils import select_device

PACKAGES = ("ultralytics", "torchvision")


@pytest.fixture
def data(tmp_path):
    """Eight images with a bright square each, in YOLO's format."""
    generator = numpy.random.default_rng(0)
    for part in ("train", "val"):
        for kind in ("images", "labels"):
            (tmp_path / kind / part).mkdir(parents=True)
        for n in range(8):
            pixels = generator.integers(0, 40, (64, 64, 3), dtype=numpy.uint8)
            x, y = generator.integers(0, 40, 2)
            pixels[y : y + 20, x : x + 20] = 220
            Image.fromarray(pixels).save(tmp_path / "images" / part / f"{n}.png")
            box = ((x + 10) / 64, (y + 10) / 64, 20 / 64, 20 / 64)
            label = " ".join(["0", *map(str, box)])
            (tmp_path / "labels" / part / f"{n}.txt").write_text(label)
    about = dict(path=str(tmp_path), train="images/train", val="images/val", names={0: "square"})
    (tmp_path / "data.yaml").write_text(json.dumps(about))
    return tmp_path / "data.yaml"


@pytest.mark.parametrize("device", ["", 0, "0", "cuda", "cuda:1"])
def test_select_device(device):
    assert select_device(device, verbose=True).type == "cuda"


@pytest.mark.parametrize("device", [0, "cuda:0"])
def test_training(data, tmp_path, device):
    torch.manual_seed(0)
    options = dict(
        data=str(data), imgsz=64, batch=4, device=device, project=str(tmp_path), plots=False
    )
    model = YOLO("yolov8n.yaml")
    model.train(epochs=1, workers=0, amp=False, val=True, exist_ok=True, verbose=False, **options)
    assert model.trainer.device.type == "cuda" and (tmp_path / "train/weights/last.pt").exists()

    loaded = YOLO(tmp_path / "train/weights/last.pt")
    metrics = loaded.val(verbose=False, workers=0, half=True, **options)
    assert 0 <= metrics.box.map <= 1
    results = loaded.predict(
        numpy.zeros((64, 64, 3), numpy.uint8), device=device, verbose=False, imgsz=64
    )
    assert results[0].boxes.data.is_cuda


def test_non_maximum_suppression_and_boxes():
    from ultralytics.utils.nms import non_max_suppression

    guesses = (
        torch.rand(1, 6, 50, device="cuda")
        * torch.tensor([60, 60, 20, 20, 1, 1.0], device="cuda")[:, None]
    )
    found = non_max_suppression(guesses, conf_thres=0.3)
    wanted = non_max_suppression(guesses.cpu(), conf_thres=0.3)
    assert found[0].is_cuda
    torch.testing.assert_close(found[0].cpu(), wanted[0])
    assert ops.xywh2xyxy(torch.rand(3, 4, device="cuda")).is_cuda


@pytest.mark.compiles
def test_compiled_boxes():
    boxes = torch.rand(2, 20, 4, device="cuda") * 50 + 1

    def overlap(first, second):
        return bbox_iou(first, second, xywh=True, CIoU=True), ops.xywh2xyxy(first)

    given, wanted = torch.compile(overlap)(*boxes), overlap(*boxes)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-5)
