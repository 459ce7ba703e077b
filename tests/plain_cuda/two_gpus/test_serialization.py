"""Two GPUs: checkpoints of the second one, and places on it."""

import io
import pickle

import pytest
import torch

from ..checkpoints import load, records, saved

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:Sparse:UserWarning"),
    pytest.mark.filterwarnings("ignore:.torch.jit.*is deprecated:DeprecationWarning"),
]

SECOND = torch.device("cuda:1")


def test_the_index_is_in_the_file():
    for value in (torch.ones(2, device=SECOND), torch.eye(2, device=SECOND).to_sparse()):
        data = saved(value)
        assert b"cuda:1" in records(data)["data.pkl"]
        assert load(data).device == SECOND
        assert pickle.loads(pickle.dumps(value)).device == SECOND


@pytest.mark.parametrize(
    "map_location, expected",
    [
        (None, ["cuda:0", "cuda:1"]),
        ("cuda:1", ["cuda:1", "cuda:1"]),
        (torch.device("cuda", 1), ["cuda:1", "cuda:1"]),
        ({"cuda:0": "cuda:1"}, ["cuda:1", "cuda:1"]),
        ({"cuda:0": "cuda:1", "cuda:1": "cuda:0"}, ["cuda:1", "cuda:0"]),
        ({"cuda:1": "cpu"}, ["cuda:0", "cpu"]),
        (lambda storage, location: storage.cuda(1), ["cuda:1", "cuda:1"]),
        (lambda storage, location: storage if location == "cuda:1" else None, ["cuda:0", "cpu"]),
    ],
)
@pytest.mark.parametrize("zipped", [True, False])
def test_map_location(map_location, expected, zipped):
    values = [torch.arange(3.0, device="cuda:0"), torch.arange(3.0, device=SECOND)]
    data = saved(values, _use_new_zipfile_serialization=zipped)
    back = load(data, map_location=map_location)
    assert [str(tensor.device) for tensor in back] == expected
    assert all(tensor.tolist() == [0, 1, 2] for tensor in back)


def test_a_bare_name_is_the_current_device():
    data = saved(torch.ones(2, device="cuda:0"))
    with torch.cuda.device(1):
        assert load(data, map_location="cuda").device == SECOND
        assert load(data).device == torch.device("cuda:0")
        assert torch.serialization.validate_cuda_device("cuda:1") == 1


def test_generators_and_devices():
    generator = torch.Generator(SECOND).manual_seed(5)
    back = pickle.loads(pickle.dumps(generator))
    assert back.device == SECOND and torch.equal(back.get_state(), generator.get_state())
    assert pickle.loads(pickle.dumps(SECOND)) == SECOND


def test_torchscript():
    module = torch.jit.script(torch.nn.Linear(2, 2).to(SECOND))
    data = module.save_to_buffer()
    assert b"cuda:1" in records(data)["data.pkl"]
    assert torch.jit.load(io.BytesIO(data)).weight.device == SECOND
    there = torch.jit.load(io.BytesIO(data), map_location="cuda:0")
    assert there.weight.device == torch.device("cuda:0")
