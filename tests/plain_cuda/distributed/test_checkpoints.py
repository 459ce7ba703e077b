"""torch.distributed.checkpoint: saved by two GPUs, loaded by two, by one, and by none."""

from functools import partial

import pytest
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save, torch_save_to_dcp
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_optimizer_state_dict,
    get_state_dict,
    set_model_state_dict,
    set_optimizer_state_dict,
    set_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import StateDictType
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.nn.parallel import DistributedDataParallel as DDP

from .models import alone, batch, make, optimizer, part, same, sharded, train
from .ranks import cases_of

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    # dcp says that there is no process group, which is the point here.
    pytest.mark.filterwarnings("ignore:torch.distributed is:UserWarning"),
]


def trained(rank):
    model = sharded()
    optim = optimizer(model)
    train(model, partial(part, rank=rank), optim=optim)
    return model, optim


def whole(model):
    return get_model_state_dict(model, options=StateDictOptions(full_state_dict=True))


def goes_on_like_one_process(rank, model, optim):
    """Two more steps: the optimizer's state has come along."""
    train(model, partial(part, rank=rank), start=3, steps=2, optim=optim)
    same(whole(model), alone(5))


def case_save_and_load(rank, folder):
    model, optim = trained(rank)
    of_model, of_optim = get_state_dict(model, optim)
    assert all(tensor.device.type == "cuda" for tensor in of_model.values())
    dcp.save({"model": of_model, "optim": of_optim}, checkpoint_id=folder / "two")
    model = sharded()
    optim = optimizer(model)
    of_model, of_optim = get_state_dict(model, optim)
    state = {"model": of_model, "optim": of_optim}
    dcp.load(state, checkpoint_id=folder / "two")
    set_state_dict(model, optim, model_state_dict=state["model"], optim_state_dict=state["optim"])
    goes_on_like_one_process(rank, model, optim)


def case_load_what_one_process_saved(rank, folder):
    if rank == 0:
        model = alone()
        dcp.save({"model": model.state_dict()}, checkpoint_id=folder / "one", no_dist=True)
    dist.barrier()
    model = sharded()
    state = {"model": get_model_state_dict(model)}
    dcp.load(state, checkpoint_id=folder / "one")
    set_model_state_dict(model, state["model"])
    same(whole(model), alone())


def case_another_sharding(rank, folder):
    mesh = init_device_mesh("cuda", (2,))
    x = torch.arange(32.0, device="cuda").reshape(8, 4)
    dcp.save({"x": distribute_tensor(x, mesh, [Shard(0)])}, checkpoint_id=folder / "rows")
    for placement in (Shard(1), Replicate()):
        state = {"x": distribute_tensor(torch.zeros(8, 4), mesh, [placement])}
        dcp.load(state, checkpoint_id=folder / "rows")
        assert torch.equal(state["x"].full_tensor(), x) and state["x"].is_cuda
    plain = {"x": torch.zeros(8, 4, device="cuda")}
    dcp.load(plain, checkpoint_id=folder / "rows")
    assert torch.equal(plain["x"], x)


def case_async_save(rank, folder):
    # It copies in the background, over a group of CPUs.
    group = dist.new_group(backend="cpu:gloo,cuda:nccl")
    model, _ = trained(rank)
    future = dcp.async_save(
        {"model": get_model_state_dict(model)}, checkpoint_id=folder / "async", process_group=group
    )
    future.result()
    model = sharded()
    state = {"model": get_model_state_dict(model)}
    dcp.load(state, checkpoint_id=folder / "async")
    set_model_state_dict(model, state["model"])
    same(whole(model), alone())


def case_full_state_dicts(rank):
    model, optim = trained(rank)
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    of_model, of_optim = get_state_dict(model, optim, options=options)
    assert bool(of_model) == bool(of_optim) == (rank == 0)
    if rank == 0:
        same(of_model, alone())
        assert {tensor.device.type for tensor in of_model.values()} == {"cpu"}
        assert not any(isinstance(tensor, DTensor) for tensor in of_model.values())
    model = sharded()
    optim = optimizer(model)
    options = StateDictOptions(full_state_dict=True, broadcast_from_rank0=True)
    set_model_state_dict(model, of_model, options=options)
    set_optimizer_state_dict(model, optim, of_optim, options=options)
    goes_on_like_one_process(rank, model, optim)


def case_of_ddp(rank, folder):
    model = DDP(make(), device_ids=[rank])
    optim = optimizer(model)
    train(model, partial(part, rank=rank), optim=optim)
    state = {
        "model": get_model_state_dict(model),
        "optim": get_optimizer_state_dict(model, optim),
    }
    dcp.save(state, checkpoint_id=folder / "ddp")
    model = sharded()
    state = {"model": get_model_state_dict(model)}
    dcp.load(state, checkpoint_id=folder / "ddp")
    set_model_state_dict(model, state["model"])
    same(whole(model), alone())


def case_of_fsdp1(rank, folder):
    model = FSDP(make(), use_orig_params=True)
    train(model, partial(part, rank=rank))
    with FSDP.state_dict_type(model, StateDictType.SHARDED_STATE_DICT):
        dcp.save({"model": model.state_dict()}, checkpoint_id=folder / "fsdp1")
    fresh = FSDP(make(), use_orig_params=True)
    with FSDP.state_dict_type(fresh, StateDictType.SHARDED_STATE_DICT):
        state = {"model": fresh.state_dict()}
        dcp.load(state, checkpoint_id=folder / "fsdp1")
        fresh.load_state_dict(state["model"])
    with FSDP.state_dict_type(fresh, StateDictType.FULL_STATE_DICT):
        same(fresh.state_dict(), alone())


def case_other_formats(rank, folder):
    if rank == 0:
        dcp_to_torch_save(folder / "two", folder / "whole.pt")
        state = torch.load(folder / "whole.pt", weights_only=False)
        same(state["model"], alone())
        torch_save_to_dcp(folder / "whole.pt", folder / "again")
    dist.barrier()
    state = {"model": get_model_state_dict(sharded())}
    dcp.load(state, checkpoint_id=folder / "again")
    same({name: tensor.full_tensor() for name, tensor in state["model"].items()}, alone())


def case_metadata(rank, folder):
    metadata = dcp.FileSystemReader(folder / "two").read_metadata()
    assert "model.head.weight" in metadata.state_dict_metadata
    assert b"musa" not in (folder / "two" / ".metadata").read_bytes()


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)


@pytest.mark.parametrize("name", ["two", "async", "ddp", "fsdp1"])
def test_one_process_loads_what_two_saved(results, folder, name):
    model = make()
    state = {"model": model.state_dict()}
    dcp.load(state, checkpoint_id=folder / name, no_dist=True)
    model.load_state_dict(state["model"])
    expected = make()
    train(expected, batch)
    same(model, expected)


def test_one_process_loads_it_to_the_cpu(results, folder):
    state = {"model": make("cpu").state_dict()}
    dcp.load(state, checkpoint_id=folder / "two", no_dist=True)
    same(state["model"], alone())
