"""Rows of torch.cuda.sparse: legacy sparse tensor types."""

from .rows import EMULATED, rows

_NOTE = "over torch.sparse_coo_tensor"

MODULES = {
    "torch.cuda.sparse": rows(
        ("BFloat16Tensor", EMULATED, "_sparse.BFloat16Tensor", _NOTE),
        ("ByteTensor", EMULATED, "_sparse.ByteTensor", _NOTE),
        ("CharTensor", EMULATED, "_sparse.CharTensor", _NOTE),
        ("DoubleTensor", EMULATED, "_sparse.DoubleTensor", _NOTE),
        ("FloatTensor", EMULATED, "_sparse.FloatTensor", _NOTE),
        ("HalfTensor", EMULATED, "_sparse.HalfTensor", _NOTE),
        ("IntTensor", EMULATED, "_sparse.IntTensor", _NOTE),
        ("LongTensor", EMULATED, "_sparse.LongTensor", _NOTE),
        ("ShortTensor", EMULATED, "_sparse.ShortTensor", _NOTE),
    ),
}
