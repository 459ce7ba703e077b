"""Process groups with NCCL: names, collectives, messages and object collectives, on two GPUs."""

import pytest
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as functional
from torch.distributed import ReduceOp, distributed_c10d

from .ranks import cases_of, torch_from

pytestmark = pytest.mark.gpu


def mine(rank, *shape):
    """A tensor of this rank: 1 on rank 0, 2 on rank 1."""
    return torch.full(shape or (4,), float(rank + 1), device="cuda")


def equal(tensor, *values):
    """The tensor is on the GPU and holds these values."""
    assert tensor.is_cuda and tensor.device.type == "cuda"
    assert tensor.flatten().tolist() == list(values), tensor


def case_names(rank):
    assert dist.get_backend() == "nccl" == dist.Backend.NCCL
    assert dist.get_backend(dist.group.WORLD) == dist.Backend("NCCL")
    assert dist.get_backend_config() == "cuda:nccl"
    assert dist.is_nccl_available() and dist.is_backend_available("nccl")
    assert dist.get_default_backend_for_device("cuda") == "nccl"
    assert dist.get_default_backend_for_device(torch.device("cuda", rank)) == "nccl"
    assert dist.Backend.default_device_backend_map["cuda"] == "nccl"
    assert dist.Backend.backend_capability["nccl"] == ["cuda"]
    assert "nccl" in dist.Backend.backend_list
    assert repr(distributed_c10d.BackendConfig(dist.Backend("nccl"))) == "cuda:nccl"
    config = distributed_c10d.BackendConfig(dist.Backend("cpu:gloo,cuda:nccl"))
    assert config.get_device_backend_map() == {"cpu": "gloo", "cuda": "nccl"}
    assert torch.cuda.nccl.version() >= (2,)


@torch_from(2, 13)
def case_availability_of_several(rank):
    assert dist.is_backend_available("cpu:gloo,cuda:nccl")
    assert not dist.is_backend_available("cpu:gloo,cuda:none")


def case_group_objects(rank):
    group = distributed_c10d._get_default_group()
    backend = group._get_backend(torch.device("cuda"))
    assert isinstance(backend, dist.ProcessGroupNCCL)
    assert isinstance(backend, distributed_c10d.ProcessGroupNCCL)
    assert group.name() == "nccl" and backend.name() == "nccl"
    assert group._get_backend_name() == "nccl"
    assert group._device_types == [torch.device("cuda")]
    assert backend.rank() == rank and backend.size() == 2
    assert backend.options._timeout.total_seconds() == 60
    assert backend.options.is_high_priority_stream is False
    dist.barrier()
    group._set_default_backend(dist.ProcessGroup.BackendType.NCCL)


def case_new_groups(rank):
    options = dist.ProcessGroupNCCL.Options(is_high_priority_stream=True)
    group = dist.new_group(backend="nccl", pg_options=options)
    assert dist.get_backend(group) == "nccl"
    x = mine(rank)
    dist.all_reduce(x, group=group)
    equal(x, 3, 3, 3, 3)
    chosen = group._get_backend(torch.device("cuda")).options
    assert chosen.is_high_priority_stream
    assert chosen._timeout.total_seconds() == 600
    alone = [dist.new_group([0]), dist.new_group([1], backend=dist.Backend.NCCL)][rank]
    dist.all_reduce(x, group=alone)
    equal(x, 3, 3, 3, 3)
    dist.destroy_process_group(alone)
    dist.destroy_process_group(group)


def case_several_backends(rank):
    group = dist.new_group(backend="cpu:gloo,cuda:nccl")
    assert dist.get_backend(group) == "cpu:gloo,cuda:nccl"
    assert dist.get_backend_config(group) == "cpu:gloo,cuda:nccl"
    assert sorted(device.type for device in group._device_types) == ["cpu", "cuda"]
    x, on_cpu = mine(rank), torch.ones(2)
    dist.all_reduce(x, group=group)
    dist.all_reduce(on_cpu, group=group)
    equal(x, 3, 3, 3, 3)
    assert on_cpu.tolist() == [2, 2] and group.name() == "nccl"
    objects = [None, None]
    dist.all_gather_object(objects, {"rank": rank}, group=group)
    assert objects == [{"rank": 0}, {"rank": 1}]
    dist.monitored_barrier(dist.new_group(backend="gloo"))


def case_subgroups(rank):
    one, every = dist.new_subgroups()
    assert dist.get_world_size(one) == torch.cuda.device_count() and len(every) == 1
    alone, both = dist.new_subgroups(1)
    assert dist.get_world_size(alone) == 1 and len(both) == 2


def case_all_reduce(rank):
    for op, value in (
        (ReduceOp.SUM, 3),
        (ReduceOp.PRODUCT, 2),
        (ReduceOp.MIN, 1),
        (ReduceOp.MAX, 2),
        (ReduceOp.AVG, 1.5),
    ):
        x = mine(rank)
        assert dist.all_reduce(x, op) is None
        equal(x, *[value] * 4)
    for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int64, torch.uint8):
        x = mine(rank).to(dtype)
        dist.all_reduce(x)
        equal(x, 3, 3, 3, 3)


def case_async(rank):
    x = mine(rank)
    work = dist.all_reduce(x, async_op=True)
    assert work.wait() and work.is_completed() in (True, False)
    equal(x, 3, 3, 3, 3)
    future = dist.all_reduce(x, async_op=True).get_future()
    equal(future.then(lambda done: done.value()[0] * 2).wait(), 12, 12, 12, 12)


def case_future_of_a_gathered_list(rank):
    got = [torch.empty(2, device="cuda") for _ in range(2)]
    future = dist.all_gather(got, mine(rank, 2), async_op=True).get_future()
    rows = future.wait()[0]
    assert rows.shape == (2, 2)
    equal(rows.flatten(), 1, 1, 2, 2)
    equal(torch.cat(got), 1, 1, 2, 2)


def case_to_and_from_one(rank):
    x = mine(rank)
    dist.broadcast(x, 1)
    equal(x, 2, 2, 2, 2)
    x = mine(rank)
    dist.reduce(x, 0)
    equal(x, *[3 if rank == 0 else 2] * 4)
    got = [torch.empty(2, device="cuda") for _ in range(2)] if rank == 0 else None
    dist.gather(mine(rank, 2), got)
    if rank == 0:
        equal(torch.cat(got), 1, 1, 2, 2)
    parts = [mine(0, 2), mine(1, 2)] if rank == 0 else None
    out = torch.empty(2, device="cuda")
    dist.scatter(out, parts)
    equal(out, *[rank + 1] * 2)


def case_gathering(rank):
    got = [torch.empty(2, device="cuda") for _ in range(2)]
    dist.all_gather(got, mine(rank, 2))
    equal(torch.cat(got), 1, 1, 2, 2)
    whole = torch.empty(4, device="cuda")
    dist.all_gather_into_tensor(whole, mine(rank, 2))
    equal(whole, 1, 1, 2, 2)
    out = torch.empty(2, device="cuda")
    dist.reduce_scatter_tensor(out, whole * (rank + 1), op=ReduceOp.AVG)
    equal(out, *([1.5, 1.5], [3, 3])[rank])
    dist.reduce_scatter(out, [mine(0, 2), mine(1, 2)])
    equal(out, *([2, 2], [4, 4])[rank])
    dist.all_to_all_single(whole, torch.arange(4.0, device="cuda") + 10 * rank)
    equal(whole, *([0, 1, 10, 11], [2, 3, 12, 13])[rank])
    dist.all_to_all(got, [mine(rank, 2), mine(rank, 2) * 10])
    equal(torch.cat(got), *([1, 1, 2, 2], [10, 10, 20, 20])[rank])


def case_messages(rank):
    x = mine(rank)
    if rank == 0:
        dist.send(x, 1)
        dist.recv(x, 1)
    else:
        y = torch.empty(4, device="cuda")
        assert dist.recv(y, 0) == 0
        dist.send(y * 7, 0)
        x = y
    equal(x, *[7 if rank == 0 else 1] * 4)
    got = torch.empty(4, device="cuda")
    operations = [
        dist.P2POp(dist.isend, mine(rank), 1 - rank),
        dist.P2POp(dist.irecv, got, 1 - rank),
    ]
    for work in dist.batch_isend_irecv(operations):
        work.wait()
    equal(got, *[2 - rank] * 4)


def case_coalescing(rank):
    x, y = mine(rank), mine(rank, 2)
    with distributed_c10d._coalescing_manager(
        device=torch.device("cuda", rank), async_ops=True
    ) as c:
        dist.all_reduce(x)
        dist.all_reduce(y)
    c.wait()
    equal(torch.cat([x, y]), *[3] * 6)


def case_objects(rank):
    got = [None, None]
    dist.all_gather_object(got, ("from", rank))
    assert got == [("from", 0), ("from", 1)]
    objects = ["a", {"b": torch.ones(1, device="cuda")}] if rank == 0 else [None, None]
    dist.broadcast_object_list(objects, src=0, device=torch.device("cuda", rank))
    assert objects[0] == "a" and objects[1]["b"].is_cuda
    out = [None]
    dist.scatter_object_list(out, [1, 2] if rank == 0 else None, src=0)
    assert out == [rank + 1]
    gathered = [None, None] if rank == 0 else None
    dist.gather_object(rank, gathered)
    assert gathered == ([0, 1] if rank == 0 else None)


def case_barriers(rank):
    dist.barrier()
    dist.barrier(device_ids=[rank])
    dist.barrier(async_op=True).wait()
    try:
        dist.monitored_barrier()
    except ValueError as error:
        assert "GLOO" in str(error)
    else:
        raise AssertionError("monitored_barrier is for gloo")


def case_premultiplied_sum(rank):
    x = mine(rank)
    dist.all_reduce(x, dist._make_nccl_premul_sum(2.0))
    equal(x, 6, 6, 6, 6)


def case_functional(rank):
    everybody = list(range(2))
    equal(functional.all_reduce(mine(rank), "sum", everybody), 3, 3, 3, 3)
    equal(functional.all_gather_tensor(mine(rank, 1), 0, dist.group.WORLD), 1, 2)
    scattered = functional.reduce_scatter_tensor(mine(rank, 4), "sum", 0, dist.group.WORLD)
    equal(scattered, 3, 3)
    equal(functional.broadcast(mine(rank), 1, dist.group.WORLD), 2, 2, 2, 2)
    x = torch.arange(2.0, device="cuda") + 10 * rank
    swapped = functional.all_to_all_single(x, None, None, dist.group.WORLD)
    equal(swapped, *([0, 10], [1, 11])[rank])


def case_autograd_functions(rank):
    from torch.distributed.nn import functional as differentiable

    x = mine(rank, 2).requires_grad_()
    gathered = torch.cat(differentiable.all_gather(x))
    (gathered * torch.tensor([1.0, 2.0, 3.0, 4.0], device="cuda")).sum().backward()
    equal(x.grad, *([2, 4], [6, 8])[rank])
    y = mine(rank, 2).requires_grad_()
    differentiable.all_reduce(y).sum().backward()
    equal(y.grad, 2, 2)


def case_streams(rank):
    stream = torch.cuda.Stream()
    x = mine(rank, 1000)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        x.mul_(2)
        dist.all_reduce(x)
    torch.cuda.current_stream().wait_stream(stream)
    equal(x[:2], 6, 6)


def case_timeouts(rank):
    from datetime import timedelta

    group = dist.new_group(timeout=timedelta(seconds=40))
    backend = group._get_backend(torch.device("cuda"))
    assert backend.options._timeout == timedelta(seconds=40)
    distributed_c10d._set_pg_timeout(timedelta(seconds=50), group)
    assert backend.options._timeout == timedelta(seconds=50)
    assert distributed_c10d._get_default_timeout(dist.Backend("nccl")) == timedelta(minutes=10)


def case_group_made_by_hand(rank):
    """As programs do that keep several worlds in a process."""
    store = dist.PrefixStore("by hand", distributed_c10d._get_default_store())
    group = dist.ProcessGroup(store, rank, 2)
    options = dist.ProcessGroupNCCL.Options()
    options._timeout = distributed_c10d.default_pg_nccl_timeout
    backend = dist.ProcessGroupNCCL(store, rank, 2, options)
    group._set_default_backend(dist.ProcessGroup.BackendType.NCCL)
    backend._set_sequence_number_for_group()
    group._register_backend(torch.device("cuda"), dist.ProcessGroup.BackendType.NCCL, backend)
    x = mine(rank)
    group.allreduce([x]).wait()
    equal(x, 3, 3, 3, 3)
    backend.shutdown() if hasattr(backend, "shutdown") else backend._shutdown()


def case_group_of_a_second_world(rank):
    """As programs do that copy init_process_group for a group beside the default one."""
    world = distributed_c10d
    store = dist.PrefixStore("second", world._get_default_store())
    group, _ = world._new_process_group_helper(
        2,
        rank,
        [],
        dist.Backend("nccl"),
        store,
        group_name="second",
        timeout=world.default_pg_timeout,
        backend_options=None,
    )
    world._world.pg_group_ranks[group] = {0: 0, 1: 1}
    x = mine(rank)
    dist.all_reduce(x, group=group)
    equal(x, 3, 3, 3, 3)
    assert dist.get_backend(group) == "nccl"


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
