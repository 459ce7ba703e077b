"""torch_musa._ext: the functions of the second native module, against PyTorch's own."""

import pytest
import torch
from torch_musa import _ext


@pytest.mark.parametrize("name", ["fused_adam", "fused_adamw"])
@pytest.mark.parametrize("amsgrad", [False, True])
@pytest.mark.parametrize("rate", [0.1, torch.tensor(0.1)])
def test_a_step_of_adam(name, amsgrad, rate):
    values, grads = [torch.randn(5), torch.randn(2, 3)], [torch.randn(5), torch.randn(2, 3)]
    parameters = [torch.nn.Parameter(value.musa()) for value in values]
    zeros = [[torch.zeros_like(p) for p in parameters] for _ in range(3)]
    steps = [torch.zeros(()) for _ in parameters]
    rest = (0.9, 0.999, 0.01, 1e-8, amsgrad, False, None, None)
    with torch.no_grad():
        lists = (parameters, [grad.musa() for grad in grads], *zeros, steps)
        getattr(_ext, name)(*lists, rate.musa() if torch.is_tensor(rate) else rate, *rest)
    plain = torch.optim.Adam if name == "fused_adam" else torch.optim.AdamW
    wanted = [torch.nn.Parameter(value) for value in values]
    for parameter, grad in zip(wanted, grads):
        parameter.grad = grad
    plain(wanted, lr=0.1, weight_decay=0.01, amsgrad=amsgrad).step()
    assert steps == [1, 1]
    for parameter, other in zip(parameters, wanted):
        torch.testing.assert_close(parameter.detach().cpu(), other.detach())


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("ranks", [1, 3])
def test_a_cross_entropy_over_split_classes(reduction, ranks):
    logits = torch.randn(7, 12, device="musa", requires_grad=True)
    targets = torch.randint(12, (7,), device="musa")
    wanted = torch.nn.functional.cross_entropy(logits, targets, reduction=reduction)
    (gradient,) = torch.autograd.grad(wanted, logits)
    parts = [part.contiguous() for part in logits.detach().chunk(ranks, 1)]
    known = [_ext.online_softmax(part, targets, rank) for rank, part in enumerate(parts)]
    for rank, part in enumerate(parts):
        loss = _ext.cross_entropy_loss(part, targets, torch.cat(known, 1), rank, ranks, reduction)
        torch.testing.assert_close(loss, wanted.detach().reshape(1))
    torch.testing.assert_close(torch.cat(parts, 1), gradient)


def test_other_reductions_are_refused():
    logits, targets = torch.zeros(1, 2, device="musa"), torch.zeros(
        1, dtype=torch.long, device="musa"
    )
    known = _ext.online_softmax(logits, targets, 0)
    with pytest.raises(ValueError, match="'none'"):
        _ext.cross_entropy_loss(logits, targets, known, 0, 1, "none")


def test_the_norm_of_many_tensors_raises_the_flag():
    flag = torch.zeros(1, dtype=torch.int, device="musa")
    tensors = [torch.full((4,), 1.0, device="musa"), torch.full((9,), 2.0, device="musa")]
    total, each = _ext.multi_tensor_l2norm(1, flag, [tensors], True)
    assert total.item() == pytest.approx(40**0.5) and each.tolist() == [2.0, 6.0]
    assert flag.item() == 0
    tensors[0][1] = float("nan")
    _ext.multi_tensor_l2norm(1, flag, [tensors])
    assert flag.item() == 1


def test_the_norm_of_a_large_tensor():
    tensor = torch.rand(1 << 25, device="musa")
    total, _ = _ext.multi_tensor_l2norm(1, None, [[tensor]])
    assert total.item() == pytest.approx(tensor.double().norm().item(), rel=1e-6)
