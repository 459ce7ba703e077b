"""Parts of groups: new_group, splitting, meshes, DTensor, with the default group bound to a device."""

import torch
import torch.distributed as dist

OPTIONS = {"backend": "mccl", "bind": True}


def _rank():
    return dist.get_rank()


def _mine(size=4):
    return torch.full((size,), float(_rank() + 1), device="musa")


def _backend(group=None):
    return (group or dist.group.WORLD)._get_backend(torch.device("musa"))


def check_binding_connects_at_once():
    backend = _backend()
    assert backend._is_initialized() and backend.bound_device_id == torch.device("musa", _rank())
    assert backend.supports_splitting and backend.supports_coalescing


def check_other_devices_than_the_bound_one_are_refused():
    try:
        dist.all_reduce(torch.ones(2, device=torch.device("musa", 1 - _rank())))
    except dist.DistBackendError as error:
        assert "not on device passed to init_process_group" in str(error)
    else:
        raise AssertionError("the other device was taken")


def check_new_groups_are_split_off():
    before = _backend().comm_split_count()
    everyone = dist.new_group()
    assert _backend().comm_split_count() == before + 1
    tensor = _mine()
    dist.all_reduce(tensor, group=everyone)
    assert tensor.tolist() == [3.0] * 4


def check_operations_end_while_groups_are_split_off():
    for _ in range(10):
        tensor = _mine(1 << 16)
        dist.all_reduce(tensor)
        part = dist.new_group()
        dist.all_reduce(tensor, group=part)
        assert tensor[0].item() == 6
        dist.destroy_process_group(part)


def check_new_group_of_one_rank():
    alone = dist.new_group([1])
    if _rank() == 1:
        tensor = _mine()
        dist.all_reduce(tensor, group=alone)
        assert tensor.tolist() == [2.0] * 4 and dist.get_world_size(alone) == 1
    else:
        assert alone == dist.GroupMember.NON_GROUP_MEMBER
    dist.barrier()


def check_split_group():
    if torch.__version__ < "2.8":
        return  # there it takes ProcessGroupNCCL only
    parts = dist.split_group(split_ranks=[[0], [1]])
    assert dist.get_world_size(parts) == 1 and dist.get_backend(parts) == "mccl"
    tensor = _mine()
    dist.all_reduce(tensor, group=parts)
    assert tensor.tolist() == [_rank() + 1.0] * 4
    whole = dist.split_group(split_ranks=[[0, 1]], group_desc="all of them")
    dist.all_reduce(tensor, group=whole)
    assert tensor.tolist() == [3.0] * 4 and whole.group_desc == "all of them"
    first = dist.split_group(split_ranks=[[0]])
    assert (first is None) == (_rank() == 1)


def check_groups_for_host_and_device():
    # The way to host tensors when the default group is bound to a device: see UNSUPPORTED.md.
    for ranks in (None, [0], [1]):
        group = dist.new_group(ranks, backend="cpu:gloo,musa:mccl")
        if ranks is None or _rank() in ranks:
            size = dist.get_world_size(group)
            host, device = torch.ones(3), torch.ones(3, device="musa")
            dist.all_reduce(host, group=group)
            dist.all_reduce(device, group=group)
            assert host.tolist() == device.tolist() == [size] * 3


def check_nocolor_split():
    from datetime import timedelta

    backend = _backend()
    if _rank() == 0:
        backend.perform_nocolor_split(torch.device("musa", 0))
    else:
        options = dist.ProcessGroupMCCL.Options()
        options.split_from = backend
        options.split_color = 3
        options._timeout = timedelta(seconds=20)
        store = dist.PrefixStore("nocolor", dist.distributed_c10d._get_default_store())
        part = dist.ProcessGroupMCCL(store, 0, 1, options)
        part.eager_connect_single_device(torch.device("musa", 1))
        tensor = _mine()
        part.allreduce([tensor]).wait()
        assert tensor.tolist() == [2.0] * 4
        part.shutdown()


def check_subgroups():
    mine, groups = dist.new_subgroups(1)
    assert dist.get_world_size(mine) == 1 and len(groups) == 2


def check_mesh():
    from torch.distributed.device_mesh import init_device_mesh

    mesh = init_device_mesh("musa", (2, 1), mesh_dim_names=("data", "model"))
    assert mesh.device_type == "musa" and mesh.get_local_rank("data") == _rank()
    tensor = _mine()
    dist.all_reduce(tensor, group=mesh.get_group("data"))
    assert tensor.tolist() == [3.0] * 4
    dist.all_reduce(tensor, group=mesh["model"].get_group())
    assert tensor.tolist() == [3.0] * 4


def check_distributed_tensors():
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import Replicate, Shard, distribute_tensor

    mesh = init_device_mesh("musa", (2,))
    whole = torch.arange(24.0).reshape(4, 6)
    split = distribute_tensor(whole.musa(), mesh, [Shard(0)])
    assert split.to_local().tolist() == whole.chunk(2)[_rank()].tolist()
    assert torch.equal(split.full_tensor().cpu(), whole)
    columns = split.redistribute(mesh, [Shard(1)])
    assert torch.equal(columns.to_local().cpu(), whole.chunk(2, 1)[_rank()])
    weight = distribute_tensor(torch.ones(6, 2).musa(), mesh, [Replicate()])
    assert torch.equal((split @ weight).full_tensor().cpu(), whole @ torch.ones(6, 2))
    total = columns.sum().full_tensor()
    assert total.item() == whole.sum().item()


def check_tensor_parallel():
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor.parallel import (
        ColwiseParallel,
        RowwiseParallel,
        parallelize_module,
    )

    torch.manual_seed(5)
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
    data = torch.randn(3, 8)
    expected = model(data)
    expected.sum().backward()
    gradient = model[0].weight.grad.clone()
    model.zero_grad()
    mesh = init_device_mesh("musa", (2,))
    plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
    split = parallelize_module(model.musa(), mesh, plan)
    found = split(data.musa())
    torch.testing.assert_close(found.cpu(), expected)
    found.sum().backward()
    torch.testing.assert_close(split[0].weight.grad.full_tensor().cpu(), gradient)


def check_symmetric_memory_is_refused():
    from torch.distributed import _symmetric_memory

    try:
        tensor = _symmetric_memory.empty(4, device=torch.device("musa", _rank()))
        _symmetric_memory.rendezvous(tensor, dist.group.WORLD)
    except RuntimeError as error:
        assert str(error)
    else:
        raise AssertionError("symmetric memory was given")
