#!/usr/bin/env python3
"""How the time that mcc takes grows with the number of kernels in a file.

    python benchmarks/benchmark_mcc.py                    # 288, 576 and 1152 kernels with -O2
    python benchmarks/benchmark_mcc.py --kernels 512 2048 --options=-O3

Kernels are instances of a template that is local to the file, as libraries of kernels have them. Each row is a
file; its ratio is the time a kernel, to that of the first row: near 1 where time grows with the kernels.
Needs musasim; CXX chooses the host's compiler, as ever.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = """
template <int A, int B>
static __global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= A + B;
}

template <int A, int B>
void launch(float* values, int count) {
  scale<A, B><<<1, 32>>>(values, count);
  if constexpr (B > 0) launch<A, B - 1>(values, count);
}

template <int A>
void launch_all(float* values, int count) {
  launch<A, 31>(values, count);
  if constexpr (A > 0) launch_all<A - 1>(values, count);
}

void run(float* values, int count) { launch_all<GROUPS - 1>(values, count); }
"""
GROUP = 32


def seconds(mcc: str, options: list, kernels: int, folder: Path) -> float:
    """Processor time of one compilation."""
    source = folder / "kernels.mu"
    source.write_text(SOURCE)
    command = [mcc, "-std=c++17", f"-DGROUPS={kernels // GROUP}", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([*command, "-c", source, "-o", folder / "kernels.o"], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", type=int, nargs="+", default=[288, 576, 1152])
    parser.add_argument("--options", default="-O2", help="of mcc")
    arguments = parser.parse_args()
    tool = Path(sys.executable).parent / "musasim"
    mcc = subprocess.check_output([tool, "home"], text=True).strip() + "/bin/mcc"
    first = None
    print("kernels  user s  ms a kernel  ratio")
    with tempfile.TemporaryDirectory() as folder:
        for kernels in arguments.kernels:
            took = seconds(mcc, arguments.options.split(), kernels, Path(folder))
            each = took / kernels
            first = first or each
            print(f"{kernels:7} {took:7.1f} {1000 * each:12.1f} {each / first:6.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
