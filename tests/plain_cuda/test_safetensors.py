"""safetensors reads to and writes from the GPU; it is not PyTorch's, so it may be missing."""

import pytest
import torch

pytestmark = pytest.mark.gpu

safetensors = pytest.importorskip("safetensors")


@pytest.fixture
def path(tmp_path):
    from safetensors.torch import save_file

    path = tmp_path / "weights.safetensors"
    x = torch.arange(4.0, device="cuda")
    save_file({"x": x, "half": x.to(torch.bfloat16)}, path, metadata={"format": "pt"})
    return path


@pytest.mark.parametrize("device, expected", [("cuda", "cuda:0"), ("cuda:0", "cuda:0"), (0, None)])
def test_load_file(path, device, expected):
    from safetensors.torch import load_file

    back = load_file(path, device=device)
    assert all(str(tensor.device) == (expected or "cuda:0") for tensor in back.values())
    assert back["x"].tolist() == [0, 1, 2, 3] and back["half"].dtype == torch.bfloat16


def test_load_file_to_the_cpu(path):
    from safetensors.torch import load_file

    assert {tensor.device.type for tensor in load_file(path).values()} == {"cpu"}


def test_open_and_slice(path):
    from safetensors import safe_open

    with safe_open(path, framework="pt", device="cuda:0") as file:
        assert file.get_tensor("x").is_cuda
        part = file.get_slice("x")[1:3]
        assert part.is_cuda and part.tolist() == [1, 2]


def test_modules(tmp_path):
    from safetensors.torch import load_model, save_model

    model = torch.nn.Linear(2, 2).cuda()
    save_model(model, tmp_path / "model.safetensors")
    other = torch.nn.Linear(2, 2).cuda()
    load_model(other, tmp_path / "model.safetensors", device="cuda")
    assert torch.equal(other.weight, model.weight) and other.weight.is_cuda
