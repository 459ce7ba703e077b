"""A default group that is bound to the rank's GPU: it connects at once, others are split off it."""

from datetime import timedelta

import pytest
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

from .ranks import cases_of

pytestmark = pytest.mark.gpu

BOUND = True


def total(group=None):
    x = torch.full((2,), dist.get_rank() + 1.0, device="cuda")
    dist.all_reduce(x, group=group)
    return x.tolist()


def case_bound(rank):
    group = dist.group.WORLD
    assert group.bound_device_id == torch.device("cuda", rank)
    assert group.bound_device_id.type == "cuda"
    assert dist.get_backend() == "nccl" and total() == [3, 3]


def case_new_groups(rank):
    options = dist.ProcessGroupNCCL.Options(is_high_priority_stream=True)
    assert total(dist.new_group(pg_options=options)) == [3, 3]
    assert total(dist.new_group(backend="nccl", timeout=timedelta(seconds=50))) == [3, 3]
    for one in (0, 1):
        alone = dist.new_group([one], backend="nccl")
        if one == rank:
            assert total(alone) == [rank + 1] * 2
    dist.barrier()


def case_cpu_group(rank):
    """Serving engines keep one beside the GPUs' group."""
    group = dist.new_group(backend="gloo")
    x = torch.ones(2)
    dist.all_reduce(x, group=group)
    assert x.tolist() == [2, 2] and dist.get_backend(group) == "gloo"
    dist.monitored_barrier(group)


def case_split_group(rank):
    whole = dist.split_group(split_ranks=[[0, 1]], group_desc="whole")
    assert total(whole) == [3, 3] and dist.get_backend(whole) == "nccl"
    assert whole.group_desc == "whole"
    alone = dist.split_group(split_ranks=[[0], [1]], timeout=timedelta(seconds=50))
    assert total(alone) == [rank + 1] * 2 and dist.get_world_size(alone) == 1
    first = dist.split_group(split_ranks=[[0]])
    assert (first is None) == (rank == 1)
    backend = dist.group.WORLD._get_backend(torch.device("cuda"))
    assert backend.comm_split_count() > 0


def case_meshes(rank):
    mesh = init_device_mesh("cuda", (2, 1), mesh_dim_names=("dp", "tp"))
    assert total(mesh.get_group("dp")) == [3, 3] and total(mesh.get_group("tp")) == [rank + 1] * 2
    x = distribute_tensor(torch.arange(4.0), mesh["dp"], [Shard(0)])
    assert x.full_tensor().tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
