"""DLPack of device tensors: both ways, and refused by those that know only host memory."""

import pytest
import torch
from torch.utils.dlpack import DLDeviceType, from_dlpack, to_dlpack


@pytest.fixture
def x():
    return torch.arange(12.0, device="musa").view(3, 4)


def test_the_device_is_an_extension_device(x, second_device):
    assert x.__dlpack_device__() == (DLDeviceType.kDLExtDev, 0)
    assert x.to(f"musa:{second_device}").__dlpack_device__() == (DLDeviceType.kDLExtDev, 1)
    assert torch.ones(1).__dlpack_device__()[0] == DLDeviceType.kDLCPU


@pytest.mark.parametrize("export", [lambda x: x, to_dlpack], ids=["tensor", "capsule"])
def test_the_memory_is_shared(x, export):
    for source in (x, x.t(), x[1:, ::2]):
        other = from_dlpack(export(source))
        assert other.device == source.device and other.data_ptr() == source.data_ptr()
        assert other.shape == source.shape and torch.equal(other, source)
    from_dlpack(export(x)).zero_()
    assert x.sum() == 0


def test_torch_from_dlpack(x):
    assert torch.from_dlpack(x).data_ptr() == x.data_ptr()
    assert x.dtype == torch.from_dlpack(x.to(torch.int8)).float().dtype


def test_numpy_refuses(x):
    numpy = pytest.importorskip("numpy")
    for convert in (numpy.from_dlpack, numpy.asarray, torch.Tensor.numpy):
        with pytest.raises((TypeError, BufferError, RuntimeError)):
            convert(x)


def test_gradients_are_refused(x):
    with pytest.raises((BufferError, RuntimeError), match="require gradient"):
        x.requires_grad_().__dlpack__()
