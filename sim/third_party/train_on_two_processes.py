"""What `accelerate launch` runs twice: the loop of test_accelerate.py, half of each batch here."""

import json
import sys

import torch
from accelerate import Accelerator
from models import make_regression_data, make_regression_net
from torch import nn


def main(result):
    accelerator = Accelerator()
    net = make_regression_net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    loader = torch.utils.data.DataLoader(make_regression_data(), batch_size=8)
    net, optimizer, loader = accelerator.prepare(net, optimizer, loader)
    for _ in range(2):
        for features, wanted in loader:
            accelerator.backward(nn.functional.mse_loss(net(features), wanted))
            accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
    mine = torch.tensor([accelerator.process_index], device=accelerator.device)
    devices = accelerate_objects(accelerator.device.index)
    told = {
        "type": str(accelerator.distributed_type),
        "backend": torch.distributed.get_backend(),
        "devices": devices,
        "gathered": accelerator.gather(mine).tolist(),
        "weights": [v.tolist() for v in accelerator.unwrap_model(net).state_dict().values()],
    }
    if accelerator.is_main_process:
        with open(result, "w") as file:
            json.dump(told, file)
    accelerator.end_training()


def accelerate_objects(value):
    """The value of every process, in order."""
    from accelerate.utils import gather_object

    return gather_object([value])


if __name__ == "__main__":
    main(sys.argv[1])
