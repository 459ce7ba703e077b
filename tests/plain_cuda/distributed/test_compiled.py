"""torch.compile of code that communicates: the branch of eager code, and its results."""

from functools import partial

import pytest
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as functional
from torch._dynamo.utils import counters
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Shard
from torch.nn.parallel import DistributedDataParallel as DDP

from .models import alone, make, part, same, train
from .ranks import cases_of, torch_from

pytestmark = pytest.mark.gpu


def whole(function, x):
    """What a function gives, compiled as one graph."""
    torch._dynamo.reset()
    counters.clear()
    result = torch.compile(function, backend="aot_eager")(x)
    assert not counters["graph_break"], dict(counters["graph_break"])
    return result.tolist()


def case_names(rank):
    x = torch.ones(2, device="cuda")
    mesh = init_device_mesh("cuda", (2,))

    def of_mesh(x):
        return x + (1 if mesh.device_type == "cuda" else 2)

    def of_availability(x):
        return x + (1 if dist.is_nccl_available() else 2)

    for function in (of_mesh, of_availability):
        assert whole(function, x) == [2, 2]


@torch_from(2, 13)
def case_backend(rank):
    def of_backend(x):
        return x + (1 if dist.get_backend() == "nccl" else 2)

    assert whole(of_backend, torch.ones(2, device="cuda")) == [2, 2]


def case_collectives(rank):
    x = torch.full((2,), rank + 1.0, device="cuda")

    def in_place(x):
        y = x * 2
        dist.all_reduce(y)
        return y + 1

    def gathered(x):
        y = torch.empty(4, device=x.device)
        dist.all_gather_into_tensor(y, x)
        return y * dist.get_world_size()

    assert whole(in_place, x) == [7, 7]
    assert whole(gathered, x) == [2, 2, 4, 4]
    assert whole(lambda x: functional.all_reduce(x, "sum", dist.group.WORLD) * 2, x) == [6, 6]


def case_distributed_tensors(rank):
    mesh = init_device_mesh("cuda", (2,))

    def double(x):
        return DTensor.from_local(x, mesh, [Shard(0)]).mul(2).sum().full_tensor()

    assert whole(double, torch.full((2,), rank + 1.0, device="cuda")) == 12


def case_ddp(rank):
    model = DDP(make(), device_ids=[rank])
    train(torch.compile(model, backend="aot_eager"), partial(part, rank=rank))
    same(model.module, alone())


def case_fsdp2(rank):
    model = make()
    for block in model.blocks:
        block.compile(backend="aot_eager")
        fully_shard(block)
    fully_shard(model)
    train(model, partial(part, rank=rank))
    same({name: tensor.full_tensor() for name, tensor in model.state_dict().items()}, alone())


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
