"""Saving and loading: locations, map_location, the refusal of CUDA's."""

import io

import pytest
import torch


def saved(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer, **options)
    buffer.seek(0)
    return buffer


@pytest.mark.parametrize("zipped", [True, False])
def test_a_tensor_comes_back_where_it_was(second_device, zipped):
    x = torch.arange(3.0, device=f"musa:{second_device}")
    y = torch.load(saved(x, _use_new_zipfile_serialization=zipped))
    assert y.device == x.device and torch.equal(x.cpu(), y.cpu())


@pytest.mark.parametrize("location", ["cpu", "musa:1", torch.device("musa:1"), {"musa:0": "cpu"}])
def test_map_location(location):
    y = torch.load(saved(torch.ones(2, device="musa")), map_location=location)
    assert str(y.device) == ("cpu" if isinstance(location, dict) else str(location))


def test_a_device_that_does_not_exist():
    buffer = saved(torch.ones(2, device="musa"))
    with pytest.raises(RuntimeError, match="MUSA device 5 but .* is 2"):
        torch.load(buffer, map_location="musa:5")


def test_without_a_device(run_python, tmp_path):
    torch.save(torch.ones(2, device="musa"), tmp_path / "saved")
    code = f"import torch; torch.load({str(tmp_path / 'saved')!r})"
    environment = {"MUSASIM": "1", "MUSASIM_DEVICES": "0"}
    result = run_python(code, env=environment, check=False)
    assert "Attempting to deserialize object on a MUSA device but" in result.stderr


def test_cuda_locations_are_refused():
    buffer = saved(torch.ones(2, device="musa"))
    data = io.BytesIO(buffer.getvalue().replace(b"musa:0", b"cuda:0"))
    with pytest.raises(RuntimeError, match="on a CUDA device"):
        torch.load(data)
    data.seek(0)
    assert torch.load(data, map_location="cpu").device.type == "cpu"


def test_state_of_a_module_and_its_optimizer():
    module = torch.nn.Linear(2, 2).musa()
    optimizer = torch.optim.Adam(module.parameters())
    module(torch.ones(1, 2, device="musa")).sum().backward()
    optimizer.step()
    states = torch.load(saved([module.state_dict(), optimizer.state_dict()]))
    other = torch.nn.Linear(2, 2).musa()
    other.load_state_dict(states[0])
    assert torch.equal(other.weight.cpu(), module.weight.cpu())
    assert states[1]["state"][0]["exp_avg"].is_musa
