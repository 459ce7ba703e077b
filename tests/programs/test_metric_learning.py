"""pytorch-metric-learning: losses, miners and an accuracy calculator on CUDA embeddings, against the CPU."""

import pytest
import torch
from pytorch_metric_learning import distances, losses, miners, testers
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator

PACKAGES = ("pytorch-metric-learning",)
EMBEDDINGS, LABELS = torch.nn.functional.normalize(torch.randn(24, 8)), torch.arange(24) % 4


@pytest.mark.parametrize(
    "name", ["TripletMarginLoss", "ContrastiveLoss", "NTXentLoss", "MultiSimilarityLoss"]
)
def test_losses(name):
    loss_of = getattr(losses, name)(
        distance=distances.CosineSimilarity() if name == "NTXentLoss" else None
    )
    given = EMBEDDINGS.to("cuda").requires_grad_()
    loss = loss_of(given, LABELS.to("cuda"))
    loss.backward()
    assert loss.is_cuda and given.grad.is_cuda
    torch.testing.assert_close(loss.cpu(), loss_of(EMBEDDINGS, LABELS), rtol=1e-4, atol=1e-5)


def test_a_loss_with_weights():
    loss_of = losses.ArcFaceLoss(4, 8).to(torch.device("cuda"))
    loss_of(EMBEDDINGS.cuda(), LABELS.cuda()).backward()
    assert loss_of.W.grad.is_cuda


def test_miners_and_memory():
    pairs = miners.MultiSimilarityMiner()(EMBEDDINGS.cuda(), LABELS.cuda())
    assert all(each.is_cuda for each in pairs)
    memory = losses.CrossBatchMemory(losses.NTXentLoss(), 8, memory_size=64)
    for _ in range(3):
        assert memory(EMBEDDINGS.cuda(), LABELS.cuda()).is_cuda
    assert testers is not None and AccuracyCalculator is not None


@pytest.mark.compiles
def test_a_compiled_loss():
    given, labels = EMBEDDINGS.cuda().requires_grad_(), LABELS.cuda()
    loss_of = losses.ArcFaceLoss(4, 8).cuda()
    found = [each(given, labels) for each in (torch.compile(loss_of), loss_of)]
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(
        *(torch.autograd.grad(loss, (given, loss_of.W)) for loss in found), rtol=1e-3, atol=1e-3
    )
