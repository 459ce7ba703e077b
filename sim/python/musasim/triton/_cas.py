"""tl.atomic_cas on blocks, by a function for each element.

Where a block has fewer elements than threads, several threads have the same element, and the lowering lets each of them
compare and exchange; here one does, and the others get its result. The lowering refuses numbers of floating point, too,
and in Triton 3.6 more than one element of a thread.
"""

import math
import re

_OPERATION = re.compile(
    r"= tt\.atomic_cas \w+, \w+, (%[^:{]*) : (\(.*\) -> (tensor<.*>))(?= loc\(|$)", re.M
)
_ON_FLOAT = re.compile(
    r"^ *(%\S+) = (tt\.atomic_cas \w+, \w+,) (%\S+), (%\S+), (%\S+) : \(.*\) -> (b?f(\d+))( loc\(.*)?$",
    re.M,
)
_TENSOR = re.compile(r"tensor<([\dx]+)x(\w+), (.*)>$")
_SLICE = re.compile(r"#ttg\.slice<\{dim = (\d+), parent = (#\w+)\}>$")
_BLOCKED = re.compile(
    r"^(#\w+) = #ttg\.blocked<\{sizePerThread = \[(.*?)\], threadsPerWarp = \[(.*?)\], "
    r"warpsPerCTA = \[(.*?)\], order = \[(.*?)\]\}>",
    re.M,
)
_PREFIX = "musasim_cas_"
_DECLARATION = re.compile(rf"^declare (?:!dbg \S+ )?(\w+) @({_PREFIX}[a-z]+(\d+)_(\d+))\(.*$", re.M)


def call_cas_functions(ttgir):
    """The text of TTGIR that calls a function for each element of a block.

    Its name ends with the element's type, and a number of those bits that tell apart threads with the same element.
    """
    layouts = {
        name: [[int(n) for n in numbers.split(",")] for numbers in rest]
        for name, *rest in _BLOCKED.findall(ttgir)
    }

    def called(found):
        values, types, result = found.groups()
        shape, element, layout = _TENSOR.match(result).groups()
        symbol = f"{_PREFIX}{element}_{_copies(shape, layout, layouts)}"
        attributes = f'{{libname = "", libpath = "", pure = false, symbol = "{symbol}"}}'
        return f"= tt.extern_elementwise {values} {attributes} : {types}"

    return _ON_FLOAT.sub(_on_integer, _OPERATION.sub(called, ttgir))


def _on_integer(found):
    """A scalar that has the bits of a number of floating point."""
    result, operation, address, expected, value, element, bits, line = found.groups()
    integer, line, name = f"i{bits}", line or "", f"%cas_{result[1:]}"
    return "\n".join(
        [
            f"{name}_at = tt.bitcast {address} : !tt.ptr<{element}> -> !tt.ptr<{integer}>{line}",
            f"{name}_expected = tt.bitcast {expected} : {element} -> {integer}{line}",
            f"{name}_value = tt.bitcast {value} : {element} -> {integer}{line}",
            f"{name} = {operation} {name}_at, {name}_expected, {name}_value : "
            f"(!tt.ptr<{integer}>, {integer}, {integer}) -> {integer}{line}",
            f"{result} = tt.bitcast {name} : {integer} -> {element}{line}",
        ]
    )


def _copies(shape, layout, layouts):
    lengths = [int(n) for n in shape.split("x")]
    part = _SLICE.match(layout)
    parent = part[2] if part else layout
    if parent not in layouts:
        raise NotImplementedError(
            f"tl.atomic_cas on a block of {shape} elements with the layout {layout}: the simulated GPU "
            "takes only a block with the layout that tl.load gives, or a scalar"
        )
    if part:
        lengths.insert(int(part[1]), 1)
    return _copy_mask(lengths, *layouts[parent])


def _copy_mask(shape, sizes, lanes, warps, order):
    mask, bit = 0, 0
    stride = list(sizes)
    for counts in (lanes, warps):
        for axis in order:
            for _ in range(int(math.log2(counts[axis]))):
                mask |= (stride[axis] >= shape[axis]) << bit
                stride[axis] *= 2
                bit += 1
    return mask


def define_cas_functions(text):
    """LLVM's text for the host, with the functions that it calls."""
    text, count = _DECLARATION.subn(_define, text)
    return text + (_DECLARATIONS if count else "")


def _define(declaration):
    llvm_type, symbol, bits, copies = declaration.groups()
    template = _ONE_OF_SEVERAL if int(copies) else _ALONE
    exchange = _EXCHANGE.format(llvm_type=llvm_type, integer=f"i{bits}")
    return template.format(
        llvm_type=llvm_type, integer=f"i{bits}", symbol=symbol, copies=copies, exchange=exchange
    )


_EXCHANGE = """  %before = bitcast {llvm_type} %expected to {integer}
  %after = bitcast {llvm_type} %value to {integer}
  %done = cmpxchg ptr %address, {integer} %before, {integer} %after seq_cst seq_cst
  %now = extractvalue {{ {integer}, i1 }} %done, 0"""
_ALONE = """define internal {llvm_type} @{symbol}(ptr %address, {llvm_type} %expected, {llvm_type} %value) alwaysinline {{
{exchange}
  %result = bitcast {integer} %now to {llvm_type}
  ret {llvm_type} %result
}}
"""
# By way of 128 bits, which any number can be made wider to.
_ONE_OF_SEVERAL = """define internal {llvm_type} @{symbol}(ptr %address, {llvm_type} %expected, {llvm_type} %value) alwaysinline {{
entry:
  %id = call i32 @musasim_triton_thread_id()
  %copy = and i32 %id, {copies}
  %element = xor i32 %id, %copy
  %is.first = icmp eq i32 %copy, 0
  br i1 %is.first, label %first, label %all

first:
{exchange}
  %wide = zext {integer} %now to i128
  %kept = trunc i128 %wide to i64
  call void @musasim_triton_put(i32 %element, i64 %kept)
  br label %all

all:
  call void @musasim_triton_barrier()
  %got = call i64 @musasim_triton_get(i32 %element)
  call void @musasim_triton_barrier()
  %wide.got = zext i64 %got to i128
  %old = trunc i128 %wide.got to {integer}
  %result = bitcast {integer} %old to {llvm_type}
  ret {llvm_type} %result
}}
"""
_DECLARATIONS = """
declare i32 @musasim_triton_thread_id() nounwind willreturn memory(none)
declare void @musasim_triton_barrier()
declare void @musasim_triton_put(i32, i64)
declare i64 @musasim_triton_get(i32)
"""
