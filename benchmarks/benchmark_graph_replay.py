"""What a node of a replayed graph costs on the simulator, against the same calls made one by one.

    MUSASIM=1 python benchmarks/benchmark_graph_replay.py

Prints microseconds of CPU time per operator for chains of in-place additions of 4x4 tensors, and of random ones.
"""

import time

import torch
import torch_musa

NODES = 10_000
REPEATS = 5


def measure(run):
    """The best CPU time of one run (all threads), in microseconds per operator."""
    best = float("inf")
    for _ in range(REPEATS):
        torch_musa.synchronize()
        start = time.process_time()
        run()
        torch_musa.synchronize()
        best = min(best, time.process_time() - start)
    return best / NODES * 1e6


def compare(name, operator):
    def chain():
        for _ in range(NODES):
            operator()

    graph = torch_musa.MUSAGraph()
    start = time.process_time()
    with torch_musa.graph(graph):
        chain()
    captured = (time.process_time() - start) / NODES * 1e6
    calls, replayed = measure(chain), measure(graph.replay)
    print(f"{name}: calls {calls:.2f} us, capture {captured:.2f} us, replay {replayed:.2f} us")


def main():
    torch.set_num_threads(1)
    x = torch.ones(4, 4, device="musa")
    compare("add_", lambda: x.add_(1))
    compare("add", lambda: torch.add(x, 1))
    compare("mm", lambda: torch.mm(x, x))
    compare("normal_", lambda: x.normal_())


if __name__ == "__main__":
    main()
