"""A loop of accelerate: a model that learns a line on the GPU, with events and a caught unsupported call."""

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader, TensorDataset


def main():
    torch.manual_seed(0)
    accelerator = Accelerator()
    x = torch.linspace(-1, 1, 64).unsqueeze(1)
    model = torch.nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    loader = DataLoader(TensorDataset(x, 3 * x + 1), batch_size=16)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(20):
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(model(inputs), targets)
            accelerator.backward(loss)
            optimizer.step()
        torch.cuda.current_stream().synchronize()
    end.record()
    torch.cuda.synchronize()
    try:
        torch.cuda.current_solver_handle()
    except RuntimeError:
        print("no handle")
    print(f"{loss.item():.4f}", begin.elapsed_time(end) > 0, torch.cuda.device_count())


if __name__ == "__main__":
    main()
