"""tl.atomic_cas on blocks with fewer elements than threads.

Several threads have the same element then. The lowering lets each of them compare and exchange; here one does, and
the others get its result (intrinsics.ll).
"""

import math
import re

_OPERATION = re.compile(r"= tt\.atomic_cas .*-> (.*?)(?: loc\(.*\))?$", re.M)
_TENSOR = re.compile(r"tensor<([\dx]+)x\w+, (.*)>$")
_SLICE = re.compile(r"#ttg\.slice<\{dim = (\d+), parent = (#\w+)\}>$")
_BLOCKED = re.compile(
    r"^(#\w+) = #ttg\.blocked<\{sizePerThread = \[(.*?)\], threadsPerWarp = \[(.*?)\], "
    r"warpsPerCTA = \[(.*?)\], order = \[(.*?)\]\}>",
    re.M,
)
_EXCHANGE = re.compile(
    r"^(  %\S+ = )cmpxchg (ptr.*?), (i\d+) (\S+), i\d+ (\S+) (?:syncscope.*?|[a-z_]+) [a-z_]+, align \d+(.*)$",
    re.M,
)


def copies_of(ttgir):
    """For each instruction that compares and exchanges: the bits of a thread's number that tell copies of an element apart."""
    layouts = {
        name: [[int(n) for n in numbers.split(",")] for numbers in rest]
        for name, *rest in _BLOCKED.findall(ttgir)
    }
    copies = []
    for kind in _OPERATION.findall(ttgir):
        copies += _of_kind(kind, layouts)
    return copies


def _of_kind(kind, layouts):
    tensor = _TENSOR.search(kind)
    if tensor is None:
        return [0]  # a scalar, which one thread alone exchanges
    shape = [int(n) for n in tensor[1].split("x")]
    part = _SLICE.match(tensor[2])
    parent = part[2] if part else tensor[2]
    if parent not in layouts:
        raise NotImplementedError(
            f"tl.atomic_cas on a block of {tensor[1]} elements with the layout {tensor[2]}: the simulated GPU "
            "takes only a block with the layout that tl.load gives, or a scalar"
        )
    if part:
        shape.insert(int(part[1]), 1)
    return _of_blocked(shape, *layouts[parent])


def _of_blocked(shape, sizes, lanes, warps, order):
    """The bits for as many instructions as a thread has elements."""
    mask, bit = 0, 0
    stride = list(sizes)
    for counts in (lanes, warps):
        for axis in order:
            for _ in range(int(math.log2(counts[axis]))):
                mask |= (stride[axis] >= shape[axis]) << bit
                stride[axis] *= 2
                bit += 1
    elements = math.prod(
        size * max(1, -(-length // covered)) for size, length, covered in zip(sizes, shape, stride)
    )
    return [mask] * elements


def exchanged_once(text, copies, kernel):
    """The text of a module in which one of several copies compares and exchanges."""
    if not any(copies):
        return text
    found = len(_EXCHANGE.findall(text))
    if found != len(copies):
        raise NotImplementedError(
            f"the kernel {kernel}: tl.atomic_cas on a block with fewer elements than threads, of which {found} "
            f"instructions were made instead of {len(copies)}; use a larger block, or a scalar"
        )
    masks = iter(copies)
    kinds = set()

    def called(line):
        mask = next(masks)
        if mask == 0:
            return line[0]
        begin, place, kind, expected, value, end = line.groups()
        kinds.add(kind)
        arguments = f"{place}, {kind} {expected}, {kind} {value}, i32 {mask}"
        return f"{begin}call {{ {kind}, i1 }} @amdgcn.cas.{kind}({arguments}){end}"

    text = _EXCHANGE.sub(called, text)
    return text + "".join(
        f"declare {{ {k}, i1 }} @amdgcn.cas.{k}(ptr, {k}, {k}, i32)\n" for k in sorted(kinds)
    )
