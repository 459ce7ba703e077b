"""What looking up a C function costs by CUDA's name with torchada, against MUSA's name and plain ctypes.

    MUSASIM=1 python benchmarks/benchmark_ctypes.py

Each round starts two processes, in turns which comes first: one asks plain ctypes for `musaMalloc` and
so on (torchada was never imported there), the other asks for `cudaMalloc` with torchada active. Both open
the same library, name by name the same functions. Nanoseconds of one look-up: the first of a name, which
makes the function, and every later one. Exit code 1: a median is beyond its limit.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import time

from overhead.statistics import estimate, pair_ratios

FUNCTIONS = (
    "Malloc Free Memcpy MemcpyAsync Memset MemsetAsync GetDevice SetDevice DeviceSynchronize StreamCreate "
    "StreamDestroy StreamSynchronize StreamWaitEvent EventCreate EventRecord EventDestroy GetLastError "
    "GetErrorString IpcGetMemHandle IpcOpenMemHandle IpcCloseMemHandle HostAlloc FreeHost MemGetInfo"
).split()
OPENINGS, LATER = 40, 2000
# Times plain ctypes. A first look-up does one more of a dictionary; a later one is an attribute.
LIMITS = {"first": 1.3, "later": 1.1}


def nanoseconds(library, names, count):
    start = time.perf_counter_ns()
    for _ in range(count):
        for name in names:
            getattr(library, name)
    return (time.perf_counter_ns() - start) / (count * len(names))


def worker(prefix):
    """Measures in this process; the names begin with `prefix`."""
    import torch  # noqa: F401  (makes the platform, and torchada where it may)

    names = [prefix + name for name in FUNCTIONS]
    ctypes.CDLL("libmusart.so").__getitem__(names[0])  # what is made once a process
    first = []
    for _ in range(OPENINGS):
        library = ctypes.CDLL("libmusart.so")
        first.append(nanoseconds(library, names, 1))
    later = [nanoseconds(library, names, LATER // OPENINGS) for _ in range(OPENINGS)]
    print(json.dumps({"first": min(first), "later": min(later)}))


def start(prefix, autoload):
    import musasim

    path = os.pathsep.join([musasim.home() + "/lib", os.environ.get("LD_LIBRARY_PATH", "")])
    environment = {**os.environ, "TORCHADA_AUTOLOAD": autoload, "LD_LIBRARY_PATH": path}
    command = [sys.executable, __file__, "--worker", prefix]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return worker(options.worker)
    sides = {"musa": ("musa", "0"), "cuda": ("cuda", "1")}
    times = {side: [] for side in sides}
    for number in range(options.rounds):
        for side in sorted(sides, reverse=number % 2 == 1):
            times[side].append(start(*sides[side]))
    failed = False
    for what, limit in LIMITS.items():
        plain, ours = ([one[what] for one in times[side]] for side in ("musa", "cuda"))
        ratio = estimate(pair_ratios(ours, plain))
        ok = ratio.median <= limit
        failed |= not ok
        print(
            f"{what:5} look-up: {estimate(ours).median:7.0f} ns, plain {estimate(plain).median:7.0f} ns, ratio "
            f"{ratio.median:.3f} [{ratio.low:.3f}, {ratio.high:.3f}], limit {limit}: {'ok' if ok else 'MISSED'}"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
