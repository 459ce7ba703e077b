"""torch.cuda.sparse: the legacy types, which torch_musa lacks, over torch.sparse_coo_tensor."""

import warnings
from typing import Any, Dict, Set

import torch
import torch_musa

_DTYPES = {
    "BFloat16Tensor": torch.bfloat16,
    "ByteTensor": torch.uint8,
    "CharTensor": torch.int8,
    "DoubleTensor": torch.float64,
    "FloatTensor": torch.float32,
    "HalfTensor": torch.float16,
    "IntTensor": torch.int32,
    "LongTensor": torch.int64,
    "ShortTensor": torch.int16,
}
# Each form of the constructor warns once.
_warned: Set[str] = set()


class _LegacyType(type):
    """The type of the types: a tensor on a GPU is an instance by its layout and dtype."""

    dtype: torch.dtype

    # Their real name is the whole path, as Tensor.type() reads it.
    __name__ = property(lambda cls: type.__dict__["__name__"].__get__(cls).rpartition(".")[2])

    def __instancecheck__(cls, value):
        return (
            isinstance(value, torch.Tensor)
            and value.layout is torch.sparse_coo
            and value.device.type == "musa"
            and value.dtype is cls.dtype
        )

    def __repr__(cls):
        return f"<class '{cls.__module__}.{cls.__name__}'>"


def _make(cls, *args, device=None):
    """(), (indices, values), (indices, values, size) or (size): a sparse tensor.

    Without values it is empty, on the given or current GPU, and of the type's dtype; with values it
    has theirs, and their device. TypeError for other arguments.
    """
    form, arguments = _form(args)
    if form not in _warned:
        _warned.add(form)
        warnings.warn(
            f"torch.sparse.SparseTensor({form}) is deprecated.  Please use "
            f"torch.sparse_coo_tensor({arguments}).",
            stacklevel=2,
        )
    device = _gpu(device)
    if arguments.startswith("indices"):
        with torch_musa.device(device):
            return torch.sparse_coo_tensor(*args)
    shape = args[0] if len(args) == 1 and not isinstance(args[0], int) else args or (0,)
    return torch.sparse_coo_tensor(shape, dtype=cls.dtype, device=device)


def _form(args):
    """(the form as CUDA's warning names it, the arguments of torch.sparse_coo_tensor)."""
    if not args:
        return "", "(0,), dtype="
    if all(isinstance(value, torch.Tensor) for value in args[:2]) and len(args) in (2, 3):
        more = "shape, " if len(args) == 3 else ""
        return f"indices, values, {more}*, device=", f"indices, values, {more}dtype=, device="
    is_shape = len(args) == 1 and isinstance(args[0], torch.Size)
    if is_shape or all(isinstance(size, int) for size in args):
        return "shape, *, device=", "shape, dtype=, device="
    raise TypeError(
        "torch.sparse.SparseTensor(sequence) only accepts sizes.  Please use "
        "torch.sparse_coo_tensor() or construct a strided tensor and convert it to sparse via "
        "to_sparse."
    )


def _gpu(device):
    device = torch.device("musa" if device is None else device)
    if device.type != "musa":
        raise RuntimeError(
            "legacy constructor expects device type: cuda but device type: "
            f"{device.type} was passed"
        )
    return device


def _new_type(name):
    members: Dict[str, Any] = {
        "__new__": _make,
        "__module__": "torch.cuda.sparse",
        "__doc__": f"Legacy type of sparse COO tensors on a GPU, of {_DTYPES[name]}.",
        "dtype": _DTYPES[name],
        "layout": torch.sparse_coo,
        "is_cuda": True,
        "is_sparse": True,
    }
    return _LegacyType(f"torch.cuda.sparse.{name}", (), members)


BFloat16Tensor = _new_type("BFloat16Tensor")
ByteTensor = _new_type("ByteTensor")
CharTensor = _new_type("CharTensor")
DoubleTensor = _new_type("DoubleTensor")
FloatTensor = _new_type("FloatTensor")
HalfTensor = _new_type("HalfTensor")
IntTensor = _new_type("IntTensor")
LongTensor = _new_type("LongTensor")
ShortTensor = _new_type("ShortTensor")
