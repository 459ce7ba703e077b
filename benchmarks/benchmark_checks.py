#!/usr/bin/env python3
"""What the checks of kernels cost: each program of tests/kernels, plain and with each tool, side by side.

    python benchmarks/benchmark_checks.py                       # needs torchada and musasim installed
    python benchmarks/benchmark_checks.py --programs matmul scan --rounds 3

A round runs all variants of a program one after the other; the table has the medians of their times over the plain one's.
Exit code: 0 all tools together stay below 60 times the plain run of the suite, 1 they do not.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SUITE = Path(__file__).resolve().parent.parent / "tests" / "kernels"
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck", "1", "all"]
LIMIT = 60


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = sorted(path.stem for path in SUITE.glob("*.cu"))
    parser.add_argument("--programs", nargs="+", choices=names, default=names, metavar="NAME")
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


def build(names, folder):
    """Ports the suite; compiles each program plain and with checks. Gives their paths."""
    import musasim

    command = [sys.executable, "-m", "torchada", "port", SUITE, "-o", folder / "ported", "-q"]
    subprocess.run(command, check=False, capture_output=True)
    mcc = Path(musasim.home()) / "bin" / "mcc"

    def compiled(name, *options):
        program = folder / "".join((name, *options))
        source = folder / "ported" / f"{name}.mu"
        subprocess.run([mcc, "-O1", "-std=c++17", *options, source, "-o", program], check=True)
        return program

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = pool.map(lambda name: (compiled(name), compiled(name, "-fcheck-kernels")), names)
        return dict(zip(names, pairs))


def seconds(program, tools=None):
    env = {k: v for k, v in os.environ.items() if k != "MUSASIM_CHECK_KERNELS"}
    env["MUSASIM_MODEL"] = "S5000"
    if tools:
        env["MUSASIM_CHECK_KERNELS"] = tools
    begin = time.perf_counter()
    done = subprocess.run([program], env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{program.name} with {tools}: exit code {done.returncode}\n{done.stderr}")
    return time.perf_counter() - begin


def measure(plain, checked, rounds):
    """The median time of each variant: the plain one first."""
    times = [[seconds(plain), *(seconds(checked, tools) for tools in TOOLS)] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*times)]


def main():
    args = parse_args()
    folder = Path(tempfile.mkdtemp(prefix="benchmark_checks_"))
    try:
        programs = build(args.programs, folder)
        print(f"{'program':12} {'plain':>8} " + " ".join(f"{tool:>10}" for tool in TOOLS))
        sums = [0.0] * (1 + len(TOOLS))
        for name, (plain, checked) in programs.items():
            times = measure(plain, checked, args.rounds)
            sums = [total + each for total, each in zip(sums, times)]
            show(name, times)
        show("all", sums)
    finally:
        shutil.rmtree(folder)
    return 0 if sums[-1] < LIMIT * sums[0] else 1


def show(name, times):
    ratios = " ".join(f"{each / times[0]:9.1f}x" for each in times[1:])
    print(f"{name:12} {1000 * times[0]:6.0f}ms {ratios}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
