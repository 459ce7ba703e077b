"""Rows of torch.cuda.sparse: legacy sparse tensor types."""

from .rows import STOCK, rows

_SPARSE = "torchada._core lets it make and recognise MUSA tensors"

MODULES = {
    "torch.cuda.sparse": rows(
        ("BFloat16Tensor", STOCK, "", _SPARSE),
        ("ByteTensor", STOCK, "", _SPARSE),
        ("CharTensor", STOCK, "", _SPARSE),
        ("DoubleTensor", STOCK, "", _SPARSE),
        ("FloatTensor", STOCK, "", _SPARSE),
        ("HalfTensor", STOCK, "", _SPARSE),
        ("IntTensor", STOCK, "", _SPARSE),
        ("LongTensor", STOCK, "", _SPARSE),
        ("ShortTensor", STOCK, "", _SPARSE),
    ),
}
