"""MUSASIM_CHECK=1 under torch: operators reach device memory, the host does not."""

import pytest

CHECKED = {"MUSASIM": "1", "MUSASIM_DEVICES": "2", "MUSASIM_CHECK": "1"}


def test_programs_run_as_without_it(run_python):
    code = """
    import io, torch, torch_musa
    x = torch.arange(12.0, device="musa").view(3, 4)
    print(x.sum().item(), (x @ x.t()).trace().item(), x.sort(descending=True)[0][0, 0].item())
    print(x[:2, :2])  # copies to the host
    index = torch.tensor([2, 0], device="musa")
    print(x[index].tolist(), x[x > 10].tolist(), torch.cat([x, x]).shape)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1)).to("musa")
    optimizer = torch.optim.Adam(model.parameters())
    model(x).sum().backward()
    optimizer.step()
    print(x.double().to_sparse().coalesce().values().numel(), x.clone().resize_(20).shape)
    print(x.to("musa:1").add_(1).cpu().sum().item())
    buffer = io.BytesIO()
    torch.save(x, buffer)
    buffer.seek(0)
    print(torch.equal(torch.load(buffer), x))
    big = torch.randn(256, 256, device="musa")  # on several threads
    print((big @ big).isfinite().all().item())
    """
    lines = run_python(code, env=CHECKED)
    assert lines.stdout.splitlines() == [
        "66.0 506.0 3.0",
        "tensor([[0., 1.],",
        "        [4., 5.]], device='musa:0')",
        "[[8.0, 9.0, 10.0, 11.0], [0.0, 1.0, 2.0, 3.0]] [11.0] torch.Size([6, 4])",
        "11 torch.Size([20])",
        "78.0",
        "True",
        "True",
    ]
    assert "ERROR" not in lines.stderr


def test_copies_behind_sleeping_streams_are_allowed(run_python):
    code = """
    import torch, torch_musa
    source, target = torch.ones(1000).pin_memory(), torch.zeros(1000, device="musa")
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        torch_musa._sleep(50_000_000)
        target.copy_(source, non_blocking=True)
        back = target.to("cpu", non_blocking=True)
    stream.synchronize()
    print(back.sum().item())
    """
    assert run_python(code, env=CHECKED).stdout.split() == ["1000.0"]


@pytest.mark.parametrize(
    "access, word",
    [
        ("ctypes.c_float.from_address(x.data_ptr()).value", "reads"),
        ("ctypes.memset(x.data_ptr(), 0, 4)", "writes"),
    ],
)
def test_the_host_may_not_touch_device_memory(run_python, access, word):
    code = f"""
    import ctypes, torch
    x = torch.ones(1000, device="musa") * 2
    print(x.sum().item(), flush=True)
    {access}
    print("not reached")
    """
    done = run_python(code, env=CHECKED, check=False)
    assert done.returncode != 0 and done.stdout.split() == ["2000.0"]
    assert f"ERROR: host access: the host {word} memory at 0x" in done.stderr
    assert "bytes of device memory at" in done.stderr and "(device 0)" in done.stderr


def test_nested_and_quantized_tensors_keep_to_the_rules(run_python):
    """Shapes of nested views are made on the host; copies of quantized tensors are operators."""
    code = """
    import torch, torch_musa
    parts = [torch.ones(2, 3), torch.ones(4, 3)]
    nested = torch.nested.nested_tensor([p.to("musa") for p in parts])
    print(nested.transpose(1, 2)._nested_tensor_size().tolist())
    stream = torch_musa.Stream()
    with torch_musa.stream(stream):
        torch_musa._sleep(50_000_000)
        x = torch.quantize_per_tensor(torch.ones(4), 0.5, 0, torch.qint8).to("musa")
        print(stream.query())
    y = torch.quantize_per_channel(
        torch.ones(2, 2), torch.ones(2), torch.zeros(2), 0, torch.qint8).to("musa")
    print(x.cpu().dequantize().sum().item(), y.cpu().dequantize().sum().item())
    """
    done = run_python(code, env=CHECKED)
    assert done.stdout.splitlines() == ["[[3, 2], [3, 4]]", "True", "4.0 4.0"]
    assert "ERROR" not in done.stderr
