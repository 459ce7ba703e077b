"""torch.save and torch.load: locations, every form of map_location, what kinds of tensors keep."""

import pathlib

import pytest
import torch

from .checkpoints import load, records, retagged, saved

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:Sparse:UserWarning"),
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
    pytest.mark.filterwarnings("ignore:.*quantized tensor creation functions:UserWarning"),
]


# Written by PyTorch 2.11 with CUDA 13.0 on an NVIDIA H200.
FROM_CUDA = pathlib.Path(__file__).with_name("data")


@pytest.fixture
def checkpoint():
    return saved({"x": torch.arange(4.0, device="cuda"), "y": torch.ones(2)})


def test_the_location_is_in_the_file():
    assert b"cuda:0" in records(saved(torch.ones(2, device="cuda")))["data.pkl"]
    assert b"cuda:0" in saved(torch.ones(2, device="cuda"), _use_new_zipfile_serialization=False)


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("weights_only", [True, False])
def test_round_trip_without_map_location(zipped, weights_only):
    data = saved(torch.arange(4.0, device="cuda"), _use_new_zipfile_serialization=zipped)
    back = load(data, weights_only=weights_only)
    assert back.is_cuda and back.device == torch.device("cuda:0")
    assert back.tolist() == [0, 1, 2, 3]


MAPS = [
    (None, "cuda:0"),
    ("cuda", "cuda:0"),
    ("cuda:0", "cuda:0"),
    (torch.device("cuda"), "cuda:0"),
    (torch.device("cuda:0"), "cuda:0"),
    (torch.device("cuda", 0), "cuda:0"),
    ("cpu", "cpu"),
    (torch.device("cpu"), "cpu"),
    ("meta", "meta"),
    ({"cuda:0": "cpu"}, "cpu"),
    ({"cuda:0": "cuda:0"}, "cuda:0"),
    ({"cuda:1": "cpu"}, "cuda:0"),
    ({"cpu": "cuda:0"}, "cuda:0"),
    (lambda storage, location: storage, "cpu"),
    (lambda storage, location: storage.cuda(), "cuda:0"),
    (lambda storage, location: storage.cuda(0), "cuda:0"),
    (lambda storage, location: None, "cuda:0"),
]


@pytest.mark.parametrize("weights_only", [True, False])
@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("map_location, expected", MAPS)
def test_map_location(map_location, expected, zipped, weights_only):
    data = saved(torch.arange(4.0, device="cuda"), _use_new_zipfile_serialization=zipped)
    back = load(data, map_location=map_location, weights_only=weights_only)
    assert str(back.device) == expected
    assert expected == "meta" or back.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("map_location", ["cuda", "cuda:0", {"cpu": "cuda:0"}])
def test_tensors_of_the_cpu_go_where_they_are_sent(map_location):
    assert load(saved(torch.ones(2)), map_location=map_location).device == torch.device("cuda:0")


def test_a_function_sees_the_locations(checkpoint):
    seen = []

    def place(storage, location):
        seen.append((type(storage).__name__, storage.device.type, location))

    load(checkpoint, map_location=place)
    assert seen == [("UntypedStorage", "cpu", "cuda:0"), ("UntypedStorage", "cpu", "cpu")]


def test_tensors_of_the_cpu_stay_there(checkpoint):
    assert load(checkpoint)["y"].device == torch.device("cpu")


@pytest.mark.parametrize("name", ["checkpoint_cuda.pt", "legacy_cuda.pt"])
def test_a_checkpoint_of_a_cuda_machine(name):
    data = (FROM_CUDA / name).read_bytes()
    back = load(data)
    assert back["x"].device == torch.device("cuda:0") and back["x"].tolist() == [0, 1, 2, 3]
    assert back["y"].device == torch.device("cpu") and back["y"].tolist() == [1, 1]
    assert load(data, map_location="cpu")["x"].tolist() == [0, 1, 2, 3]


def test_other_kinds_in_a_checkpoint_of_a_cuda_machine():
    back = torch.load(FROM_CUDA / "kinds_cuda.pt")
    eye = torch.eye(2, device="cuda")
    assert back["coo"].is_coalesced() and back["coo"].to_dense().equal(eye)
    assert back["csr"].layout == torch.sparse_csr and back["csr"].to_dense().equal(eye)
    assert isinstance(back["p"], torch.nn.Parameter) and back["p"].is_cuda
    assert back["d"] == torch.device("cuda:0")
    assert back["q"].is_cuda and back["q"].int_repr().tolist() == [10, 10]


def same_description(value, name):
    theirs = records((FROM_CUDA / name).read_bytes())
    return records(saved(value))["data.pkl"] == theirs["data.pkl"]


def test_the_file_is_what_a_cuda_machine_writes():
    """Byte for byte in what describes the tensors."""
    value = {"x": torch.arange(4.0, device="cuda"), "y": torch.ones(2)}
    assert same_description(value, "checkpoint_cuda.pt")


@pytest.mark.torch_from(2, 11)
def test_other_kinds_are_as_a_cuda_machine_writes_them():
    """The same; older releases make larger storages for the parts of sparse tensors."""
    x = torch.ones(2, device="cuda")
    eye = torch.eye(2, device="cuda")
    value = {
        "coo": eye.to_sparse(),
        "csr": eye.to_sparse_csr(),
        "p": torch.nn.Parameter(x),
        "d": torch.device("cuda:0"),
        "q": torch.quantize_per_tensor(x, 0.1, 0, torch.quint8),
    }
    assert same_description(value, "kinds_cuda.pt")


def test_an_index_that_does_not_exist(checkpoint):
    data = retagged(checkpoint, b"cuda:0", b"cuda:9")
    with pytest.raises(RuntimeError) as error:
        load(data)
    assert str(error.value) == (
        "Attempting to deserialize object on CUDA device 9 but torch.cuda.device_count() is "
        f"{torch.cuda.device_count()}. Please use torch.load with map_location to map your "
        "storages to an existing device."
    )
    assert load(data, map_location="cuda:0")["x"].is_cuda
    assert load(data, map_location={"cuda:9": "cuda:0"})["x"].is_cuda
    with pytest.raises(RuntimeError, match="CUDA device 9 but"):
        load(checkpoint, map_location="cuda:9")


def test_a_misspelt_location(checkpoint):
    with pytest.raises(RuntimeError, match="Invalid device string: 'cuda0'"):
        load(checkpoint, map_location="cuda0")


def test_an_unknown_location(checkpoint):
    with pytest.raises(RuntimeError, match="don't know how to restore"):
        load(checkpoint, map_location="cudax")


def test_paths_and_mmap(tmp_path, checkpoint):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(checkpoint)
    for map_location, expected in ((None, "cuda:0"), ("cuda:0", "cuda:0"), ("cpu", "cpu")):
        back = torch.load(path, mmap=True, map_location=map_location)["x"]
        assert (str(back.device), back.tolist()) == (expected, [0, 1, 2, 3])
    assert torch.load(str(path), mmap=False)["x"].is_cuda


def test_the_default_device_does_not_move_what_is_loaded(checkpoint):
    with torch.device("cuda"):
        assert load(checkpoint)["y"].device == torch.device("cpu")


def test_the_functions_behind_it():
    storage = torch.ones(2).untyped_storage()
    for location in ("cuda", "cuda:0"):
        assert torch.serialization.default_restore_location(storage, location).is_cuda
        assert torch.serialization.validate_cuda_device(location) == 0
    on_gpu = torch.ones(2, device="cuda").untyped_storage()
    assert torch.serialization.location_tag(on_gpu) == "cuda:0"
    with pytest.raises(RuntimeError, match="CUDA device 9 but torch.cuda.device_count"):
        torch.serialization.validate_cuda_device("cuda:9")


def test_a_package_that_a_user_registers():
    seen = []

    def tag(storage):
        seen.append(storage.device.type)

    registry = torch.serialization._package_registry
    before = list(registry)
    torch.serialization.register_package(1, tag, lambda storage, location: None)
    try:
        back = load(saved(torch.ones(2, device="cuda")))
    finally:
        registry[:] = before
    assert seen == ["cuda"] and back.is_cuda


def test_loading_under_fake_tensors(tmp_path, checkpoint):
    from torch._subclasses import FakeTensorMode

    path = tmp_path / "checkpoint.pt"
    path.write_bytes(checkpoint)
    with FakeTensorMode():
        back = torch.load(path)
    assert back["x"].device == torch.device("cuda:0") and back["x"].shape == (4,)


def test_globals_in_a_checkpoint(tmp_path, checkpoint):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(checkpoint)
    assert torch.serialization.get_unsafe_globals_in_checkpoint(path) == []
