"""DistributedDataParallel on two GPUs equals training in one process."""

import copy
from functools import partial

import pytest
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks import (
    default_hooks,
    powerSGD_hook,
    quantization_hooks,
)
from torch.distributed.algorithms.join import Join
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from .models import (
    BATCH,
    WIDTH,
    alone,
    batch,
    falls_in_mixed_precision,
    make,
    part,
    same,
    train,
)
from .ranks import cases_of

pytestmark = pytest.mark.gpu


def parallel(rank, **options):
    return DDP(make(), device_ids=[rank], **options)


def equals_one_process(rank, model, tolerance=1e-5):
    train(model, partial(part, rank=rank))
    same(model.module, alone(), tolerance)


def case_ddp(rank):
    equals_one_process(rank, parallel(rank))


def case_without_device_ids(rank):
    equals_one_process(rank, DDP(make()))


def case_small_buckets_as_views(rank):
    equals_one_process(rank, parallel(rank, bucket_cap_mb=0.0001, gradient_as_bucket_view=True))


def case_static_graph(rank):
    equals_one_process(rank, parallel(rank, static_graph=True))


def case_find_unused_parameters(rank):
    model = make()
    model.unused = nn.Linear(2, 2).cuda()
    model = DDP(model, device_ids=[torch.device("cuda", rank)], find_unused_parameters=True)
    train(model, partial(part, rank=rank))
    del model.module.unused
    same(model.module, alone())


def case_no_sync(rank):
    model = parallel(rank)
    x, y = part(0, rank)
    with model.no_sync():
        nn.functional.mse_loss(model(x), y).backward()
    local = model.module.head.weight.grad.clone()
    nn.functional.mse_loss(model(x), y).backward()
    expected = torch.zeros_like(local)
    reference = make()
    x, y = batch(0)
    nn.functional.mse_loss(reference(x), y).backward()
    expected = local + reference.head.weight.grad
    # What was there is averaged with what came.
    both = [torch.empty_like(local) for _ in range(2)]
    dist.all_gather(both, local)
    expected = (both[0] + both[1]) / 2 + reference.head.weight.grad
    torch.testing.assert_close(model.module.head.weight.grad, expected, rtol=1e-5, atol=1e-5)


def case_join(rank):
    model = parallel(rank)
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    with model.join():
        for step in range(2 + rank):
            x, y = part(step, rank)
            nn.functional.mse_loss(model(x), y).backward()
            optim.step()
            optim.zero_grad()
    with Join([model]):
        for step in range(1 + rank):
            x, y = part(step, rank)
            nn.functional.mse_loss(model(x), y).backward()
    both = [None, None]
    dist.all_gather_object(both, [p.sum().item() for p in model.parameters()])
    assert both[0] == both[1]


def case_communication_hooks(rank):
    for hook, tolerance in (
        (default_hooks.allreduce_hook, 1e-5),
        (default_hooks.fp16_compress_hook, 5e-2),
        (default_hooks.bf16_compress_hook, 5e-2),
        (default_hooks.fp16_compress_wrapper(default_hooks.allreduce_hook), 5e-2),
        (default_hooks.bf16_compress_wrapper(default_hooks.allreduce_hook), 5e-2),
    ):
        model = parallel(rank)
        model.register_comm_hook(dist.group.WORLD, hook)
        equals_one_process(rank, model, tolerance)


def case_quantizing_hooks(rank):
    for hook in (
        quantization_hooks.quantization_pertensor_hook,
        quantization_hooks.quantization_perchannel_hook,
    ):
        model = parallel(rank)
        model.register_comm_hook(None, hook)
        losses = train(model, lambda step: part(0, rank), steps=12)
        assert losses[-1] < losses[0]


def case_power_sgd(rank):
    model = parallel(rank)
    state = powerSGD_hook.PowerSGDState(dist.group.WORLD, 1, start_powerSGD_iter=2)
    model.register_comm_hook(state, powerSGD_hook.powerSGD_hook)
    losses = train(model, lambda step: part(0, rank), steps=12)
    assert losses[-1] < losses[0]


def case_own_hook(rank):
    model, seen = parallel(rank), []

    def hook(group, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
        seen.append((bucket.buffer().device, bucket.buffer().is_cuda))
        work = dist.all_reduce(bucket.buffer().div_(2), group=group, async_op=True)
        return work.get_future().then(lambda done: done.value()[0])

    model.register_comm_hook(None, hook)
    equals_one_process(rank, model)
    assert set(seen) == {(torch.device("cuda", rank), True)}


def case_buffers(rank):
    norm = nn.BatchNorm1d(WIDTH).cuda()
    norm.running_mean += rank
    model = DDP(nn.Sequential(norm), device_ids=[rank], broadcast_buffers=True)
    model(part(0, 0)[0])
    assert norm.running_mean.abs().max() < 1


def case_synchronised_batch_norm(rank):
    torch.manual_seed(3)
    plain = nn.Sequential(
        nn.Linear(WIDTH, WIDTH), nn.BatchNorm1d(WIDTH), nn.Linear(WIDTH, 4)
    ).cuda()
    model = nn.SyncBatchNorm.convert_sync_batchnorm(copy.deepcopy(plain))
    assert isinstance(model[1], nn.SyncBatchNorm)
    model = DDP(model, device_ids=[rank])
    # The gradient of a bias before a normalisation is noise, which Adam would make steps of.
    train(model, partial(part, rank=rank), optim=torch.optim.SGD(model.parameters(), lr=0.1))
    train(plain, batch, optim=torch.optim.SGD(plain.parameters(), lr=0.1))
    same(model.module, plain, 1e-4)


def case_mixed_precision(rank):
    falls_in_mixed_precision(parallel(rank), rank, torch.float16)


def case_zero_redundancy(rank):
    # Its package compiles scripts, which is deprecated.
    from torch.distributed.optim import ZeroRedundancyOptimizer

    model = parallel(rank)
    optim = ZeroRedundancyOptimizer(model.parameters(), torch.optim.AdamW, lr=0.01)
    train(model, partial(part, rank=rank), optim=optim)
    same(model.module, alone())
    optim.consolidate_state_dict(0)
    if rank == 0:
        assert len(optim.state_dict()["state"]) == len(list(model.parameters()))


def case_sampler(rank):
    data = TensorDataset(torch.arange(BATCH))
    sampler = DistributedSampler(data, shuffle=False)
    seen = [int(x) for (x,) in DataLoader(data, sampler=sampler, pin_memory=True)]
    assert seen == list(range(rank, BATCH, 2))


def case_state_dict(rank):
    state = parallel(rank).state_dict()
    assert all(name.startswith("module.") and x.is_cuda for name, x in state.items())


def case_errors(rank):
    mixed = nn.Sequential(nn.Linear(2, 2).cuda(), nn.Linear(2, 2))
    for module, device_ids, words in (
        (mixed, None, ("cuda", "cpu")),
        (make("cpu"), [rank], ("GPU modules", "cpu")),
        (make(), [0, 1], ("single element",)),
    ):
        try:
            DDP(module, device_ids=device_ids)
        except ValueError as error:
            assert all(word in str(error) for word in words), error
        else:
            raise AssertionError(f"no error with {device_ids}")


def case_log_of_the_reducer(rank):
    model = parallel(rank)
    assert model.device_type == "cuda"
    data = model._get_ddp_logging_data()
    assert data["backend_name"] == "nccl"
    assert data["module_name"] == "Model"
    assert data["device_ids"] == str(rank)


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
