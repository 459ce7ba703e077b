"""Checkpoints: what is saved here loads on CUDA, what CUDA saved loads here."""

import copy
import io
import json
import pickle
import zipfile

import pytest
import torch

pytestmark = pytest.mark.musa


def saved(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer, **options)
    return buffer.getvalue()


def retagged(data, old=b"cuda:", new=b"musa:"):
    """The same checkpoint as another program would have tagged it (the names have equal length)."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for item in source.infolist():
            content = source.read(item)
            if item.filename.endswith("/data.pkl"):
                assert old in content
                content = content.replace(old, new)
            target.writestr(item, content)
    return out.getvalue()


def load(data, **options):
    return torch.load(io.BytesIO(data), **options)


@pytest.fixture
def checkpoint():
    return saved({"x": torch.arange(4.0, device="cuda"), "y": torch.ones(2)})


@pytest.mark.parametrize("zipped", [True, False])
def test_what_is_saved_carries_cudas_location(zipped):
    data = saved(torch.ones(2, device="cuda"), _use_new_zipfile_serialization=zipped)
    assert b"cuda:0" in data and b"musa" not in data


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("weights_only", [True, False])
def test_round_trip_without_map_location(zipped, weights_only):
    data = saved(torch.arange(4.0, device="cuda"), _use_new_zipfile_serialization=zipped)
    back = load(data, weights_only=weights_only)
    assert back.is_cuda and back.device == torch.device("cuda:0")
    assert back.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("tag", [b"cuda:", b"musa:"])
@pytest.mark.parametrize(
    "map_location, expected",
    [
        (None, "cuda:0"),
        ("cuda", "cuda:0"),
        ("cuda:0", "cuda:0"),
        (torch.device("cuda"), "cuda:0"),
        (torch.device("cuda:0"), "cuda:0"),
        ("cpu", "cpu"),
        (torch.device("cpu"), "cpu"),
        ({"cuda:0": "cpu"}, "cpu"),
        ({"cuda:0": "cuda:0"}, "cuda:0"),
        (lambda storage, location: storage, "cpu"),
        (lambda storage, location: storage.cuda(), "cuda:0"),
        (lambda storage, location: None, "cuda:0"),
    ],
)
def test_map_location(checkpoint, tag, map_location, expected, weights_only):
    data = checkpoint if tag == b"cuda:" else retagged(checkpoint)
    back = load(data, map_location=map_location, weights_only=weights_only)
    assert str(back["x"].device) == expected
    assert back["x"].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("tag", [b"cuda:", b"musa:"])
def test_functions_see_cudas_location(checkpoint, tag):
    seen = []
    data = checkpoint if tag == b"cuda:" else retagged(checkpoint)
    load(data, map_location=lambda storage, location: seen.append(location))
    assert seen == ["cuda:0", "cpu"]


def test_tensors_of_the_cpu_stay_there(checkpoint):
    assert load(checkpoint)["y"].device == torch.device("cpu")
    assert load(saved(torch.ones(2)), map_location="cuda").is_cuda


def test_index_that_does_not_exist(checkpoint):
    data = retagged(checkpoint, b"cuda:0", b"cuda:9")
    with pytest.raises(RuntimeError, match=r"CUDA device 9 but torch.cuda.device_count\(\) is"):
        load(data)
    assert load(data, map_location="cuda:0")["x"].is_cuda
    assert load(data, map_location={"cuda:9": "cuda:0"})["x"].is_cuda


def test_unknown_location_is_the_error_of_pytorch(checkpoint):
    with pytest.raises(RuntimeError, match="don't know how to restore"):
        load(checkpoint, map_location="cudax")


def test_training_state_round_trip():
    torch.manual_seed(0)
    model = torch.nn.Linear(3, 2).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 3, device="cuda")).sum().backward()
    optimizer.step()
    data = saved({"model": model.state_dict(), "optimizer": optimizer.state_dict()})

    state = load(data, weights_only=True)
    other = torch.nn.Linear(3, 2).cuda()
    other.load_state_dict(state["model"])
    again = torch.optim.Adam(other.parameters())
    again.load_state_dict(state["optimizer"])
    assert torch.equal(other.weight, model.weight)
    assert all(value["exp_avg"].is_cuda for value in again.state.values())


def test_whole_module_and_parameters_and_views():
    module = load(saved(torch.nn.Linear(2, 2).cuda()), weights_only=False)
    assert module.weight.is_cuda and isinstance(module.weight, torch.nn.Parameter)
    base = torch.arange(6.0, device="cuda")
    first, second = load(saved([base, base[2:]]))
    first[2] = 9
    assert second[0].item() == 9


@pytest.mark.parametrize("weights_only", [True, False])
def test_devices_in_checkpoints_are_cudas(weights_only):
    data = saved({"device": torch.device("cuda:0")})
    assert b"musa" not in data
    back = load(data, weights_only=weights_only)["device"]
    assert back == torch.device("cuda:0") and str(back) == "cuda:0"


def test_devices_copy_and_pickle():
    for device in (torch.device("cuda"), torch.device("cuda:1"), torch.device("cpu")):
        assert copy.deepcopy(device) == device
        assert b"musa" not in pickle.dumps(device)
        assert pickle.loads(pickle.dumps(device)) == device


def test_tensors_copy_and_pickle():
    x = torch.arange(3.0, device="cuda")
    assert torch.equal(copy.deepcopy(x), x) and copy.deepcopy(x).is_cuda
    assert pickle.loads(pickle.dumps(x)).is_cuda


def test_mmap_load(tmp_path, checkpoint):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(checkpoint)
    assert torch.load(path, mmap=True, map_location="cpu")["x"].tolist() == [0, 1, 2, 3]


def test_stock_pytorch_reads_what_was_saved_here(tmp_path, checkpoint, run_python):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(checkpoint)
    code = (
        "import json, sys, torch\n"
        f"value = torch.load({str(path)!r}, map_location='cpu')\n"
        "seen = []\n"
        f"torch.load({str(path)!r}, map_location=lambda s, l: (seen.append(l), s)[1])\n"
        "print(json.dumps([value['x'].tolist(), seen, 'torchada._core' in sys.modules]))"
    )
    out = run_python(code, musasim=False, env={"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}).stdout
    assert json.loads(out) == [[0, 1, 2, 3], ["cuda:0", "cpu"], False]
