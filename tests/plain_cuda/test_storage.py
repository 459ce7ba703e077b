"""Storages: where they are, what they are called, how they move."""

import copy
import pickle

import pytest
import torch

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("ignore:TypedStorage is deprecated:UserWarning"),
    pytest.mark.filterwarnings("ignore:The torch.cuda.*:UserWarning"),
]

NAMES = ["Float", "Double", "Half", "BFloat16", "Byte", "Char", "Short", "Int", "Long", "Bool"]


@pytest.fixture
def x():
    return torch.arange(3.0, device="cuda")


def test_untyped_storage(x):
    storage = x.untyped_storage()
    assert type(storage) is torch.UntypedStorage
    assert storage.is_cuda and storage.device == x.device and storage.device.type == "cuda"
    assert storage.get_device() == 0 and storage.nbytes() == 12
    assert storage.data_ptr() == x.data_ptr()
    assert storage.type() == "torch.storage.UntypedStorage"
    assert repr(torch.UntypedStorage(2, device="cuda").fill_(0)) == (
        " 0\n 0\n[torch.storage.UntypedStorage(device=cuda:0) of size 2]"
    )


def test_untyped_storage_moves(x):
    cpu = x.untyped_storage().cpu()
    assert not cpu.is_cuda and cpu.device.type == "cpu"
    for moved in (cpu.cuda(), cpu.cuda(0), cpu.to(device="cuda"), cpu.to(device="cuda:0")):
        assert moved.is_cuda and bytes(moved.cpu()) == bytes(cpu)
    assert x.untyped_storage().to(device=x.device).data_ptr() == x.data_ptr()
    clone = x.untyped_storage().clone()
    assert clone.is_cuda and clone.data_ptr() != x.data_ptr()
    assert copy.deepcopy(x.untyped_storage()).is_cuda


def test_typed_storage(x):
    storage = x.storage()
    assert type(storage) is torch.storage.TypedStorage
    assert storage.is_cuda and storage.device == x.device and storage.get_device() == 0
    assert storage.type() == "torch.cuda.FloatStorage" and storage.dtype is torch.float32
    assert storage.tolist() == [0.0, 1.0, 2.0] and len(storage) == 3
    assert (
        repr(storage)
        == str(storage)
        == (
            " 0.0\n 1.0\n 2.0\n"
            "[torch.storage.TypedStorage(dtype=torch.float32, device=cuda:0) of size 3]"
        )
    )
    assert x.storage_type() is torch.cuda.FloatStorage
    assert storage.pickle_storage_type() == "FloatStorage"


def test_typed_storage_moves(x):
    cpu = x.storage().cpu()
    assert cpu.type() == "torch.FloatStorage"
    for moved in (cpu.cuda(), cpu.cuda(0)):
        assert moved.is_cuda and moved.type() == "torch.cuda.FloatStorage"
        assert moved.tolist() == [0.0, 1.0, 2.0]
    assert cpu.half().cuda().type() == "torch.cuda.HalfStorage"
    assert copy.deepcopy(x.storage()).type() == "torch.cuda.FloatStorage"


@pytest.mark.parametrize("name", NAMES)
def test_legacy_storage_types(x, name):
    kind, cpu_kind = getattr(torch.cuda, f"{name}Storage"), getattr(torch, f"{name}Storage")
    assert str(kind) == f"<class 'torch.cuda.{name}Storage'>" and kind.__module__ == "torch.cuda"
    assert kind.dtype is cpu_kind.dtype
    made = kind(2)
    assert made.is_cuda and made.dtype is kind.dtype and len(made) == 2
    assert made.type() == f"torch.cuda.{name}Storage"
    assert isinstance(made, kind) and not isinstance(made, cpu_kind)
    assert not isinstance(cpu_kind(2), kind)
    assert kind([1, 0]).tolist() == [1, 0]
    assert kind().device.type == "cuda"
    y = x.to(kind.dtype)
    assert isinstance(y.storage(), kind)
    assert isinstance(y.storage(), torch.cuda.FloatStorage) is (name == "Float")


def test_a_tensor_over_a_storage():
    storage = torch.cuda.FloatStorage([1, 2, 3, 4])
    tensor = torch.empty(0, device="cuda").set_(storage, 0, (2, 2))
    assert tensor.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert torch.cuda.FloatTensor(storage).tolist() == [1.0, 2.0, 3.0, 4.0]


def test_what_gpu_storages_refuse():
    with pytest.raises(RuntimeError, match="^from_buffer: Not available for CUDA storage$"):
        torch.cuda.FloatStorage.from_buffer(b"1234")


def test_pickled_storages(x):
    storage = pickle.loads(pickle.dumps(x.storage()))
    assert storage.type() == "torch.cuda.FloatStorage" and storage.tolist() == [0.0, 1.0, 2.0]
    assert storage.data_ptr() != x.data_ptr()


def test_storage_class_of_the_default_type():
    assert torch.Storage is torch.FloatStorage
