"""The results of PyTorch's tests, and the page about them."""

from collections import Counter

import judged_tests
from judged_tests import FAILED, PASSED, SKIPPED

from .reasons import NVIDIA, RULES


def judge(records):
    """One Result a test."""
    return judged_tests.judge(records, RULES)


HEAD = """# PyTorch's tests of CUDA

This page tells how PyTorch's own tests of `torch.cuda` end through torchada, on the simulator, with
torch {torch}. The tests are those of PyTorch {version}; nothing of them is in this repository. The
page is made by `tools/run_pytorch_tests.py PYTORCH --write docs/pytorch-tests.md`.

PyTorch makes these tests where `torch.cuda.is_available()` is True, so they run with
`TORCHADA_FORCE_CUDA_AVAILABLE=1`; PyTorch's flag for the tests of graphs, which asks for
`torch.version.cuda`, is set. A test is *skipped* by its own condition. Each failure has an owner:
*torchada* and *the simulator*, which could do better; *torch_musa*, which lacks what the test asks
for; *NVIDIA only*, where the test asks for a part of CUDA itself; *this run*, where it asks for
what this machine lacks. `inductor/test_cudagraph_trees.py` makes its tests where inductor compiles by
Triton, as on the simulator where `musasim[triton]` is installed.

"""


def as_markdown(results, version):
    """The page: totals, the share that passes, the table by file and class."""
    import torch

    lines = [HEAD.format(version=version, torch=torch.__version__.split("+")[0])]
    lines += judged_tests.outcome_table(results)
    counted, rate = judged_tests.pass_rate(results, {NVIDIA})
    lines += [
        f"\nOf the {counted} tests that run and do not ask for NVIDIA's own, {rate:.1f} % pass.\n"
    ]
    for file in dict.fromkeys(_file(result.test) for result in results):
        of_file = [result for result in results if _file(result.test) == file]
        counted, rate = judged_tests.pass_rate(of_file, {NVIDIA})
        lines += [f"Of `{file}` alone, {rate:.1f} % of {counted} pass.\n"]
    lines += ["\n"]
    lines += [
        "| file, class | tests | passed | skipped | failed |\n| --- | --- | --- | --- | --- |\n"
    ]
    groups = {}
    for result in results:
        groups.setdefault(_group(result.test), []).append(result)
    return "".join([*lines, *(_row(group, members) for group, members in groups.items())])


def _file(test):
    return test.partition("::")[0]


def _group(test):
    file, *rest = test.split("::")
    return f"`{file}` {rest[0]}" if len(rest) > 1 else f"`{file}`"


def _row(group, members):
    count = Counter(member.outcome for member in members)
    why = Counter((m.owner, m.reason) for m in members if m.outcome == FAILED)
    texts = [f"{number} {owner} ({reason})" for (owner, reason), number in why.items()]
    cells = (
        group,
        len(members),
        count[PASSED],
        count[SKIPPED],
        "; ".join(texts).replace("|", "\\|"),
    )
    return "| " + " | ".join(map(str, cells)) + " |\n"
