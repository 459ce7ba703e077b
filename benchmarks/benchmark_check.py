"""How long `torchada check` takes for a project.

python benchmarks/benchmark_check.py FOLDER [--jobs N] [--runs 3]

Prints the size of the project, and the seconds of each run: on the clock, and of all processors. Of vLLM's
source distribution, for example: python tools/port_corpus.py .corpus vllm
"""

import argparse
import os
import time

from torchada._check import files, tree


def main() -> None:
    """Check the project several times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    found = files.walk(arguments.folder)
    python = [file for file in found if file.suffix == ".py"]
    size = sum(file.size for file in python)
    print(f"{len(found)} files, {len(python)} of Python with {size / 1e6:.0f} MB")
    for _ in range(arguments.runs):
        start, processors = time.perf_counter(), sum(os.times()[:4])
        report = tree.check(arguments.folder, jobs=arguments.jobs)
        seconds = time.perf_counter() - start
        processors = sum(os.times()[:4]) - processors
        count = len(report.statements)
        print(f"{seconds:.1f} s, {processors:.1f} s of processors, {count} statements")


if __name__ == "__main__":
    main()
