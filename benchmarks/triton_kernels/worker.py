"""One process: launches each kernel for the first time, then times it against PyTorch's operators on the CPU, in turns.

    worker.py ROUNDS [TEXT ...]

It prints a line of JSON for each kernel. Compiled kernels lie in TRITON_CACHE_DIR: that folder being empty or not is
what makes the first launch cold or warm.
"""

import json
import statistics
import sys
import time

import torch

sys.path.insert(0, __file__.rsplit("/", 1)[0])

import cases  # noqa: E402


def seconds(work):
    begin = time.perf_counter()
    work()
    torch.musa.synchronize()
    return time.perf_counter() - begin


def compared(case, rounds):
    """Median times of the kernel and of the CPU, and the median of their ratios in the same round."""
    pairs = [(seconds(case.launch), seconds(case.expected)) for _ in range(rounds)]
    run, cpu = (statistics.median(times) for times in zip(*pairs))
    return {"run": run, "cpu": cpu, "ratio": statistics.median(a / b for a, b in pairs)}


def main(rounds, texts):
    # What Triton imports at a process's first launch is no kernel's.
    cases.first_of_process().launch()
    for case in cases.all_cases(texts):
        row = {"name": case.name, "limit": case.limit, "first": seconds(case.launch)}
        torch.testing.assert_close(
            case.out.cpu(), case.expected().to(case.out.dtype), rtol=2e-2, atol=2e-2
        )
        if rounds:
            row.update(compared(case, rounds))
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
