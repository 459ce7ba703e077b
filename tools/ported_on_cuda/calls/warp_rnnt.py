"""warp-rnnt: the transducer's loss, plain, gathered and compact."""

import torch

from . import DEVICE, integers, normal


def results():
    import _C

    for frames, labels, size in ((50, 12, 30), (300, 45, 8)):
        scores = normal(1, 6, frames, labels + 1, size).log_softmax(-1)
        targets = integers(2, 1, size, 6, labels).int()
        frame_counts = torch.tensor([frames, frames - 7, 20, frames, 33, 1]).int().to(DEVICE)
        label_counts = torch.tensor([labels, 3, labels, 1, labels - 2, 2]).int().to(DEVICE)
        name = f"{frames} frames"
        counts = (frame_counts, label_counts)
        for weight in (0.0, 0.01):
            made = _C.rnnt_loss(scores, targets, *counts, fastemit_lambda=weight)
            yield f"{name} costs {weight}", made[0], True
            yield f"{name} gradients {weight}", made[1], True
        gathered = torch.stack([scores[..., 0], scores[..., 1]], -1).contiguous()
        made = _C.rnnt_loss(gathered, targets, *counts, blank=-1)
        yield f"{name} gathered costs", made[0], True
        yield f"{name} gathered gradients", made[1], True
        yield from _compact(_C, name, scores, targets, counts)


def _compact(module, name, scores, targets, counts):
    cells = list(zip(counts[0].tolist(), counts[1].tolist()))
    packed = [scores[i, :t, : u + 1].reshape(-1, scores.size(-1)) for i, (t, u) in enumerate(cells)]
    labels = torch.cat([targets[i, :u] for i, (_, u) in enumerate(cells)])
    costs, gradients, places = module.rnnt_loss_compact(torch.cat(packed), labels, *counts)
    yield f"{name} compact costs", costs, True
    yield f"{name} compact gradients", gradients, True
    ends = torch.cumsum(counts[0] * (counts[1] + 1), 0, dtype=torch.int32)
    whole = module.rnnt_loss_compact_backward(
        torch.ones_like(costs), gradients, ends, places, scores.size(-1)
    )
    yield f"{name} compact backward", whole, True
