"""FSDP1 and FSDP2 on two GPUs equal training in one process."""

from functools import partial

import pytest
import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import (
    BackwardPrefetch,
    CPUOffload,
    CPUOffloadPolicy,
    FullOptimStateDictConfig,
    FullStateDictConfig,
)
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import (
    MixedPrecision,
    MixedPrecisionPolicy,
    OffloadPolicy,
    ShardedStateDictConfig,
    ShardingStrategy,
    StateDictType,
    fully_shard,
)
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.distributed.tensor import DTensor

from .models import (
    Block,
    accumulated,
    alone,
    batch,
    falls_in_mixed_precision,
    make,
    optimizer,
    part,
    same,
    sharded,
    train,
)
from .ranks import cases_of

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]

WRAP = ModuleWrapPolicy({Block})


def whole(model):
    """The full state of a model that FSDP1 has sharded."""
    with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT):
        return model.state_dict()


def equals_one_process(rank, model, tolerance=1e-5):
    train(model, partial(part, rank=rank))
    same(whole(model), alone(), tolerance)


def case_strategies(rank):
    for strategy in (
        ShardingStrategy.FULL_SHARD,
        ShardingStrategy.SHARD_GRAD_OP,
        ShardingStrategy.NO_SHARD,
    ):
        model = FSDP(make(), auto_wrap_policy=WRAP, sharding_strategy=strategy)
        equals_one_process(rank, model)


def case_hybrid_shard(rank):
    mesh = init_device_mesh("cuda", (1, 2), mesh_dim_names=("replicate", "shard"))
    model = FSDP(
        make(),
        auto_wrap_policy=WRAP,
        device_mesh=mesh,
        sharding_strategy=ShardingStrategy.HYBRID_SHARD,
    )
    equals_one_process(rank, model)


def case_devices(rank):
    for device_id in (rank, torch.device("cuda", rank), torch.cuda.current_device(), None):
        model = FSDP(make("cpu" if device_id is not None else "cuda"), device_id=device_id)
        assert next(model.parameters()).device == torch.device("cuda", rank)
        assert model.compute_device == torch.device("cuda", rank)
        assert model.compute_device.type == "cuda"
    equals_one_process(rank, model)


def case_original_parameters(rank):
    model = FSDP(
        make(),
        auto_wrap_policy=WRAP,
        use_orig_params=True,
        backward_prefetch=BackwardPrefetch.BACKWARD_POST,
        forward_prefetch=True,
        limit_all_gathers=True,
        device_id=torch.cuda.current_device(),
    )
    equals_one_process(rank, model)


def case_mixed_precision(rank):
    precision = MixedPrecision(torch.bfloat16, torch.float32, torch.bfloat16)
    model = FSDP(make(), auto_wrap_policy=WRAP, mixed_precision=precision)
    equals_one_process(rank, model, 5e-2)


def case_offload(rank):
    model = FSDP(
        make(),
        auto_wrap_policy=WRAP,
        cpu_offload=CPUOffload(offload_params=True),
        device_id=torch.cuda.current_device(),
    )
    assert all(parameter.device.type == "cpu" for parameter in model.parameters())
    equals_one_process(rank, model)


def case_meta_device_and_synchronised_states(rank):
    with torch.device("meta"):
        model = make("meta")

    def fill(module):
        module.to_empty(device=torch.device("cuda"), recurse=False)
        for parameter in module.parameters(recurse=False):
            nn.init.constant_(parameter, float(rank + 1))

    model = FSDP(
        model,
        auto_wrap_policy=WRAP,
        param_init_fn=fill,
        sync_module_states=True,
        device_id=torch.cuda.current_device(),
    )
    assert all(bool((tensor == 1).all()) for tensor in whole(model).values())


def case_state_dicts(rank):
    model = FSDP(make(), auto_wrap_policy=WRAP, use_orig_params=True)
    optim = optimizer(model)
    train(model, partial(part, rank=rank), optim=optim)
    expected = alone()
    on_first = FullStateDictConfig(offload_to_cpu=True, rank0_only=True)
    with FSDP.state_dict_type(
        model,
        StateDictType.FULL_STATE_DICT,
        on_first,
        FullOptimStateDictConfig(offload_to_cpu=True, rank0_only=True),
    ):
        state = model.state_dict()
        of_optim = FSDP.optim_state_dict(model, optim)
    assert bool(state) == (rank == 0) and bool(of_optim.get("state")) == (rank == 0)
    if rank == 0:
        same(state, expected)
        assert {tensor.device.type for tensor in state.values()} == {"cpu"}
    with FSDP.state_dict_type(
        model, StateDictType.SHARDED_STATE_DICT, ShardedStateDictConfig(offload_to_cpu=False)
    ):
        shards = model.state_dict()
        assert all(shard.device.type == "cuda" for shard in shards.values())
        fresh = FSDP(make(), auto_wrap_policy=WRAP, use_orig_params=True)
        with FSDP.state_dict_type(fresh, StateDictType.SHARDED_STATE_DICT):
            fresh.load_state_dict(shards)
    same(whole(fresh), expected)


def case_sharded_optimizer_state(rank):
    model = FSDP(make(), auto_wrap_policy=WRAP, use_orig_params=True)
    optim = optimizer(model)
    train(model, partial(part, rank=rank), optim=optim)
    with FSDP.state_dict_type(model, StateDictType.SHARDED_STATE_DICT):
        state = FSDP.optim_state_dict(model, optim)
        fresh = optimizer(model)
        fresh.load_state_dict(FSDP.optim_state_dict_to_load(model, fresh, state))
    train(model, partial(part, rank=rank), optim=fresh, start=3, steps=2)
    same(whole(model), alone(5))


def case_clipping(rank):
    model = FSDP(make(), auto_wrap_policy=WRAP)
    x, y = part(0, rank)
    nn.functional.mse_loss(model(x), y).backward()
    found = model.clip_grad_norm_(0.1)
    reference = make()
    x, y = batch(0)
    nn.functional.mse_loss(reference(x), y).backward()
    expected = nn.utils.clip_grad_norm_(reference.parameters(), 0.1)
    torch.testing.assert_close(found.cpu(), expected.cpu(), rtol=1e-4, atol=1e-5)
    assert found.is_cuda


def case_ignored_modules(rank):
    model = make()
    model = FSDP(model, auto_wrap_policy=WRAP, ignored_modules=[model.head], device_id=rank)
    assert not any("_flat_param" in name for name, _ in model.head.named_parameters())
    assert model.head.weight.shape == (4, 8)


def case_no_sync(rank):
    model = FSDP(make(), auto_wrap_policy=WRAP, use_orig_params=False)
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    with model.no_sync():
        x, y = part(0, rank)
        nn.functional.mse_loss(model(x), y).backward()
    x, y = part(1, rank)
    nn.functional.mse_loss(model(x), y).backward()
    optim.step()
    reference, steps = accumulated()
    steps.step()
    same(whole(model), reference)


def case_grad_scaler(rank):
    precision = MixedPrecision(torch.float16, torch.float16, torch.float16)
    model = FSDP(make(), auto_wrap_policy=WRAP, mixed_precision=precision)
    scaler = ShardedGradScaler()
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(5):
        x, y = part(0, rank)
        loss = nn.functional.mse_loss(model(x).float(), y)
        scaler.scale(loss).backward()
        scaler.step(optim)
        scaler.update()
        optim.zero_grad()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and scaler.get_scale() > 1


def gathered(model):
    return {name: tensor.full_tensor() for name, tensor in model.state_dict().items()}


def case_fully_shard(rank):
    model = sharded()
    weight = model.head.weight
    assert isinstance(weight, DTensor) and weight.device_mesh.device_type == "cuda"
    assert weight.is_cuda and weight.to_local().device == torch.device("cuda", rank)
    train(model, partial(part, rank=rank))
    same(gathered(model), alone())


def case_fully_shard_on_meshes(rank):
    for shape, names in (((2,), ("all",)), ((2, 1), ("a", "b")), ((1, 2), ("a", "b"))):
        mesh = init_device_mesh("cuda", shape, mesh_dim_names=names)
        model = sharded(mesh=mesh, reshard_after_forward=len(shape) == 1)
        train(model, partial(part, rank=rank))
        same(gathered(model), alone())


def case_fully_shard_mixed_precision(rank):
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    model = sharded(mp_policy=policy)
    train(model, lambda step: [x.bfloat16() for x in part(step, rank)])
    same(gathered(model), alone(), 5e-2)


def case_fully_shard_offload(rank):
    for policy in (OffloadPolicy(), CPUOffloadPolicy(), CPUOffloadPolicy(pin_memory=False)):
        model = sharded(offload_policy=policy)
        train(model, partial(part, rank=rank))
        state = {name: tensor.cuda().full_tensor() for name, tensor in model.state_dict().items()}
        same(state, alone())


def case_fully_shard_from_meta(rank):
    model = sharded(make("meta"))
    model.to_empty(device="cuda")
    for parameter in model.parameters():
        nn.init.ones_(parameter)
    assert {name for name, tensor in gathered(model).items() if not (tensor == 1).all()} == set()


def case_fully_shard_accumulation_and_clipping(rank):
    model = sharded()
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    model.set_requires_gradient_sync(False)
    x, y = part(0, rank)
    nn.functional.mse_loss(model(x), y).backward()
    model.set_requires_gradient_sync(True)
    x, y = part(1, rank)
    nn.functional.mse_loss(model(x), y).backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optim.step()
    reference, steps = accumulated()
    expected = nn.utils.clip_grad_norm_(reference.parameters(), 0.5)
    steps.step()
    torch.testing.assert_close(norm.full_tensor(), expected, rtol=1e-4, atol=1e-5)
    same(gathered(model), reference)


def case_fully_shard_options(rank):
    model = sharded()
    model.set_is_last_backward(True)
    model.set_reshard_after_backward(True)
    model.set_modules_to_forward_prefetch([model.blocks[0]])
    model.unshard(async_op=True).wait()
    model.reshard()
    model.set_gradient_divide_factor(2.0) if hasattr(model, "set_gradient_divide_factor") else None
    train(model, partial(part, rank=rank))
    same(gathered(model), alone())


def case_fully_shard_and_autocast(rank):
    falls_in_mixed_precision(sharded(), rank, torch.bfloat16)


def case_memory_is_saved(rank):
    layer = nn.Linear(1024, 1024, device="cuda")
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    fully_shard(layer)
    assert layer.weight.to_local().shape == (512, 1024)
    assert before - torch.cuda.memory_allocated() >= 512 * 1024 * 4


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
