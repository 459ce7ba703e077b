"""One process: asks a built project for its results, and holds them against what is wanted.

python -m built_extensions.ask PROJECT FOLDER    # from tools/; prints a line of JSON
"""

import json
import sys

import torch

from .project import Project


def main() -> int:
    """Compare the results of the project that the command line names."""
    name, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    project = Project(name)
    count, largest, wrong = 0, 0.0, []
    for result, found, wanted, *tolerance in project.module.results():
        count += 1
        difference, fault = hold(found, wanted, *tolerance)
        largest = max(largest, difference)
        if fault:
            wrong.append(f"{result}: {fault}")
    if not count:
        wrong.append("there are no results")
    print(json.dumps({"compared": count, "largest": largest, "wrong": wrong}))
    return 0


def hold(found, wanted, tolerance=None):
    """(difference relative to the largest value, what is wrong). Without a tolerance all bits count."""
    if found.device.type != "cuda":
        return 0.0, f"it was computed on {found.device}"
    found, wanted = found.detach().cpu(), wanted.detach().cpu()
    if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
        return 0.0, f"{found.dtype} {tuple(found.shape)}, {wanted.dtype} {tuple(wanted.shape)}"
    if torch.equal(found, wanted):
        return 0.0, ""
    if tolerance is None:
        return 0.0, f"{int((found != wanted).sum())} of {found.numel()} values differ"
    found, wanted = found.double(), wanted.double()
    difference = float((found - wanted).abs().max() / wanted.abs().max().clamp_min(1e-300))
    return difference, "" if difference <= tolerance else f"differs by {difference:.1e}"


if __name__ == "__main__":
    sys.exit(main())
