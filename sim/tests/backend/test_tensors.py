"""Tensors, modules and storages: moving, pinning, what they say of themselves."""

import pytest
import torch
import torch_musa


def test_moving_a_tensor(second_device):
    x = torch.arange(6.0).reshape(2, 3)
    y = x.musa()
    assert y.is_musa and not x.is_musa and str(y.device) == "musa:0"
    assert y.musa() is y
    assert x.musa(second_device).device.index == second_device
    assert x.musa("musa:1", non_blocking=True).get_device() == 1
    assert torch.equal(y.to(f"musa:{second_device}").cpu(), x)
    assert "device='musa:0'" in repr(y)


def test_moving_keeps_the_memory_format():
    x = torch.ones(2, 3, 4, 4).musa(memory_format=torch.channels_last)
    assert x.is_contiguous(memory_format=torch.channels_last)


def test_a_tensor_moves_to_musa_devices_only():
    with pytest.raises((RuntimeError, ValueError), match="musa"):
        torch.ones(1).musa("cpu")


def test_a_number_means_a_musa_device(second_device):
    x = torch.ones(2)
    assert x.to(second_device).device == torch.device("musa", second_device)
    assert x.to(device=0).device == torch.device("musa", 0)
    assert x.to(torch.float64).dtype == torch.float64
    assert x.to("cpu") is x
    assert x.to(x.musa()).is_musa


def test_pinned_memory():
    x = torch.ones(3)
    assert not x.is_pinned()
    pinned = x.pin_memory()
    assert pinned.is_pinned() and pinned.device.type == "cpu"
    assert pinned.pin_memory("musa").is_pinned("musa")
    assert torch.equal(pinned.to("musa", non_blocking=True).cpu(), x)


def test_module(second_device):
    module = torch.nn.Linear(2, 2).musa()
    assert all(p.is_musa for p in module.parameters())
    assert module.musa(second_device).weight.device.index == second_device
    assert not module.cpu().weight.is_musa


def test_untyped_storage(second_device):
    host = torch.arange(4.0).untyped_storage()
    storage = host.musa()
    assert storage.is_musa and storage.is_cuda and storage.is_shared()
    assert not host.is_musa and not host.is_cuda
    assert storage.musa() is storage
    assert storage.musa(second_device).device == torch.device("musa", second_device)
    assert storage.cpu().tolist() == host.tolist()


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_legacy_storages():
    storage = torch_musa.FloatStorage(3)
    assert storage.device.type == "musa" and storage.dtype == torch.float32
    assert isinstance(
        torch.ones(2, device="musa", dtype=torch.half).storage(), torch_musa.HalfStorage
    )
    with pytest.raises(RuntimeError, match="Not available for MUSA"):
        torch_musa.ByteStorage.from_buffer(b"abcd")


def test_legacy_tensor_types():
    torch.set_warn_always(True)  # else once a process
    try:
        with pytest.warns(UserWarning, match=r"torch\.musa\.\*DtypeTensor constructors"):
            tensor = torch_musa.FloatTensor([1, 2])
    finally:
        torch.set_warn_always(False)
    assert tensor.is_musa and tensor.dtype == torch.float32
    assert tensor.type() == "torch.musa.FloatTensor"
    assert isinstance(tensor, torch_musa.FloatTensor)
    assert not isinstance(tensor.half(), torch_musa.FloatTensor)
    assert torch_musa.FloatTensor in torch_musa._tensor_classes
    assert torch.ones(1).type("torch.musa.HalfTensor").is_musa


def test_autograd_on_the_device():
    x = torch.ones(3, device="musa", requires_grad=True)
    (x * x).sum().backward()
    assert x.grad.is_musa and x.grad.cpu().tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("move", [lambda m: m.to("musa"), lambda m: m.musa(), lambda m: m.to(0)])
def test_lazy_modules_move_before_they_have_a_shape(move):
    module = move(torch.nn.Sequential(torch.nn.LazyConv2d(2, 3), torch.nn.LazyBatchNorm2d()))
    assert module(torch.ones(2, 1, 5, 5, device="musa")).is_musa
    assert module[0].weight.shape == (2, 1, 3, 3) and module[0].weight.is_musa


def test_musa_keeps_the_class_of_a_tensor():
    class Tagged(torch.Tensor):
        pass

    given = torch.ones(2).as_subclass(Tagged).musa()
    assert type(given) is Tagged and given.is_musa and given.musa() is given
