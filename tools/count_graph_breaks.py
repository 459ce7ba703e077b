#!/usr/bin/env python3
"""Records what torch.compile makes of the functions of tests/plain_cuda/compile, as JSON.

    python tools/count_graph_breaks.py > tests/plain_cuda/compile/data/torch-2.11.0.json

On an NVIDIA GPU, with torch alone, that is the record which test_counts.py compares with.
"""

import argparse
import json
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="functions; all when none is given")
    args = parser.parse_args()
    warnings.simplefilter("ignore")

    import torch

    from tests.plain_cuda.compile.counting import count, reasons
    from tests.plain_cuda.compile.functions import CASES

    counts, broken = {}, {}
    for name in args.names or CASES:
        counts[name] = count(CASES[name])[1]
        if reasons():
            broken[name] = reasons()
    record = {
        "torch": torch.__version__,
        "device": torch.cuda.get_device_name(),
        "counts": counts,
        "reasons": broken,
    }
    json.dump(record, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
