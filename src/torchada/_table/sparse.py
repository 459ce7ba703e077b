"""Rows of torch.cuda.sparse: legacy sparse tensor types."""

from .rows import UNSUPPORTED, rows

_SPARSE = "torch_musa has no legacy sparse tensor types"
_SPARSE_ADVICE = 'use torch.sparse_coo_tensor(..., device="cuda")'

MODULES = {
    "torch.cuda.sparse": rows(
        ("BFloat16Tensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("ByteTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("CharTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("DoubleTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("FloatTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("HalfTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("IntTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("LongTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
        ("ShortTensor", UNSUPPORTED, _SPARSE, _SPARSE_ADVICE),
    ),
}
