"""Calls: tensor and storage types of old programs."""

import pytest
import torch

pytestmark = pytest.mark.gpu


@pytest.mark.filterwarnings("ignore:The torch.cuda.*DtypeTensor constructors")
@pytest.mark.parametrize(
    "kind, dtype",
    [
        (torch.cuda.BFloat16Tensor, torch.bfloat16),
        (torch.cuda.BoolTensor, torch.bool),
        (torch.cuda.ByteTensor, torch.uint8),
        (torch.cuda.CharTensor, torch.int8),
        (torch.cuda.DoubleTensor, torch.float64),
        (torch.cuda.FloatTensor, torch.float32),
        (torch.cuda.HalfTensor, torch.float16),
        (torch.cuda.IntTensor, torch.int32),
        (torch.cuda.LongTensor, torch.int64),
        (torch.cuda.ShortTensor, torch.int16),
    ],
)
def test_a_tensor_type_makes_tensors_on_the_gpu(kind, dtype):
    made = kind(2, 3)
    assert made.shape == (2, 3) and made.dtype == dtype and made.is_cuda
    assert kind([1, 0]).tolist() == [1, 0]


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
@pytest.mark.parametrize(
    "kind, dtype",
    [
        (torch.cuda.BFloat16Storage, torch.bfloat16),
        (torch.cuda.BoolStorage, torch.bool),
        (torch.cuda.ByteStorage, torch.uint8),
        (torch.cuda.CharStorage, torch.int8),
        (torch.cuda.DoubleStorage, torch.float64),
        (torch.cuda.FloatStorage, torch.float32),
        (torch.cuda.HalfStorage, torch.float16),
        (torch.cuda.IntStorage, torch.int32),
        (torch.cuda.LongStorage, torch.int64),
        (torch.cuda.ShortStorage, torch.int16),
    ],
)
def test_a_storage_type_makes_storages_on_the_gpu(kind, dtype):
    made = kind(3)
    assert len(made) == 3 and made.dtype == dtype and made.is_cuda


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "kind, dtype",
    [
        (torch.cuda.sparse.BFloat16Tensor, torch.bfloat16),
        (torch.cuda.sparse.ByteTensor, torch.uint8),
        (torch.cuda.sparse.CharTensor, torch.int8),
        (torch.cuda.sparse.DoubleTensor, torch.float64),
        (torch.cuda.sparse.FloatTensor, torch.float32),
        (torch.cuda.sparse.HalfTensor, torch.float16),
        (torch.cuda.sparse.IntTensor, torch.int32),
        (torch.cuda.sparse.LongTensor, torch.int64),
        (torch.cuda.sparse.ShortTensor, torch.int16),
    ],
)
def test_a_sparse_type_makes_sparse_tensors_on_the_gpu(kind, dtype):
    made = kind(2, 3)
    assert made.shape == (2, 3) and made.dtype == dtype and made.is_cuda and made.is_sparse
