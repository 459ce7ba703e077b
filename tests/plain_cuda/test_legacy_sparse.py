"""torch.cuda.sparse: the legacy types of sparse tensors."""

import warnings

import pytest
import torch

pytestmark = [pytest.mark.gpu, pytest.mark.filterwarnings("ignore")]

INDICES = [[0, 1], [2, 0]]


@pytest.mark.parametrize(
    "name, dtype",
    [
        ("FloatTensor", torch.float32),
        ("DoubleTensor", torch.float64),
        ("HalfTensor", torch.float16),
        ("BFloat16Tensor", torch.bfloat16),
        ("LongTensor", torch.int64),
        ("IntTensor", torch.int32),
        ("ShortTensor", torch.int16),
        ("CharTensor", torch.int8),
        ("ByteTensor", torch.uint8),
    ],
)
def test_construction_and_isinstance(name, dtype):
    cls = getattr(torch.cuda.sparse, name)
    indices = torch.tensor(INDICES, device="cuda")
    values = torch.tensor([3, 4], dtype=dtype, device="cuda")
    x = cls(indices, values, (2, 3))
    assert x.is_sparse and x.is_cuda and x.dtype == dtype and x.shape == (2, 3)
    assert x.to_dense().tolist() == [[0, 0, 3], [4, 0, 0]]
    assert isinstance(x, cls) and not isinstance(x.to_dense(), cls) and not isinstance(x.cpu(), cls)
    assert cls.dtype == dtype and cls.is_sparse and cls.is_cuda


def test_forms_of_the_constructor():
    cls = torch.cuda.sparse.FloatTensor
    assert cls().shape == (0,) and cls().is_sparse and cls().is_cuda
    assert cls(2, 3).shape == cls(torch.Size([2, 3])).shape == (2, 3)
    indices, values = torch.tensor(INDICES), torch.tensor([3.0, 4.0])
    assert cls(indices.cuda(), values.cuda()).shape == (2, 3)
    assert isinstance(cls(2, device="cuda:0"), cls)
    with pytest.raises(RuntimeError):
        cls(2, device="cpu")
    with pytest.raises(TypeError):
        cls((2, 3))


def test_names():
    cls = torch.cuda.sparse.FloatTensor
    assert repr(cls) == "<class 'torch.cuda.sparse.FloatTensor'>"
    assert (cls.__module__, cls.__name__) == ("torch.cuda.sparse", "FloatTensor")


def test_a_form_warns():
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        assert torch.cuda.sparse.FloatTensor(3).shape == (3,)
