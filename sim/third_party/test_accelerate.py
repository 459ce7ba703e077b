"""accelerate: its MUSA path, mixed precision, accumulation, states, big models, two processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import accelerate
import pytest
import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState, GradientState
from accelerate.utils import find_executable_batch_size, is_musa_available, set_seed
from models import SEEN_TYPE, make_regression_data, make_regression_net
from torch import nn

TWO_PROCESSES = Path(__file__).with_name("train_on_two_processes.py")


@pytest.fixture(autouse=True)
def fresh_state():
    """accelerate keeps its choice of device in singletons."""
    yield
    AcceleratorState._reset_state(True)
    GradientState._reset_state()


def train(accelerator, epochs=4):
    """Train the small net; gives it and the losses."""
    net = make_regression_net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    loader = torch.utils.data.DataLoader(make_regression_data(), batch_size=16)
    net, optimizer, loader = accelerator.prepare(net, optimizer, loader)
    losses = []
    for _ in range(epochs):
        for features, wanted in loader:
            with accelerator.accumulate(net):
                loss = nn.functional.mse_loss(net(features), wanted)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(net.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
            losses.append(loss.detach())
    assert all(loss.is_musa for loss in losses)
    return accelerator.unwrap_model(net), torch.stack(losses).tolist()


def train_without_accelerate(epochs=4, accumulated=1):
    """The same on the CPU, in plain PyTorch."""
    net = make_regression_net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    loader = torch.utils.data.DataLoader(make_regression_data(), batch_size=16)
    for _ in range(epochs):
        for batch, (features, wanted) in enumerate(loader, 1):
            (nn.functional.mse_loss(net(features), wanted) / accumulated).backward()
            if batch % accumulated == 0:
                nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
    return net


def test_musa_is_chosen():
    assert is_musa_available(check_device=True)
    assert Accelerator().device.type == SEEN_TYPE


@pytest.mark.parametrize("accumulated", [1, 2])
def test_the_loop_equals_plain_pytorch_on_the_cpu(accumulated):
    net, _ = train(Accelerator(gradient_accumulation_steps=accumulated))
    wanted = train_without_accelerate(accumulated=accumulated)
    for ours, theirs in zip(net.cpu().parameters(), wanted.parameters()):
        torch.testing.assert_close(ours, theirs)


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_mixed_precision(precision):
    accelerator = Accelerator(mixed_precision=precision)
    assert (accelerator.scaler is not None) == (precision == "fp16")
    net, losses = train(accelerator, epochs=10)
    assert losses[-1] < 0.5 * losses[0]
    assert net[0].weight.dtype == torch.float32


def test_a_saved_state_is_taken_up_again(tmp_path):
    accelerator = Accelerator()
    net = make_regression_net()
    net, optimizer = accelerator.prepare(net, torch.optim.AdamW(net.parameters()))
    net(torch.ones(2, 4, device="musa")).sum().backward()
    optimizer.step()
    set_seed(5)
    accelerator.save_state(tmp_path)
    weights = {name: value.clone() for name, value in net.state_dict().items()}
    drawn = torch.rand(3, device="musa"), torch.rand(3)
    optimizer.step()
    accelerator.load_state(tmp_path)
    assert torch.equal(torch.rand(3, device="musa"), drawn[0])
    assert torch.equal(torch.rand(3), drawn[1])
    assert all(torch.equal(value, weights[name]) for name, value in net.state_dict().items())


def test_a_model_spread_over_devices_and_the_host():
    net = make_regression_net()
    features = torch.randn(5, 4)
    wanted = net(features)
    spread = accelerate.dispatch_model(net, {"0": 0, "1": 1, "2": "cpu"})
    assert spread.hf_device_map == {"0": 0, "1": 1, "2": "cpu"}
    given = spread(features.to("musa:0"))
    torch.testing.assert_close(given.cpu(), wanted)


def test_a_device_map_follows_the_memory():
    net = nn.Sequential(*(nn.Linear(64, 64) for _ in range(4)))
    layer = 64 * 65 * 4
    limits = {0: 2 * layer + 64, 1: layer + 64, "cpu": 10 * layer}
    chosen = accelerate.infer_auto_device_map(net, max_memory=limits)
    assert set(map(str, chosen.values())) == {"0", "1", "cpu"}
    assert sum(accelerate.utils.get_max_memory().values()) > 0


def test_weights_on_the_host_come_to_the_device_when_used():
    net = make_regression_net()
    features = torch.randn(5, 4)
    wanted = net(features)
    accelerate.cpu_offload(net, execution_device="musa")
    torch.testing.assert_close(net(features).cpu(), wanted)
    assert net[0].weight.device.type == "meta"


def test_a_checkpoint_goes_straight_to_the_devices(tmp_path):
    net = make_regression_net()
    Accelerator().save_model(net, tmp_path)
    with accelerate.init_empty_weights():
        empty = make_regression_net()
    loaded = accelerate.load_checkpoint_and_dispatch(empty, tmp_path, {"0": 0, "1": 0, "2": 1})
    features = torch.randn(3, 4)
    torch.testing.assert_close(loaded(features.musa()).cpu(), net(features))


def test_the_batch_shrinks_when_memory_runs_out():
    total = torch.musa.get_device_properties(0).total_memory
    tried = []

    @find_executable_batch_size(starting_batch_size=8)
    def step(batch):
        tried.append(batch)
        return torch.empty(batch * total // 4, dtype=torch.uint8, device="musa").numel()

    fitted = step() * 4 // total
    assert 1 <= fitted <= 4 and tried[0] == 8 and tried[-1] == fitted
    assert tried == sorted(tried, reverse=True)


@pytest.mark.parametrize("precision", ["no", "bf16"])
def test_two_processes_equal_one_with_the_whole_batch(tmp_path, precision, pytestconfig):
    """By `accelerate launch`, over mccl."""
    result = tmp_path / "result.json"
    command = [sys.executable, "-m", "accelerate.commands.launch", "--num_processes", "2"]
    command += ["--num_machines", "1", "--multi_gpu", "--mixed_precision", precision]
    command += ["--dynamo_backend", "no", "--main_process_port", "0", str(TWO_PROCESSES)]
    environment = {**os.environ, "HF_HOME": str(tmp_path)}
    done = subprocess.run(
        [*command, str(result)], env=environment, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr[-4000:]
    told = json.loads(result.read_text())
    # A user's script asks; the adapter answers as on CUDA.
    backend = "nccl" if pytestconfig.getoption("--with-torchada") else "mccl"
    assert told["type"] == "DistributedType.MULTI_MUSA" and told["backend"] == backend
    assert told["devices"] == [0, 1] and told["gathered"] == [0, 1]
    if precision == "no":
        wanted = train_without_accelerate(epochs=2)
        for ours, theirs in zip(told["weights"], wanted.state_dict().values()):
            torch.testing.assert_close(torch.tensor(ours), theirs)
