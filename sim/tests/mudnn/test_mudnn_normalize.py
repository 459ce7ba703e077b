"""libmudnn's normalisations and losses against ATen."""

import pytest
import torch
import torch.nn.functional as F
from mudnn_calls import REAL, enumerators, near, wide

NLL, KL = enumerators("NLLLoss::Mode"), enumerators("KLDivLoss::Mode")
ATEN, EPSILON = torch.ops.aten, 1e-3


def numbers(dtype, *shape):
    return (torch.rand(shape, dtype=torch.float64) * 2 - 1).to(dtype)


def channels(x, last):
    if not last:
        return (x, "NCHW" if x.dim() == 4 else "UNKNOWN")
    return (x.contiguous(memory_format=torch.channels_last), "NHWC")


@pytest.mark.parametrize("last", (False, True))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_batches_are_normalised_by_channel(mudnn, dtype, last):
    x, up = numbers(dtype, 4, 3, 5, 6), numbers(dtype, 4, 3, 5, 6)
    stat = wide(x).dtype
    weight, bias = numbers(stat, 3), numbers(stat, 3)
    running = [numbers(stat, 3), numbers(stat, 3).abs()]
    mean, inverse = torch.empty(3, dtype=stat), torch.empty(3, dtype=stat)
    out = channels(torch.empty_like(x), last)
    given = channels(x, last)
    mudnn("BatchNormPure", [out, given, *running, weight, bias], [], [EPSILON])
    near(out[0], F.batch_norm(wide(x), *running, weight, bias, False, 0, EPSILON))
    moved = [r.clone() for r in running]
    leaves = [t.clone().requires_grad_() for t in (wide(x), weight, bias)]
    wanted = F.batch_norm(leaves[0], *moved, *leaves[1:], True, 0.1, EPSILON)
    wanted.backward(wide(up))
    tensors = [out, given, *running, mean, inverse, weight, bias]
    mudnn("BatchNormComposite", tensors, [], [EPSILON, 0.1])
    near(out[0], wanted.detach(), terms=4 * 5 * 6)
    for got, value in zip(running, moved):
        near(got, value)
    grads = [torch.empty_like(t) for t in (weight, bias)]
    dx, spare = channels(torch.empty_like(x), last), [torch.empty(3), torch.empty(3)]
    tensors = [dx, *spare, *grads, given, channels(up, last), mean, inverse, weight]
    mudnn("BatchNormBwd", tensors, [1])
    near(dx[0], leaves[0].grad, terms=4 * 5 * 6)
    for grad, leaf in zip(grads, leaves[1:]):
        near(grad, leaf.grad, terms=4 * 5 * 6)


@pytest.mark.parametrize("affine", (True, False))
@pytest.mark.parametrize("axes", ((2,), (1, 2)), ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_rows_are_normalised(mudnn, dtype, axes, affine):
    x, up = numbers(dtype, 4, 6, 10), numbers(dtype, 4, 6, 10)
    shape, stat = x.shape[axes[0] :], wide(x).dtype
    rows = (*x.shape[: axes[0]], *[1] * len(axes))
    weight, bias = (numbers(dtype, *shape) if affine else None for _ in range(2))
    leaves = [None if t is None else wide(t).clone().requires_grad_() for t in (x, weight, bias)]
    wanted = F.layer_norm(leaves[0], shape, *leaves[1:], EPSILON)
    wanted.backward(wide(up))
    out, mean, inverse = torch.empty_like(x), *(torch.empty(rows, dtype=stat) for _ in range(2))
    mudnn("LayerNorm", [out, mean, inverse, x, weight, bias], axes, [EPSILON])
    near(out, wanted.detach())
    near(mean, wide(x).mean(axes, keepdim=True))
    grads = [None if t is None else torch.empty_like(t) for t in (x, weight, bias)]
    mudnn("LayerNormBwd", [*grads, up, x, mean, inverse, weight], axes)
    for grad, leaf in zip(grads, leaves):
        assert leaf is None or near(grad, leaf.grad, terms=24) is None


@pytest.mark.parametrize("affine", (True, False))
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_rows_are_normalised_by_their_squares(mudnn, dtype, affine):
    x, up = numbers(dtype, 5, 12), numbers(dtype, 5, 12)
    weight = numbers(dtype, 12) if affine else None
    leaves = [None if t is None else wide(t).clone().requires_grad_() for t in (x, weight)]
    wanted = F.rms_norm(leaves[0], (12,), leaves[1], EPSILON)
    wanted.backward(wide(up))
    out, inverse = torch.empty_like(x), torch.empty(5, dtype=wide(x).dtype)
    mudnn("RMSNorm", [out, inverse, x, weight], [1], [EPSILON])
    near(out, wanted.detach())
    grads = [None if t is None else torch.empty_like(t) for t in (x, weight)]
    mudnn("RMSNormBwd", [*grads, up, x, inverse, weight], [1])
    for grad, leaf in zip(grads, leaves):
        assert leaf is None or near(grad, leaf.grad, terms=12) is None


@pytest.mark.parametrize("weighted", (True, False))
@pytest.mark.parametrize("smoothing", (0.0, 0.2))
@pytest.mark.parametrize("reduction", NLL)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_losses_of_classes(mudnn, dtype, reduction, smoothing, weighted):
    x, target = numbers(dtype, 9, 5), torch.randint(0, 5, (9,))
    target[2] = -7
    weight = numbers(wide(x).dtype, 5).abs() if weighted else None
    options = dict(weight=weight, ignore_index=-7, reduction=reduction.lower())
    integers = [NLL[reduction], -7]
    leaf = wide(x).clone().requires_grad_()
    wanted = F.cross_entropy(leaf, target, label_smoothing=smoothing, **options)
    up = numbers(dtype, *wanted.shape)
    wanted.backward(wide(up))
    out, grad = torch.empty(wanted.shape, dtype=dtype), torch.empty_like(x)
    mudnn("CrossEntropyLoss", [out, x, target, weight], integers, [smoothing])
    near(out, wanted.detach())
    mudnn("CrossEntropyLossBwd", [grad, x, up, target, weight], integers, [smoothing])
    near(grad, leaf.grad)
    if smoothing:
        return
    leaf = wide(x).clone().requires_grad_()
    wanted = F.nll_loss(leaf, target, **options)
    wanted.backward(wide(up))
    total = torch.empty((), dtype=dtype)
    mudnn("NLLLoss", [out, total, x, target, weight], integers)
    near(out, wanted.detach())
    mudnn("NLLLossBwd", [grad, up, target, weight, total], integers)
    near(grad, leaf.grad)


@pytest.mark.parametrize("log_target", (False, True))
@pytest.mark.parametrize("reduction", KL)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_divergence_of_distributions(mudnn, dtype, reduction, log_target):
    x, target = numbers(dtype, 6, 7), numbers(dtype, 6, 7).abs()
    leaf = wide(x).clone().requires_grad_()
    wanted = ATEN.kl_div(leaf, wide(target), KL[reduction], log_target=log_target)
    up = numbers(dtype, *wanted.shape)
    wanted.backward(wide(up))
    out, grad = torch.empty(wanted.shape, dtype=dtype), torch.empty_like(x)
    mudnn("KLDivLoss", [out, x, target], [KL[reduction], log_target])
    near(out, wanted.detach())
    mudnn("KLDivLossBwd", [grad, up, x, target], [KL[reduction], log_target])
    near(grad, leaf.grad)


def test_odd_shapes_are_refused(mudnn):
    x, target = torch.rand(3, 4), torch.zeros(3, dtype=torch.int64)
    out = torch.empty(2)
    status = mudnn.status("CrossEntropyLoss", [out, x, target, None], [NLL["NONE"], -1], [0.0])
    assert status == "INVALID_PARAMETER"
    status = mudnn.status("LayerNorm", [x, None, None, x, None, None], [5], [EPSILON])
    assert status == "INVALID_PARAMETER"
    number = torch.rand(())
    status = mudnn.status("BatchNormPure", [number, number, x[0], None, None, None], [], [EPSILON])
    assert status == "INVALID_PARAMETER"
    status = mudnn.status("BatchNormPure", [x, x, x[0, :3], None, None, None], [], [EPSILON])
    assert status == "INVALID_PARAMETER"


def test_classes_may_be_none(mudnn):
    out, target = torch.empty(3), torch.full((3,), -1)
    mudnn(
        "CrossEntropyLoss", [out, torch.rand(3, 4)[:, :0], target, None], [NLL["NONE"], -1], [0.0]
    )
    assert (out == 0).all()


@pytest.mark.parametrize("shape", ((6, 6), (2, 6, 5), (2, 6, 3, 4), (2, 6, 2, 3, 2)), ids=str)
@pytest.mark.parametrize("dtype", REAL, ids=str)
def test_groups_of_channels_are_normalised(mudnn, dtype, shape):
    x, up = torch.randn(shape).to(dtype), torch.randn(shape).to(dtype)
    gamma, beta = torch.randn(6).to(dtype), torch.randn(6).to(dtype)
    given, weight, bias = (wide(t).clone().requires_grad_() for t in (x, gamma, beta))
    wanted = F.group_norm(given, 3, weight, bias, EPSILON)
    wanted.backward(wide(up))
    size = x[0, 0].numel()
    _, mean, inverse = torch.native_group_norm(wide(x), None, None, *shape[:2], size, 3, EPSILON)
    for axis, place in ((1, lambda t: t), (-1, lambda t: t.movedim(1, -1).contiguous())):
        means, inverses = torch.empty_like(mean), torch.empty_like(inverse)
        out, grad = torch.empty_like(place(x)), torch.empty_like(place(x))
        mudnn("GroupNorm", [out, means, inverses, place(x), gamma, beta], [axis, 3], [EPSILON])
        near(out, place(wanted.detach()), terms=16)
        near(means, mean)
        near(inverses, inverse, terms=16)
        grads = [grad, torch.empty_like(gamma), torch.empty_like(beta)]
        mudnn("GroupNormBwd", [*grads, place(up), place(x), means, inverses, gamma], [axis, 3])
        near(grad, place(given.grad), terms=64)
        near(grads[1], weight.grad, terms=64)
        near(grads[2], bias.grad, terms=64)
    mudnn("GroupNorm", [out, None, None, place(x), None, None], [axis, 3], [EPSILON])
    near(out, place(F.group_norm(wide(x), 3, eps=EPSILON)), terms=16)
    assert mudnn.status("GroupNorm", [out, None, None, place(x), None, None], [axis, 4]) == (
        "INVALID_PARAMETER"
    )


@pytest.mark.parametrize("zero_infinity", (False, True))
@pytest.mark.parametrize("dtype", (torch.float32, torch.float64), ids=str)
def test_losses_of_sequences_without_places(mudnn, dtype, zero_infinity):
    times, lengths = torch.tensor([12, 9, 4, 12]), torch.tensor([5, 0, 4, 3])
    logs = torch.randn(12, 4, 6).log_softmax(2).to(dtype)
    targets = torch.randint(1, 6, (4, 5))
    targets[2, :4] = 2  # repeated, so that four places are too few
    targets[0, 1] = targets[3, 2] = 0  # the blank, between and at the end
    up = torch.randn(4).to(dtype)
    parts = torch.cat([targets[n, :length] for n, length in enumerate(lengths)])
    for given in (targets, parts):
        settings = (given, times.tolist(), lengths.tolist(), 0)
        loss, alpha = torch.ops.aten._ctc_loss(logs, *settings, zero_infinity)
        if zero_infinity:
            loss = loss.where(loss.isfinite(), 0)
        grad = torch.ops.aten._ctc_loss_backward(
            up,
            logs,
            *settings[:3],
            torch.ops.aten._ctc_loss(logs, *settings)[0],
            alpha,
            0,
            zero_infinity,
        )
        out, states = torch.empty(4, dtype=dtype), torch.empty_like(alpha)
        mudnn("CTCLoss", [out, states, logs, given, times, lengths], [0, zero_infinity, 5])
        near(out, loss, terms=144)
        for n, (time, length) in enumerate(zip(times, lengths)):
            near(states[n, :time, : 2 * length + 1], alpha[n, :time, : 2 * length + 1], terms=144)
        to = torch.empty_like(logs)
        tensors = [to, up, logs, given, times, lengths, out, states]
        mudnn("CTCLossBwd", tensors, [0, zero_infinity, 5])
        finite = grad.isfinite()
        near(to[finite], grad[finite], terms=144)
        assert finite.all() or not zero_infinity
