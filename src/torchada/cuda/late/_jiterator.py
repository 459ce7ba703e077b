"""torch.cuda.jiterator: a function of a program's own, for one element, as a kernel that MTRTC compiles.

PyTorch's Python parses the code and the arguments. What it then calls, which only a build for CUDA has, is here:
elements are of the inputs' common type, half precision is computed in float.
"""

import ctypes
import functools
import re
from typing import Any, Dict, List, Tuple

import torch
from torch.cuda import jiterator

from ..._errors import UnsupportedError
from ._run_time_compiler import Kernel

_THREADS = 256
_MOST_OUTPUTS = 8
_KERNEL = "torchada_elementwise"
_COMPLEX = "#include <thrust/complex.h>"
# By type: its name in CUDA, that of what is computed with, and what declares them.
_TYPES: Dict[torch.dtype, Tuple[str, str, str]] = {
    torch.float64: ("double", "double", ""),
    torch.float32: ("float", "float", ""),
    torch.float16: ("__half", "float", "#include <cuda_fp16.h>"),
    torch.bfloat16: ("__nv_bfloat16", "float", "#include <cuda_bf16.h>"),
    torch.complex64: ("thrust::complex<float>", "thrust::complex<float>", _COMPLEX),
    torch.complex128: ("thrust::complex<double>", "thrust::complex<double>", _COMPLEX),
    torch.int64: ("long long", "long long", ""),
    torch.int32: ("int", "int", ""),
    torch.int16: ("short", "short", ""),
    torch.int8: ("signed char", "signed char", ""),
    torch.uint8: ("unsigned char", "unsigned char", ""),
    torch.bool: ("bool", "bool", ""),
}
# Types of Python's numbers, which are arguments of their own.
_NUMBERS = {
    bool: ("bool", ctypes.c_bool),
    int: ("long long", ctypes.c_longlong),
    float: ("double", ctypes.c_double),
}
_TEMPLATE = re.compile(r"\btemplate\s*<[^<>]*>")


class _Function(jiterator._JittedFunction):
    def __call__(self, *tensors, **kwargs):
        # torch.cuda.is_available() is False for programs that ask whether this is CUDA.
        self.is_cuda_available = True
        return super().__call__(*tensors, **kwargs)


def create_jit_fn(code_string, **kwargs):
    """A function of tensors of the GPU, from one of their elements that returns its result."""
    return _Function(code_string, return_by_ref=False, num_outputs=1, **kwargs)


def create_multi_output_jit_fn(code_string, num_outputs, **kwargs):
    """A function of tensors of the GPU, from one of their elements that has references to its results."""
    return _Function(code_string, return_by_ref=True, num_outputs=num_outputs, **kwargs)


def compile_and_launch(code, name, by_reference, num_outputs, tensors, values):
    """The results of the function for each element: a tensor, or a tuple of several."""
    if not 0 < num_outputs <= _MOST_OUTPUTS:
        raise RuntimeError(f"jiterator has 1 to {_MOST_OUTPUTS} outputs, not {num_outputs}")
    dtype, device = _common(tensors)
    with torch.musa.device(device):
        inputs, outputs = _laid_out(tensors, num_outputs, dtype)
        if outputs[0].numel() != 0:
            kinds = tuple(map(_kind_of, values.values()))
            source = _source(code, name, by_reference, len(inputs), num_outputs, dtype, kinds)
            numbers = [_NUMBERS[type(value)][1](value) for value in values.values()]
            _launch(_kernel(source, f"{name}.cu", device.index), [*inputs, *outputs], numbers)
    return outputs[0] if num_outputs == 1 else tuple(outputs)


def _common(tensors) -> Tuple[torch.dtype, torch.device]:
    from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

    if not tensors:
        raise RuntimeError("jiterator needs a tensor")
    device = tensors[0].device
    for tensor in tensors:
        if tensor.device != device or device.type != "musa":
            other = tensor.device if device.type == "musa" else device
            shown = f"{device}, {other}".replace("musa", "cuda")
            raise RuntimeError(f"jiterator expected all tensors to be on one GPU, not on {shown}")
    kind = ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT
    _, dtype = elementwise_dtypes(*tensors, type_promotion_kind=kind)
    if dtype not in _TYPES:
        raise UnsupportedError.of(
            f"torch.cuda.jiterator with {dtype}",
            "torchada has no kernel of it",
            "convert the tensors before, or write the function with torch operators",
        )
    return dtype, device


def _laid_out(tensors, num_outputs, dtype) -> Tuple[List[torch.Tensor], List[torch.Tensor]]:
    """Inputs and outputs of one shape and type, whose elements lie in the same order without gaps."""
    from torch._prims_common import compute_elementwise_output_strides

    expanded = torch.broadcast_tensors(*(tensor.detach() for tensor in tensors))
    shape, device = expanded[0].shape, expanded[0].device
    strides = compute_elementwise_output_strides(*expanded)
    make = functools.partial(torch.empty_strided, shape, strides, dtype=dtype, device=device)
    inputs = [
        each if each.dtype == dtype and each.stride() == tuple(strides) else make().copy_(each)
        for each in expanded
    ]
    return inputs, [make() for _ in range(num_outputs)]


def _kind_of(value) -> str:
    if type(value) not in _NUMBERS:
        raise UnsupportedError.of(
            f"an argument of type {type(value).__name__} for a function of torch.cuda.jiterator",
            "torchada hands over bool, int and float",
            "pass it as a tensor of one element",
        )
    return _NUMBERS[type(value)][0]


@functools.lru_cache(maxsize=None)
def _source(code, name, by_reference, num_inputs, num_outputs, dtype, kinds) -> str:
    stored, computed, include = _TYPES[dtype]
    parameters = [f"const {stored}* in{i}" for i in range(num_inputs)]
    parameters += [f"{stored}* out{i}" for i in range(num_outputs)]
    parameters += [f"{kind} extra{i}" for i, kind in enumerate(kinds)]
    arguments = [f"static_cast<{computed}>(in{i}[i])" for i in range(num_inputs)]
    arguments += [f"extra{i}" for i in range(len(kinds))]
    results = [f"result{i}" for i in range(num_outputs)]
    called = f"{name}<{computed}>({', '.join(arguments + (results if by_reference else []))})"
    lines = [f"    {computed} {', '.join(results)};"]
    lines += [f"    {called};" if by_reference else f"    result0 = {called};"]
    lines += [f"    out{i}[i] = static_cast<{stored}>(result{i});" for i in range(num_outputs)]
    body = "\n".join(lines)
    # Functions without a qualifier would be the host's.
    device_code = _TEMPLATE.sub(r"\g<0> __device__", code)
    return f"""{include}
#line 1
{device_code}
#line 1 "jiterator"
extern "C" __global__ void {_KERNEL}({', '.join(parameters)}, long long count) {{
  const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (i < count) {{
{body}
  }}
}}
"""


@functools.lru_cache(maxsize=None)
def _kernel(source: str, file: str, device: int) -> Kernel:
    return Kernel(source, _KERNEL, file)


def _launch(kernel: Kernel, tensors: List[torch.Tensor], numbers: List[Any]) -> None:
    count = tensors[0].numel()
    places = [ctypes.c_void_p(tensor.data_ptr()) for tensor in tensors]
    stream = torch.musa.current_stream().musa_stream
    blocks = -(-count // _THREADS)
    kernel.launch(blocks, _THREADS, stream, [*places, *numbers, ctypes.c_longlong(count)])
