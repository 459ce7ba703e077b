"""warp-rnnt: the loss of transducers (RNN-T), scans within warps."""

import torch

from . import DEVICE, extension, integers, normal

COMPARED = (
    "costs and gradients of the plain, the gathered and the compact loss, with and without FastEmit, against a "
    "plain dynamic program with autograd in double precision"
)
TOLERANCE = 1e-4


def results():
    core = extension("warp_rnnt/_C")
    for frames, labels, size in ((50, 12, 30), (90, 40, 8)):
        scores = normal(1, 3, frames, labels + 1, size).log_softmax(-1)
        targets = integers(2, 1, size, 3, labels).int()
        counts = (torch.tensor([frames, frames - 7, 20]), torch.tensor([labels, 3, labels]))
        costs, gradients = _reference(scores, targets, *counts)
        arguments = [each.to(DEVICE) for each in (scores, targets, *(n.int() for n in counts))]
        for weight in (0.0, 0.01):
            made = core.rnnt_loss(*arguments, fastemit_lambda=weight)
            wanted = gradients.clone()
            wanted[..., 1:] *= 1 + weight
            yield f"{frames} costs {weight}", made[0], costs, TOLERANCE
            yield f"{frames} gradients {weight}", made[1], wanted, TOLERANCE
        yield from _gathered(core, frames, arguments, targets, costs, gradients)
        yield from _compact(core, frames, arguments, counts, costs, gradients)


def _gathered(core, frames, arguments, targets, costs, gradients):
    """The scores of the blank and of the next label alone."""
    where = torch.zeros(*gradients.shape[:3], 2, dtype=torch.long)
    where[:, :, :-1, 1] = targets.unsqueeze(1)
    scores = arguments[0].gather(3, where.to(DEVICE)).contiguous()
    made = core.rnnt_loss(scores, *arguments[1:], blank=-1)
    wanted = gradients.gather(3, where)
    wanted[:, :, -1, 1] = 0  # there is no next label
    yield f"{frames} gathered costs", made[0], costs, TOLERANCE
    yield f"{frames} gathered gradients", made[1], wanted, TOLERANCE


def _compact(core, frames, arguments, counts, costs, gradients):
    """The samples one behind the other, without what fills them up."""
    scores, targets, frame_counts, label_counts = arguments
    cells = [(i, t, u) for i, (t, u) in enumerate(zip(*(each.tolist() for each in counts)))]
    packed = torch.cat([scores[i, :t, : u + 1].reshape(-1, scores.size(-1)) for i, t, u in cells])
    labels = torch.cat([targets[i, :u] for i, _, u in cells])
    made, kept, places = core.rnnt_loss_compact(packed, labels, frame_counts, label_counts)
    yield f"{frames} compact costs", made, costs, TOLERANCE
    ends = torch.cumsum(frame_counts * (label_counts + 1), 0, dtype=torch.int32)
    found = core.rnnt_loss_compact_backward(
        torch.ones_like(made), kept, ends, places, scores.size(-1)
    )
    wanted = [gradients[i, :t, : u + 1].reshape(-1, scores.size(-1)) for i, t, u in cells]
    yield f"{frames} compact gradients", found, torch.cat(wanted), TOLERANCE


def _reference(scores, targets, frame_counts, label_counts):
    """Costs, and their gradients by the scores, in single precision."""
    scores = scores.double().requires_grad_()
    costs = torch.stack(
        [
            _cost(scores[i], targets[i].tolist(), int(frame_counts[i]), int(label_counts[i]))
            for i in range(len(scores))
        ]
    )
    costs.sum().backward()
    return costs.detach().float(), scores.grad.float()


def _cost(scores, labels, frames, count):
    """The negative logarithm of the sum over all paths, by a table of prefixes."""
    table = {(0, 0): scores.new_zeros(())}
    for t in range(frames):
        for u in range(count + 1):
            ways = []
            if t:
                ways.append(table[t - 1, u] + scores[t - 1, u, 0])
            if u:
                ways.append(table[t, u - 1] + scores[t, u - 1, labels[u - 1]])
            if ways:
                table[t, u] = torch.logsumexp(torch.stack(ways), 0) if len(ways) > 1 else ways[0]
    return -(table[frames - 1, count] + scores[frames - 1, count, 0])
