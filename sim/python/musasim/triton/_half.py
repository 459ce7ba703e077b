"""tl.dot with results of half precision: products are added in single precision, and rounded once.

The lowering rounds after each product, which no GPU does. `_dot.py` makes loops of what this leaves.
"""

import re
from collections import Counter

from ._ir_text import name_numbered_values

_FMA = re.compile(
    r"^  (%\S+) = call half @llvm\.fmuladd\.f16\(half (\S+), half (\S+), half ([^)]+)\)(.*)$"
)


def accumulate_in_fp32(function):
    """The text of a function."""
    lines = function.split("\n")
    if not any(map(_FMA.match, lines)):
        return function
    lines = name_numbered_values(lines)
    uses = Counter(re.findall(r"%[\w.]+", "\n".join(lines)))
    result, run, count = [], [], 0
    for line in lines:
        found = _FMA.match(line)
        if found:
            run.append(found.groups())
            continue
        count += _write(run, uses, count, result)
        run = []
        result.append(line)
    return "\n".join(result)


def _write(run, uses, number, result):
    """Add the lines of one run, and tell how many values were made wider. Their names begin with that number."""
    wide, before, products = {}, [], []
    sums = Counter(total for *_, total, _ in run)

    def widened(value):
        if value not in wide:
            wide[value] = f"%wide{number + len(wide)}"
            before.append(f"  {wide[value]} = fpext half {value} to float")
        return wide[value]

    for name, left, right, total, end in run:
        values = ", ".join(f"float {widened(each)}" for each in (left, right, total))
        wide[name] = f"%wide{number + len(wide)}"
        products.append(f"  {wide[name]} = call float @llvm.fmuladd.f32({values}){end}")
    result += before + products
    for name, *_ in run:
        if uses[name] > 1 + sums[name]:
            result.append(f"  {name} = fptrunc float {wide[name]} to half")
    return len(wide)
