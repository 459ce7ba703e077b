"""Calls libmudnn with tensors of PyTorch: of the CPU too, whose memory work can reach without checks."""

import ctypes
import re
import subprocess
from ctypes import c_void_p
from functools import lru_cache
from pathlib import Path

import torch

import musasim

SIM = Path(__file__).resolve().parents[2]
HEADERS = SIM / "include" / "musasim" / "dnn"
TYPES = {
    torch.float16: "HALF",
    torch.float32: "FLOAT",
    torch.float64: "DOUBLE",
    torch.bfloat16: "BFLOAT16",
    torch.float8_e4m3fn: "FP8_E4M3",
    torch.float8_e5m2: "FP8_E5M2",
    torch.bool: "BOOL",
    torch.int8: "INT8",
    torch.int16: "INT16",
    torch.int32: "INT32",
    torch.int64: "INT64",
    torch.uint8: "UINT8",
    torch.uint64: "UINT64",
    torch.qint8: "QINT8",
}
REAL = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)
LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}


@lru_cache(maxsize=None)
def enumerators(name: str) -> dict:
    """Names of an enumeration of the headers, such as `Unary::Mode`, with their values."""
    path = name.split("::")
    text = "".join(p.read_text() for p in sorted(HEADERS.glob("*.h")))
    text = re.sub(r"//[^\n]*", "", text)
    for part in path[:-1]:
        text = text[re.search(r"\bclass %s (:|\{)" % part, text).start() :]
    body = re.search(r"enum class %s \{(.*?)\}" % path[-1], text, re.S)[1]
    names = [one.split("=")[0].strip() for one in body.split(",")]
    return {name: value for value, name in enumerate(names)}


class Given(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("type", ctypes.c_int),
        ("format", ctypes.c_int),
        ("rank", ctypes.c_int),
        ("sizes", ctypes.c_int64 * 8),
        ("strides", ctypes.c_int64 * 8),
        ("scale", ctypes.c_float),
    ]


def describe(tensor) -> Given:
    """A tensor as C++ takes it; channels-last ones with the channels last, as torch_musa gives them."""
    if isinstance(tensor, Given):
        return tensor
    given = Given()
    if tensor is None:
        return given
    named, kind = "UNKNOWN", None
    if isinstance(tensor, tuple) and tensor[1] in enumerators("Tensor::Type"):
        tensor, kind = tensor
    if isinstance(tensor, tuple):  # (tensor, format)
        tensor, named = tensor
        if named in ("NHWC", "NDHWC"):
            tensor = tensor.permute(LAST[tensor.dim()])
    # PyTorch names no address of an empty part of a tensor.
    given.data = tensor.data_ptr() or tensor.untyped_storage().data_ptr()
    given.type = enumerators("Tensor::Type")[kind or TYPES[tensor.dtype]]
    given.format = enumerators("Tensor::Format")[named]
    given.rank = tensor.dim()
    given.scale = tensor.q_scale() if tensor.is_quantized else 0
    for dim in range(tensor.dim()):
        given.sizes[dim], given.strides[dim] = tensor.size(dim), tensor.stride(dim)
    return given


@lru_cache(maxsize=None)
def driver(folder: Path):
    sources = sorted(Path(__file__).parent.glob("mudnn_driver*.cpp"))
    library = folder / "libmudnn_driver.so"
    home = Path(musasim.home())
    command = ["g++", "-std=c++17", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
    command += map(str, sources)
    command += ["-I%s" % (home / "include"), "-L%s" % (home / "lib"), "-lmudnn", "-lmusart"]
    command += ["-Wl,-rpath,%s" % (home / "lib"), "-o", str(library)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


class Mudnn:
    def __init__(self, folder: Path):
        self.library = driver(folder)

    def prepared(self, name, tensors, integers=(), numbers=(), stream=None):
        """A function that makes the call and gives its status as a number; it keeps the tensors."""
        given = (Given * len(tensors))(*map(describe, tensors))
        reals = (ctypes.c_double * 4)(*numbers)
        whole = (ctypes.c_int * (len(integers) + 8))(*integers)
        arguments = (name.encode(), given, len(tensors), reals, whole, len(integers))

        def run(kept=tensors):
            return self.library.mudnn_call(*arguments, c_void_p(stream))

        run.given = given
        return run

    def found(self, *arguments, **options):
        """The sizes of the tensors after a call that sets them."""
        call = self.prepared(*arguments, **options)
        assert call() == 0
        return [tuple(given.sizes[: given.rank]) for given in call.given]

    def status(self, *arguments, **options) -> str:
        """The status of a call. The work is done then, unless the call names a stream."""
        code = self.prepared(*arguments, **options)()
        if code < 0:
            return {-1: "no such operation", -2: "the work failed"}[code]
        return list(enumerators("Status"))[code]

    def __call__(self, name, *arguments, **options):
        """Runs an operation of the driver; results are written to the tensors."""
        status = self.status(name, *arguments, **options)
        assert status == "SUCCESS", "%s: %s" % (name, status)


# What PyTorch and libmudnn compute with: they round the result alone to the narrower types.
WIDE = {torch.float16: torch.float32, torch.bfloat16: torch.float32}


def wide(x):
    return x.to(WIDE.get(x.dtype, x.dtype))


def near(got, wanted, terms=1, rounded=0):
    """Compares results that are sums of `terms` numbers of about one.

    Roundings up and down cancel, so the error of a sum grows as the root of the number of its terms:
    eight epsilons of what is computed with, times this root, are the limit. A narrower type adds one
    rounding of the result, and one of a number of about one for each of `rounded`: what the operation
    was given in the narrower type, and the reference was not.
    """
    if not got.dtype.is_floating_point:
        return torch.testing.assert_close(got, wanted.to(got.dtype), rtol=0, atol=0)
    error = 8 * torch.finfo(WIDE.get(got.dtype, got.dtype)).eps * max(terms, 1) ** 0.5
    rounding = torch.finfo(got.dtype).eps if got.dtype in WIDE else 0.0
    relative, absolute = error + rounding, error + rounded * rounding
    wanted = wanted.to(got.dtype)
    torch.testing.assert_close(got, wanted, rtol=relative, atol=absolute, equal_nan=True)
