"""What a trace costs: the same programs with TORCHADA_TRACE and without it.

    MUSASIM=1 python benchmarks/benchmark_trace.py
    MUSASIM=1 python benchmarks/benchmark_trace.py --rounds 3 --rows step

Each round starts two processes, in turns which comes first: one is traced, the other is not. A process
times every row in short loops, and the fastest loop counts. Exit code 1: a median is beyond the limit.
What torchada costs without a trace is in benchmark_overhead.py.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from overhead.statistics import estimate, pair_ratios

LIMIT = 3.0
REPEATS, SECONDS = 15, 0.004


def rows():
    """(what it is, function); calls that take a microsecond show a trace most."""
    import torch
    from torch import nn

    model = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(288, 10)).to(
        "cuda"
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    images = torch.randn(16, 1, 8, 8)
    labels = torch.randint(10, (16,))
    tensor = torch.ones(8, device="cuda")

    def step():
        with torch.autocast("cuda", dtype=torch.float16):
            loss = nn.functional.cross_entropy(model(images.cuda()), labels.to("cuda"))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        torch.cuda.synchronize()

    def infer():
        with torch.no_grad(), torch.cuda.stream(torch.cuda.current_stream()):
            return model(torch.zeros(1, 1, 8, 8, device="cuda"))

    def move():
        model.to("cuda")

    return {
        "training step": step,
        "inference": infer,
        "model.to('cuda')": move,
        "torch.empty(8, device='cuda')": lambda: torch.empty(8, device="cuda"),
        "tensor.to('cuda')": lambda: tensor.to("cuda"),
        "tensor.cuda()": tensor.cuda,
        "torch.device('cuda:0')": lambda: torch.device("cuda:0"),
        "torch.cuda.current_device()": lambda: torch.cuda.current_device(),
        "torch.cuda.current_stream()": lambda: torch.cuda.current_stream(),
        "torch.cuda.synchronize()": lambda: torch.cuda.synchronize(),
        "torch.cuda.Event()": lambda: torch.cuda.Event(),
    }


def fastest(function):
    """Seconds of one call in the fastest of several loops."""
    function()
    start = time.perf_counter()
    function()
    count = max(1, round(SECONDS / (time.perf_counter() - start)))
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(count):
            function()
        times.append((time.perf_counter() - start) / count)
    return min(times)


def start(names, file):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TORCHADA_TRACE": file}
    command = [sys.executable, __file__, "--worker", "--rows", *names]
    done = subprocess.run(
        command, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    return json.loads(done.stdout)


def measure(names, rounds):
    """The times of each side, by row."""
    times = {"off": [], "on": []}
    with tempfile.TemporaryDirectory() as folder:
        files = {"off": "", "on": os.path.join(folder, "trace.json")}
        for number in range(rounds):
            for side in sorted(times, reverse=number % 2 == 1):
                times[side].append(start(names, files[side]))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--rows", nargs="*", default=[], help="only rows whose name holds one")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        wanted = options.rows
        functions = rows().items()
        chosen = {
            name: one for name, one in functions if not wanted or any(w in name for w in wanted)
        }
        print(json.dumps({name: fastest(one) for name, one in chosen.items()}))
        return 0
    times = measure(options.rows, options.rounds)
    failed = False
    for name in times["off"][0]:
        off, on = ([one[name] for one in times[side]] for side in ("off", "on"))
        ratio = estimate(pair_ratios(on, off))
        ok = ratio.median <= LIMIT
        failed |= not ok
        microseconds = f"{min(off) * 1e6:10.2f} us off {min(on) * 1e6:10.2f} us on"
        interval = f"{ratio.median:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"
        print(f"{name:32} {microseconds}  on/off {interval}  {'ok' if ok else 'TOO SLOW'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
