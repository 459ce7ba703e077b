#!/usr/bin/env python3
"""Records what torch.compile makes of the functions of tests/plain_cuda/compile, as JSON; a process each.

    python tools/count_graph_breaks.py > tests/plain_cuda/compile/data/torch-2.11.0.json

On an NVIDIA GPU, with torch alone, that is the record which test_counts.py compares with.
"""

import argparse
import json
import subprocess
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="functions; all when none is given")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    record = {}
    for name in args.names or names():
        part = count_one(name) if args.here else count_apart(name)
        for key, value in part.items():
            record[key] = {**record.get(key, {}), **value} if isinstance(value, dict) else value
    json.dump(record, sys.stdout, indent=1)
    print()


def names():
    """All functions of the list."""
    from tests.plain_cuda.compile.functions import CASES

    return list(CASES)


def count_apart(name):
    """The record of one function, in a process of its own: what ran before cannot matter."""
    command = [sys.executable, __file__, "--here", name]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def count_one(name):
    """The record of one function."""
    warnings.simplefilter("ignore")

    import torch

    from tests.plain_cuda.compile.counting import count, reasons
    from tests.plain_cuda.compile.functions import CASES

    counts = count(CASES[name])[1]
    broken = {name: reasons()} if reasons() else {}
    device = torch.cuda.get_device_name()
    return {
        "torch": torch.__version__,
        "device": device,
        "counts": {name: counts},
        "reasons": broken,
    }


if __name__ == "__main__":
    main()
