"""deepspeed: ZeRO 0 to 3 on two processes by "nccl", bf16 and (with TORCHADA_DEVICE_CAPABILITY=8.0) fp16, checkpoints."""

import json
import sys

import deepspeed
import pytest
import torch
from deepspeed.accelerator import get_accelerator
from torch import nn

PACKAGES = ("deepspeed",)


def test_the_accelerator():
    accelerator = get_accelerator()
    assert (
        accelerator.device_name() == "cuda" and accelerator.communication_backend_name() == "nccl"
    )
    assert accelerator.is_available() and accelerator.device_count() == torch.cuda.device_count()
    assert accelerator.memory_allocated() >= 0 and accelerator.total_memory() > 0
    assert accelerator.is_bf16_supported()
    assert accelerator.on_accelerator(torch.ones(1, device=accelerator.current_device_name()))


@pytest.mark.parametrize("stage", [0, 1, 2, 3])
def test_two_processes(torchrun, stage):
    precision = "bf16" if stage % 2 else "fp16"
    # For fp16 it wants compute capability 7, and MUSA's numbers are others.
    told = torchrun(__file__, stage, precision, env={"TORCHADA_DEVICE_CAPABILITY": "8.0"})
    told = json.loads(told.strip().splitlines()[-1])
    assert told["device"].startswith("cuda") and told["losses"][-1] < told["losses"][0]
    assert told["after"] == pytest.approx(told["before"], rel=1e-3)


def main(stage, precision):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 1))
    config = {
        "train_micro_batch_size_per_gpu": 8,
        "optimizer": {"type": "AdamW", "params": {"lr": 5e-3, "torch_adam": True}},
        "zero_optimization": {"stage": int(stage)},
        precision: {"enabled": True},
        "gradient_clipping": 1.0,
    }
    engine, *_ = deepspeed.initialize(model=net, model_parameters=net.parameters(), config=config)
    dtype = torch.float16 if precision == "fp16" else torch.bfloat16
    x = torch.randn(8, 8, generator=torch.Generator().manual_seed(1)).to(engine.device, dtype)
    losses = []
    for _ in range(12):
        loss = nn.functional.mse_loss(engine(x).float(), x.float().sum(1, keepdim=True))
        engine.backward(loss)
        engine.step()
        losses.append(loss.item())
    engine.save_checkpoint("saved")
    before = engine(x).float().sum().item()
    engine.load_checkpoint("saved")
    after = engine(x).float().sum().item()
    if torch.distributed.get_rank() == 0:
        print(
            json.dumps(dict(device=str(engine.device), losses=losses, before=before, after=after))
        )
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
