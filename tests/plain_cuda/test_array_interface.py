"""Exchange of memory with others: __cuda_array_interface__ and DLPack."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.fixture
def x():
    return torch.arange(6.0, device="cuda").reshape(2, 3)


def test_cuda_array_interface(x):
    assert x.__cuda_array_interface__ == {
        "typestr": "<f4",
        "shape": (2, 3),
        "strides": None,
        "data": (x.data_ptr(), False),
        "version": 2,
    }


def test_cuda_array_interface_of_views(x):
    transposed = x.t().__cuda_array_interface__
    assert transposed["shape"] == (3, 2) and transposed["strides"] == (4, 12)
    column = x[:, 1].__cuda_array_interface__
    assert column["data"][0] == x.data_ptr() + 4 and column["strides"] == (12,)
    assert x[:0].__cuda_array_interface__["data"] == (0, False)


@pytest.mark.parametrize(
    "dtype, typestr",
    [
        (torch.float16, "<f2"),
        (torch.float64, "<f8"),
        (torch.uint8, "|u1"),
        (torch.int8, "|i1"),
        (torch.int16, "<i2"),
        (torch.int32, "<i4"),
        (torch.int64, "<i8"),
        (torch.bool, "|b1"),
        (torch.complex64, "<c8"),
    ],
)
def test_cuda_array_interface_of_dtypes(x, dtype, typestr):
    assert x.to(dtype).__cuda_array_interface__["typestr"] == typestr


def test_cuda_array_interface_is_for_dense_gpu_tensors_without_gradient(x):
    assert hasattr(x, "__cuda_array_interface__")
    assert not hasattr(x.cpu(), "__cuda_array_interface__")
    with pytest.raises(AttributeError, match="on non-CUDA tensor type: torch.FloatTensor"):
        x.cpu().__cuda_array_interface__
    with pytest.raises(AttributeError, match="on sparse type: torch.cuda.sparse.FloatTensor"):
        x.to_sparse().__cuda_array_interface__
    with pytest.raises(RuntimeError, match="on Variable that requires grad"):
        x.clone().requires_grad_().__cuda_array_interface__
    assert x.clone().requires_grad_().detach().__cuda_array_interface__["shape"] == (2, 3)


def test_dlpack_round_trip(x):
    for y in (
        torch.from_dlpack(x),
        torch.utils.dlpack.from_dlpack(x),
        torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(x)),
        torch.from_dlpack(x.__dlpack__()),
    ):
        assert y.is_cuda and y.data_ptr() == x.data_ptr() and y.equal(x)
        assert y.device == x.device and y.stride() == x.stride()
    view = torch.from_dlpack(x.t())
    assert view.shape == (3, 2) and view.stride() == (1, 3)
    x.fill_(7)
    assert view.eq(7).all()


def test_dlpack_streams(x):
    assert torch.from_dlpack(x.__dlpack__(stream=1)).equal(x)
    assert torch.from_dlpack(x.__dlpack__(stream=None)).equal(x)
    assert torch.from_dlpack(x.__dlpack__(stream=-1)).equal(x)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        y = torch.from_dlpack(x.__dlpack__(stream=stream.cuda_stream))
        assert y.equal(x)
    with pytest.raises(TypeError, match="stream must be"):
        x.__dlpack__(stream="1")


@pytest.mark.torch_from(2, 13)
def test_dlpack_knows_no_per_thread_default_stream(x):
    with pytest.raises(BufferError, match="per-thread default stream is not supported."):
        x.__dlpack__(stream=2)


def test_the_consumers_stream_waits_for_the_producers():
    """The consumer gets a capsule while the producer's kernels still run."""
    consumer, x = torch.cuda.Stream(), torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    torch.cuda._sleep(20_000_000)
    x.fill_(1)
    capsule = x.__dlpack__(stream=consumer.cuda_stream)
    with torch.cuda.stream(consumer):
        total = torch.from_dlpack(capsule).sum().item()
    assert total == 1 << 20


def test_what_dlpack_refuses(x):
    refusals = (BufferError, RuntimeError)  # it depends on the torch
    with pytest.raises(refusals, match="require gradient"):
        x.clone().requires_grad_().__dlpack__()
    with pytest.raises(refusals, match="conjugate bit"):
        torch.view_as_complex(torch.ones(2, 2, device="cuda")).conj().__dlpack__()
    with pytest.raises(refusals, match="layout other than torch.strided"):
        x.to_sparse().__dlpack__()


def test_dlpack_device_index(x):
    assert x.__dlpack_device__()[1] == torch.cuda.current_device()
    assert x.cpu().__dlpack_device__()[0] == 1


def test_numpy_asks_for_the_cpu(x):
    with pytest.raises(TypeError, match="Use Tensor.cpu\\(\\) to copy the tensor to host memory"):
        x.numpy()
