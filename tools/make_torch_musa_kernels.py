"""Writes sim/backend/aten/torch_musa_kernels.def: the operators of PyTorch that torch_musa has kernels of.

    python tools/make_torch_musa_kernels.py TREE

TREE is a checkout of torch_musa. The names come from torch_musa/csrc/aten: from ops/musa_functions.yaml, and
from the TORCH_LIBRARY_IMPL blocks of its sources, which register some operators by hand.
"""

import argparse
import re
from pathlib import Path
from typing import Dict, Set

import yaml

TARGET = Path(__file__).resolve().parents[1] / "sim/backend/aten/torch_musa_kernels.def"
HEADER = """\
// The operators of PyTorch that torch_musa 2.7.1 has kernels of, and for which tensors. Written by
// tools/make_torch_musa_kernels.py from torch_musa's sources.
//
// TORCH_MUSA_KERNEL(operator with overload, kinds of tensors)
"""
KINDS = {
    "PrivateUse1": "kDense",
    "SparsePrivateUse1": "kSparse",
    "SparseCsrPrivateUse1": "kCompressed",
    "QuantizedPrivateUse1": "kQuantized",
    "NestedTensorPrivateUse1": "kNested",
}
BLOCK = re.compile(r"^TORCH_LIBRARY_IMPL\(aten, (\w+), m\) \{$(.*?)^\}", re.MULTILINE | re.DOTALL)
REGISTERED = re.compile(r'm\.impl\(\s*(?:TORCH_SELECTIVE_NAME\()?"(?:aten::)?([\w.]+)"')


def listed(tree: Path) -> Dict[str, Set[str]]:
    """Operator -> dispatch keys. An entry without `dispatch` is of PrivateUse1."""
    path = tree / "torch_musa/csrc/aten/ops/musa_functions.yaml"
    found = {}
    for entry in yaml.safe_load(path.read_text()):
        keys = ", ".join(entry.get("dispatch") or ["PrivateUse1"])
        found[entry["func"]] = set(keys.split(", "))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", type=Path, metavar="TREE")
    tree = parser.parse_args().tree
    kernels = listed(tree)
    for path in sorted((tree / "torch_musa/csrc/aten").rglob("*")):
        if path.suffix in (".cpp", ".mu"):
            for key, body in BLOCK.findall(path.read_text()):
                for name in REGISTERED.findall(body):
                    kernels.setdefault(name, set()).add(key)
    with TARGET.open("w") as out:
        out.write(HEADER)
        for name, keys in sorted(kernels.items()):
            kinds = [kind for key, kind in KINDS.items() if key in keys]
            if kinds:
                out.write('TORCH_MUSA_KERNEL("%s", %s)\n' % (name, " | ".join(kinds)))


if __name__ == "__main__":
    main()
