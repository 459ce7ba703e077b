"""Two GPUs: tensors and pinned memory of the second one in other processes."""

import pytest
import torch
import torch.multiprocessing as mp
from torch.multiprocessing import reductions

pytestmark = pytest.mark.gpu

SECONDS = 120


def add_one(x):
    """A child that changes what it was given."""
    x.add_(1)
    torch.cuda.synchronize(x.device)


def describe(queue, x, y):
    """A child that says where things are."""
    queue.put((str(x.device), str(y.device), (x.cpu() + y.cpu()).tolist()))


def rank_on_its_device(rank, tensors):
    """What a rank of a training does."""
    torch.cuda.set_device(rank)
    tensors[rank].add_(rank + 1)
    assert torch.ones(1, device="cuda").device == tensors[rank].device
    torch.cuda.synchronize()


def run(target, *args):
    context = mp.get_context("spawn")
    process = context.Process(target=target, args=args)
    process.start()
    process.join(SECONDS)
    assert process.exitcode == 0


def test_a_child_shares_the_memory_of_the_second():
    x = torch.zeros(2, device="cuda:1")
    run(add_one, x)
    assert x.tolist() == [1, 1]


def test_a_child_sees_both():
    queue = mp.get_context("spawn").SimpleQueue()
    run(describe, queue, torch.ones(1, device="cuda:0"), torch.ones(1, device="cuda:1"))
    assert queue.get() == ("cuda:0", "cuda:1", [2])


def test_ranks():
    tensors = [torch.zeros(1, device=f"cuda:{index}") for index in range(2)]
    mp.spawn(rank_on_its_device, args=(tensors,), nprocs=2)
    assert [tensor.item() for tensor in tensors] == [1, 2]


def test_the_index_in_the_pickle():
    function, arguments = reductions.reduce_tensor(torch.ones(2, device="cuda:1"))
    assert function is reductions.rebuild_cuda_tensor and arguments[6] == 1
