"""tl.dot as loops.

The lowering writes an instruction for each product of each thread, tens of thousands for a large block: LLVM takes
minutes for them. What a thread multiplies goes into arrays instead, and a function with three loops (intrinsics.ll)
multiplies these; it uses vectors, too.
"""

import re
from collections import Counter

from ._ir_text import name_numbered_values

_FMA = re.compile(
    r"^  (%\S+) = call (float|double) @llvm\.fmuladd\.(f32|f64)\(\w+ (\S+), \w+ (\S+), \w+ ([^)]+)\)"
)
# Shorter runs are quicker without arrays.
_MIN_PRODUCTS = 2048


def replace_dots_by_loops(function):
    """The text of a function whose long runs of products are loops, and the loops' types."""
    lines = function.split("\n")
    runs = list(_runs(lines))
    if not runs:
        return function, set()
    lines = name_numbered_values(lines)
    uses = Counter(re.findall(r"%v\d+\b", "\n".join(lines)))
    result, arrays, dot_types, done = [], [], set(), 0
    for begin, end in runs:
        product = _product(lines[begin:end], uses)
        if product is None:
            continue
        name = f"%dot{len(arrays)}"
        declared, written = _written(name, *product)
        result += [*lines[done:begin], *written]
        arrays += declared
        dot_types.add(product[0])
        done = end
    result += lines[done:]
    return "\n".join([*result[:2], *arrays, *result[2:]]), dot_types


def _runs(lines):
    begin = None
    for i, line in enumerate(lines):
        if _FMA.match(line):
            begin = i if begin is None else begin
        elif begin is not None:
            if i - begin >= _MIN_PRODUCTS:
                yield begin, i
            begin = None


def _product(lines, uses):
    """LLVM's name of the type, rows of the left matrix, columns of the right one, sums before and results; or None."""
    chains = {}
    for line in lines:
        result, _, dot_type, left, right, before = _FMA.match(line).groups()
        chain = chains.pop(before, None) if uses[before] == 2 else None
        lefts, rights, first = chain or ((), (), before)
        chains[result] = (lefts + (left,), rights + (right,), first)
    rows = list(dict.fromkeys(chain[0] for chain in chains.values()))
    columns = list(dict.fromkeys(chain[1] for chain in chains.values()))
    sums = {(chain[0], chain[1]): (chain[2], name) for name, chain in chains.items()}
    whole = len(chains) == len(sums) == len(rows) * len(columns)
    if not whole or len({len(each) for each in rows + columns}) != 1:
        return None
    return dot_type, rows, columns, [[sums[row, column] for column in columns] for row in rows]


def _written(name, dot_type, rows, columns, sums):
    """The lines that make the arrays, and those that fill them, multiply, and read the results."""
    llvm_type = "float" if dot_type == "f32" else "double"
    depth = len(rows[0])
    sizes = {"a": len(rows) * depth, "b": len(columns) * depth, "c": len(rows) * len(columns)}
    arrays = [
        f"  {name}.{each} = alloca [{n} x {llvm_type}], align 64" for each, n in sizes.items()
    ]
    lines = []

    def element_address(array, number):
        lines.append(
            f"  {name}.{array}.{number} = getelementptr inbounds {llvm_type}, ptr {name}.{array}, i64 {number}"
        )
        return f"ptr {name}.{array}.{number}"

    def store(array, values):
        for number, value in enumerate(values):
            lines.append(f"  store {llvm_type} {value}, {element_address(array, number)}")

    store("a", [value for row in rows for value in row])
    store("b", [value for values in zip(*columns) for value in values])
    store("c", [first for row in sums for first, _ in row])
    numbers = f"i64 {len(rows)}, i64 {len(columns)}, i64 {depth}"
    lines.append(
        f"  call void @amdgcn.dot.{dot_type}(ptr {name}.a, ptr {name}.b, ptr {name}.c, {numbers})"
    )
    for number, result in enumerate(result for row in sums for _, result in row):
        lines.append(f"  {result} = load {llvm_type}, ptr {name}.c.{number}")
    return arrays, lines
