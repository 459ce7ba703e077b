"""Training on two ranks equals training of one process with the doubled batch."""

import copy
import os
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

OPTIONS = {"backend": "cpu:gloo,musa:mccl"}

STEPS = 4
BATCH = 8  # of all ranks


def _rank():
    return dist.get_rank()


def _world():
    return dist.get_world_size()


def _model():
    torch.manual_seed(3)
    return nn.Sequential(
        nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 3)
    )


def _batches():
    generator = torch.Generator().manual_seed(11)
    for _ in range(STEPS):
        yield torch.randn(BATCH, 6, generator=generator), torch.randn(BATCH, 3, generator=generator)


def _mine(tensor):
    return tensor.chunk(_world())[_rank()].musa()


def _loss(output, target):
    return nn.functional.mse_loss(output, target)


def _optimizer(parameters):
    return torch.optim.AdamW(parameters, lr=0.01)


def _parameters_of_one_process():
    """On the CPU, with the whole batch."""
    model = _model()
    optimizer = _optimizer(model.parameters())
    for data, target in _batches():
        optimizer.zero_grad()
        _loss(model(data), target).backward()
        optimizer.step()
    return [p.detach() for p in model.parameters()]


def _train(model, optimizer, loss=_loss):
    for data, target in _batches():
        optimizer.zero_grad()
        loss(model(_mine(data)), _mine(target)).backward()
        optimizer.step()


def _check(parameters, **tolerance):
    for found, expected in zip(parameters, _parameters_of_one_process()):
        torch.testing.assert_close(found.detach().cpu(), expected, **tolerance)


def _parallel(**options):
    return DistributedDataParallel(_model().musa(), device_ids=[_rank()], **options)


def check_ddp():
    model = _parallel()
    _train(model, _optimizer(model.parameters()))
    _check(model.parameters())


def check_ddp_with_views_of_buckets():
    model = _parallel(gradient_as_bucket_view=True, bucket_cap_mb=0.0001)
    _train(model, _optimizer(model.parameters()))
    _check(model.parameters())


def check_ddp_static_graph():
    model = _parallel(static_graph=True)
    _train(model, _optimizer(model.parameters()))
    _check(model.parameters())


class _Partly(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = _model()
        self.unused = nn.Linear(2, 2)

    def forward(self, data):
        return self.used(data)


def check_ddp_finds_unused_parameters():
    model = _Partly().musa()
    model = DistributedDataParallel(model, device_ids=[_rank()], find_unused_parameters=True)
    _train(model, _optimizer(model.parameters()))
    _check(model.module.used.parameters())
    assert model.module.unused.weight.grad is None


def check_gradient_accumulation_without_synchronisation():
    model = _parallel()
    optimizer = _optimizer(model.parameters())
    for data, target in _batches():
        optimizer.zero_grad()
        halves = list(zip(_mine(data).chunk(2), _mine(target).chunk(2)))
        with model.no_sync():
            (_loss(model(halves[0][0]), halves[0][1]) / 2).backward()
        (_loss(model(halves[1][0]), halves[1][1]) / 2).backward()
        optimizer.step()
    _check(model.parameters())


def check_communication_hooks():
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

    model = _parallel()
    model.register_comm_hook(None, default_hooks.allreduce_hook)
    _train(model, _optimizer(model.parameters()))
    _check(model.parameters())
    compressed = _parallel()
    compressed.register_comm_hook(None, default_hooks.fp16_compress_hook)
    _train(compressed, _optimizer(compressed.parameters()))
    _check(compressed.parameters(), rtol=0.05, atol=0.02)

    def own(_, bucket):
        tensor = bucket.buffer().div_(_world())
        future = dist.all_reduce(tensor, async_op=True).get_future()
        return future.then(lambda done: done.value()[0])

    chained = _parallel()
    chained.register_comm_hook(None, own)
    _train(chained, _optimizer(chained.parameters()))
    _check(chained.parameters())


def check_zero_redundancy_optimizer():
    from torch.distributed.optim import ZeroRedundancyOptimizer

    model = _parallel()
    optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.AdamW, lr=0.01)
    _train(model, optimizer)
    _check(model.parameters())


def check_fsdp1():
    from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy

    for strategy in (ShardingStrategy.FULL_SHARD, ShardingStrategy.SHARD_GRAD_OP):
        model = FullyShardedDataParallel(
            _model(), device_id=_rank(), use_orig_params=True, sharding_strategy=strategy
        )
        _train(model, _optimizer(model.parameters()))
        with FullyShardedDataParallel.summon_full_params(model):
            _check(model.parameters())


def check_fsdp1_with_the_sharded_grad_scaler():
    from torch.distributed.fsdp import FullyShardedDataParallel
    from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler

    model = FullyShardedDataParallel(_model(), device_id=_rank(), use_orig_params=True)
    optimizer = _optimizer(model.parameters())
    scaler = ShardedGradScaler(init_scale=16.0)
    for data, target in _batches():
        optimizer.zero_grad()
        scaler.scale(_loss(model(_mine(data)), _mine(target))).backward()
        scaler.step(optimizer)
        scaler.update()
    with FullyShardedDataParallel.summon_full_params(model):
        _check(model.parameters())


def check_fsdp2():
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    mesh = init_device_mesh("musa", (_world(),))
    model = _model().musa()
    for layer in model:
        if isinstance(layer, nn.Linear):
            fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    _train(model, _optimizer(model.parameters()))
    _check([p.full_tensor() for p in model.parameters()])


def check_fsdp2_mixed_precision():
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    model = _model().musa()
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    fully_shard(model, mp_policy=policy)
    _train(model, _optimizer(model.parameters()), lambda out, want: _loss(out.float(), want))
    _check([p.full_tensor() for p in model.parameters()], rtol=0.1, atol=0.05)


def check_distributed_checkpoint():
    from torch.distributed import checkpoint
    from torch.distributed.fsdp import fully_shard

    folder = [tempfile.mkdtemp(prefix="musasim-checkpoint-") if _rank() == 0 else None]
    dist.broadcast_object_list(folder, src=0)
    model = _model().musa()
    fully_shard(model)
    expected = [p.full_tensor().clone() for p in model.parameters()]
    checkpoint.save({"model": model.state_dict()}, checkpoint_id=os.path.join(folder[0], "a"))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
    state = {"model": model.state_dict()}
    checkpoint.load(state, checkpoint_id=os.path.join(folder[0], "a"))
    model.load_state_dict(state["model"])
    for found, original in zip(model.parameters(), expected):
        assert torch.equal(found.full_tensor(), original)


def check_state_dicts_on_the_host():
    from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
    from torch.distributed.fsdp import fully_shard

    model = _model().musa()
    fully_shard(model)
    options = StateDictOptions(full_state_dict=True, cpu_offload=True)
    full = get_model_state_dict(model, options=options)
    if _rank() == 0:
        for name, value in _model().state_dict().items():
            assert torch.equal(full[name], value)


def check_pipeline():
    from torch.distributed.pipelining import PipelineStage, ScheduleGPipe

    model = _model()
    halves = [nn.Sequential(*model[:2]), nn.Sequential(*model[2:])]
    data, target = next(_batches())
    expected = _model()
    loss = _loss(expected(data), target)
    loss.backward()
    device = torch.device("musa", _rank())
    stage = PipelineStage(halves[_rank()].to(device), _rank(), 2, device)
    schedule = ScheduleGPipe(stage, n_microbatches=2, loss_fn=_loss)
    losses = []
    if _rank() == 0:
        schedule.step(data.to(device))
    else:
        schedule.step(target=target.to(device), losses=losses)
        torch.testing.assert_close(torch.stack(losses).mean().cpu(), loss.detach())
    expected_half = expected[:2] if _rank() == 0 else expected[2:]
    for found, wanted in zip(halves[_rank()].parameters(), expected_half.parameters()):
        torch.testing.assert_close(found.grad.cpu(), wanted.grad)


def check_batch_norm_of_all_ranks():
    torch.manual_seed(1)
    plain = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Linear(8, 3))
    data, target = next(_batches())
    model = copy.deepcopy(plain)
    model = nn.SyncBatchNorm.convert_sync_batchnorm(model).musa()
    model = DistributedDataParallel(model, device_ids=[_rank()])
    _loss(model(_mine(data)), _mine(target)).backward()
    _loss(plain(data), target).backward()
    for found, expected in zip(model.parameters(), plain.parameters()):
        torch.testing.assert_close(found.grad.cpu(), expected.grad, rtol=1e-4, atol=1e-5)
