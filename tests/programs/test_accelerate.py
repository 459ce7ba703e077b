"""accelerate: Accelerator in fp16 and bf16, accumulation, states, big models, launch, DDP and FSDP."""

import json
import sys

import accelerate
import pytest
import torch
from accelerate import Accelerator, DistributedDataParallelKwargs, FullyShardedDataParallelPlugin
from accelerate.state import AcceleratorState, GradientState
from accelerate.utils import find_executable_batch_size, set_seed
from torch import nn

PACKAGES = ("accelerate",)


@pytest.fixture(autouse=True)
def fresh_state():
    """accelerate keeps its choice of device in singletons."""
    yield
    AcceleratorState._reset_state(True)
    GradientState._reset_state()


def make_net():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))


def make_loader(batch_size=16):
    features = torch.randn(64, 4, generator=torch.Generator().manual_seed(1))
    data = torch.utils.data.TensorDataset(features, features.sum(1, keepdim=True))
    return torch.utils.data.DataLoader(data, batch_size=batch_size, pin_memory=True)


def train(accelerator, epochs=8, batch_size=16):
    net = make_net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 100)
    prepared = accelerator.prepare(net, optimizer, make_loader(batch_size), scheduler)
    net, optimizer, loader, scheduler = prepared
    losses = []
    for _ in range(epochs):
        for features, wanted in loader:
            assert features.is_cuda
            with accelerator.accumulate(net):
                with accelerator.autocast():
                    loss = nn.functional.mse_loss(net(features), wanted)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(net.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            losses.append(accelerator.gather(loss.detach()).mean().item())
    return accelerator.unwrap_model(net), losses


def test_the_gpu_is_chosen():
    accelerator = Accelerator()
    assert accelerator.device.type == "cuda" and str(accelerator.device).startswith("cuda")
    assert torch.ones(1, device=accelerator.device).is_cuda
    assert Accelerator(cpu=False).prepare(make_net())[0].weight.is_cuda


@pytest.mark.parametrize("accumulated", [1, 2])
def test_the_loop_gives_what_the_cpu_gives(accumulated):
    net, _ = train(Accelerator(gradient_accumulation_steps=accumulated))
    AcceleratorState._reset_state(True)
    wanted, _ = train_on_cpu(accumulated)
    for ours, theirs in zip(net.cpu().parameters(), wanted):
        torch.testing.assert_close(ours, theirs)


def train_on_cpu(accumulated):
    net = make_net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    for _ in range(8):
        for batch, (features, wanted) in enumerate(make_loader(), 1):
            loss = nn.functional.mse_loss(net(features), wanted) / accumulated
            loss.backward()
            if batch % accumulated == 0:
                nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
    return list(net.parameters()), loss


@pytest.mark.parametrize("precision", ["no", "fp16", "bf16"])
def test_mixed_precision(precision):
    accelerator = Accelerator(mixed_precision=precision)
    assert (accelerator.scaler is not None) == (precision == "fp16")
    net, losses = train(accelerator)
    assert losses[-1] < 0.5 * losses[0] and net[0].weight.dtype == torch.float32


def test_save_and_load_state(tmp_path):
    accelerator = Accelerator(mixed_precision="fp16")
    net = make_net()
    net, optimizer = accelerator.prepare(net, torch.optim.AdamW(net.parameters()))
    accelerator.backward(net(torch.ones(2, 4, device="cuda")).sum())
    optimizer.step()
    set_seed(5)
    accelerator.save_state(str(tmp_path))
    weights = {name: value.clone() for name, value in net.state_dict().items()}
    drawn = torch.rand(3, device="cuda"), torch.rand(3)
    optimizer.step()
    accelerator.load_state(str(tmp_path))
    assert torch.equal(torch.rand(3, device="cuda"), drawn[0])
    assert torch.equal(torch.rand(3), drawn[1])
    assert all(torch.equal(value, weights[name]) for name, value in net.state_dict().items())


@pytest.mark.parametrize(
    "where", [{"0": 0, "1": 1, "2": "cpu"}, {"0": "cuda:0", "1": "cpu", "2": "cuda:1"}], ids=str
)
def test_dispatch_over_two_gpus_and_the_host(where):
    net = make_net()
    features = torch.randn(5, 4)
    wanted = net(features)
    spread = accelerate.dispatch_model(net, where, main_device="cuda:0")
    torch.testing.assert_close(spread(features.to("cuda:0")).cpu(), wanted)


def test_big_model_from_a_checkpoint(tmp_path):
    net = make_net()
    Accelerator().save_model(net, str(tmp_path))
    with accelerate.init_empty_weights():
        empty = make_net()
    assert empty[0].weight.is_meta
    layer = 4 * 33 * 4
    where = accelerate.infer_auto_device_map(
        empty, {0: layer + 300, 1: layer + 300, "cpu": 1 << 20}
    )
    loaded = accelerate.load_checkpoint_and_dispatch(empty, str(tmp_path), where)
    features = torch.randn(5, 4)
    torch.testing.assert_close(loaded(features.cuda()).cpu(), net(features))


def test_offload_to_the_host_and_to_disk(tmp_path):
    features = torch.randn(5, 4)
    wanted = make_net()(features)
    for offload in (accelerate.cpu_offload, accelerate.disk_offload):
        net = make_net()
        folder = () if offload is accelerate.cpu_offload else (str(tmp_path),)
        offload(net, *folder, execution_device="cuda:0")
        torch.testing.assert_close(net(features.cuda()).cpu(), wanted)


def test_the_batch_size_goes_down_when_memory_runs_out():
    tried = []

    @find_executable_batch_size(starting_batch_size=64)
    def run(batch_size):
        tried.append(batch_size)
        if batch_size > 16:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB")
        return batch_size

    assert run() <= 16 and tried == sorted(tried, reverse=True)


def test_tracking_memory_and_free_memory():
    accelerator = Accelerator()
    torch.cuda.reset_peak_memory_stats()
    net = accelerator.prepare(nn.Linear(64, 64))
    assert torch.cuda.max_memory_allocated() >= 64 * 64 * 4
    (net,) = accelerator.free_memory(net)
    assert net is None


@pytest.mark.parametrize("how", ["ddp", "fsdp"])
def test_launch_two_processes(launch, how):
    options = [
        "--num_processes=2",
        "--num_machines=1",
        "--mixed_precision=no",
        "--dynamo_backend=no",
    ]
    told = launch("-m", "accelerate.commands.launch", "--multi_gpu", *options, __file__, how)
    told = json.loads(told.strip().splitlines()[-1])

    assert told["processes"] == 2 and told["devices"] == [0, 1] and told["gathered"] == [0, 1]
    if how == "ddp":
        assert told["losses"] == pytest.approx(train(Accelerator())[1], rel=1e-3)
    assert told["losses"][-1] < 0.5 * told["losses"][0]


@pytest.mark.compiles
def test_compiled_by_the_accelerator():
    net, losses = train(Accelerator(dynamo_backend="inductor"), epochs=2)
    AcceleratorState._reset_state(True)
    wanted, expected = train(Accelerator(), epochs=2)
    assert losses == pytest.approx(expected, rel=1e-3)
    for ours, theirs in zip(net.parameters(), wanted.parameters()):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4)


def main(how):
    plugins = {}
    if how == "fsdp":
        plugins["fsdp_plugin"] = FullyShardedDataParallelPlugin(fsdp_version=2)
    handlers = [DistributedDataParallelKwargs(find_unused_parameters=False)]
    accelerator = Accelerator(kwargs_handlers=handlers, **plugins)
    _, losses = train(accelerator, batch_size=8)
    mine = torch.tensor([accelerator.process_index], device=accelerator.device)
    told = dict(
        processes=accelerator.num_processes,
        devices=accelerate.utils.gather_object([torch.cuda.current_device()]),
        gathered=accelerator.gather(mine).tolist(),
        losses=losses,
    )
    if accelerator.is_main_process:
        print(json.dumps(told))
    accelerator.end_training()


if __name__ == "__main__":
    main(sys.argv[1])
