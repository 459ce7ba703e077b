"""torchmetrics: classification, regression, image and text metrics with state on the GPU, against the CPU."""

import pytest
import torch
import torchmetrics
from torchmetrics import classification, image, regression, text

PACKAGES = ("torchmetrics",)
SCORES, LABELS = torch.rand(64, 5).softmax(1), torch.arange(64) % 5
A, B = torch.rand(2, 32, 1).unbind()
IMAGES = torch.rand(2, 2, 3, 64, 64).unbind()
METRICS = {
    "accuracy": (classification.MulticlassAccuracy, (5,), (SCORES, LABELS)),
    "f1": (classification.MulticlassF1Score, (5,), (SCORES, LABELS)),
    "auroc": (classification.MulticlassAUROC, (5,), (SCORES, LABELS)),
    "binned": (classification.MulticlassAveragePrecision, (5, "macro", 10), (SCORES, LABELS)),
    "confusion": (classification.MulticlassConfusionMatrix, (5,), (SCORES, LABELS)),
    "calibration": (classification.MulticlassCalibrationError, (5,), (SCORES, LABELS)),
    "mse": (regression.MeanSquaredError, (), (A, B)),
    "pearson": (regression.PearsonCorrCoef, (), (A[:, 0], B[:, 0])),
    "spearman": (regression.SpearmanCorrCoef, (), (A[:, 0], B[:, 0])),
    "psnr": (image.PeakSignalNoiseRatio, (1.0,), IMAGES),
    "ssim": (image.StructuralSimilarityIndexMeasure, (), IMAGES),
    "perplexity": (text.Perplexity, (), (SCORES.reshape(2, 32, 5), LABELS.reshape(2, 32))),
}


@pytest.mark.parametrize("name", METRICS)
def test_metric(name):
    kind, options, data = METRICS[name]
    wanted, given = kind(*options), kind(*options).to("cuda")
    for _ in range(2):
        wanted.update(*data)
        given.update(*(each.to("cuda") for each in data))
    assert given.device.type == "cuda" and given.compute().is_cuda
    torch.testing.assert_close(given.compute().cpu(), wanted.compute(), rtol=1e-4, atol=1e-5)
    given.reset()


def test_deterministic_counting():
    """The way around bincount that torchmetrics takes on CUDA."""
    torch.use_deterministic_algorithms(True)
    try:
        metric = classification.MulticlassConfusionMatrix(5).cuda()
        assert metric(SCORES.cuda(), LABELS.cuda()).sum() == 64
    finally:
        torch.use_deterministic_algorithms(False)


def test_a_collection_and_its_state():
    metrics = torchmetrics.MetricCollection(
        {"mean": torchmetrics.MeanMetric(), "accuracy": classification.MulticlassAccuracy(5)}
    ).to("cuda:1")
    metrics["mean"].update(torch.ones(2, device="cuda:1"))
    metrics["accuracy"].update(SCORES.to("cuda:1"), LABELS.to("cuda:1"))
    metrics.persistent(True)
    other = torchmetrics.MetricCollection(
        {"mean": torchmetrics.MeanMetric(), "accuracy": classification.MulticlassAccuracy(5)}
    ).cuda()
    other.load_state_dict(metrics.state_dict())
    assert {each.device.type for each in other.compute().values()} == {"cuda"}


@pytest.mark.compiles
@pytest.mark.parametrize("name", ["mse", "pearson", "psnr", "perplexity"])
def test_a_compiled_metric(name):
    kind, options, data = METRICS[name]
    metric, data = kind(*options).cuda(), [each.cuda() for each in data]
    given, wanted = torch.compile(kind(*options).cuda())(*data), metric(*data)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-5)
