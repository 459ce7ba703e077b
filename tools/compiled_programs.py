"""What torch.compile makes of the programs of tests/programs: their tests marked `compiles`, by both generators of code.

For tools/run_programs.py, whose page has the figures.
"""

import os

import generated_page

MARK = "pytest.mark.compiles"
GENERATORS = ("triton", "cpp")
COUNTS = ("graphs", "breaks", "kernels")
HEAD = """
## torch.compile

These programs compile a model or a function of theirs, and the result is that of the same code without. Each ran twice: with kernels in
Triton, as on real hardware, and in C++ (`MUSASIM_INDUCTOR=cpp`). The numbers are those of all tests of a program that compile together,
in the process of the tests: graphs, graph breaks, and kernels that inductor wrote.

{total}

| program | tests | graphs | graph breaks | kernels in Triton | kernels in C++ | remarks |
| --- | --- | --- | --- | --- | --- | --- |
"""

# What a reader misses in the table, and why.
FOOT = """
What does not compile, or has no row:

- bitsandbytes: its kernels are CUDA binaries, which no device but CUDA loads.
- optuna: compiles nothing; the networks that it searches are the program's.
- deepspeed: its tests train in processes of their own, whose graphs are not counted.
- torchmetrics: metrics that count by `bincount` (a confusion matrix, accuracy of many classes) look for the package torch_xla while they
  are traced, which ends with `InternalTorchDynamoError` on the CPU as well.
- `torch.nn.DataParallel`, which ignite's `auto_model` makes on two GPUs: torch.compile makes no graph of its forward.
"""


def environment(generator: str) -> dict:
    """Without inductor's caches of graphs: what comes from there is written, and counted, at another time."""
    caches = {"TORCHINDUCTOR_FX_GRAPH_CACHE": "0", "TORCHINDUCTOR_AUTOGRAD_CACHE": "0"}
    return {**os.environ, **caches, "MUSASIM_INDUCTOR": generator}


def counted(cases: list) -> dict:
    """The sums of what the tests of a file report."""
    sums = dict.fromkeys(COUNTS, 0)
    for case in cases:
        for each in case.iter("property"):
            if each.get("name") in sums:
                sums[each.get("name")] += int(each.get("value"))
    return sums


def table(results: dict) -> str:
    """The section of the page: a row for each program that compiles."""
    rows, passed, failed = [], [0, 0], [0, 0]
    for _, found in sorted(results.items()):
        roads = [found.get("compiled", {}).get(each) for each in GENERATORS]
        if None in roads:
            continue
        rows.append(_row(", ".join(found["packages"]), *roads))
        for number, road in enumerate(roads):
            passed[number] += road["passed"]
            failed[number] += len(road["failed"])
    total = (
        f"{len(rows)} program{'s' * (len(rows) != 1)}: {passed[0]} tests pass and {failed[0]} fail with Triton, "
        f"{passed[1]} pass and {failed[1]} fail with C++."
    )
    return HEAD.format(total=total) + "".join(rows) + FOOT


def _row(packages: str, triton: dict, cpp: dict) -> str:
    remarks = [
        f"*fails* in {name}: {reason}"
        for name, road in (("Triton", triton), ("C++", cpp))
        for reason in road["failed"]
    ]
    tests = str(triton["passed"] + len(triton["failed"]))
    both = [_one(triton[each], cpp[each]) for each in ("graphs", "breaks")]
    kernels = [str(triton["kernels"]), str(cpp["kernels"])]
    return generated_page.row((packages, tests, *both, *kernels, "; ".join(remarks)))


def _one(triton: int, cpp: int) -> str:
    return str(triton) if triton == cpp else f"{triton}; in C++ {cpp}"
