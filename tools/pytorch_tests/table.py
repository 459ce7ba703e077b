"""The results of PyTorch's tests, and the page about them."""

from collections import Counter
from typing import NamedTuple

from .reasons import NVIDIA, explain

PASSED, SKIPPED, FAILED = "passed", "skipped", "failed"


class Result(NamedTuple):
    """One test, its outcome, whose it is that it failed, and why it did not pass."""

    test: str
    outcome: str
    owner: str = ""
    reason: str = ""

    @property
    def is_unexplained(self):
        return self.outcome == FAILED and not self.reason

    @property
    def file(self):
        return self.test.partition("::")[0]

    @property
    def group(self):
        file, *rest = self.test.split("::")
        return f"`{file}` {rest[0]}" if len(rest) > 1 else f"`{file}`"


def judge(records):
    """One Result a test. Its body may fail, and what cleans up after it too: both messages count."""
    results, messages = {}, {}
    for row in records:
        test, outcome = row["test"], row["outcome"]
        if outcome == FAILED:
            messages[test] = messages.get(test, "") + row["message"] + "\n"
            results[test] = Result(test, FAILED, *explain(test, messages[test]))
        elif results.get(test, Result(test, PASSED)).outcome != FAILED:
            reason = row["message"].removeprefix("Skipped: ") if outcome == SKIPPED else ""
            results[test] = Result(test, outcome, "", reason)
    return list(results.values())


def renewed(earlier, records):
    """The records of an earlier run, with those of a later one in place of the same tests'."""
    again = {row["test"] for row in records}
    return [row for row in earlier if row["test"] not in again] + records


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
    count = Counter(result.outcome for result in results)
    owners = Counter(result.owner for result in results if result.outcome == FAILED)
    lines += ["| outcome | tests |\n| --- | --- |\n"]
    lines += [f"| {outcome} | {count[outcome]} |\n" for outcome in (PASSED, SKIPPED)]
    lines += [
        f"| failed: {owner or 'unexplained'} | {owners[owner]} |\n" for owner in sorted(owners)
    ]
    asked, share = _share(results)
    lines += [
        f"\nOf the {asked} tests that run and do not ask for NVIDIA's own, {share:.1f} % pass.\n"
    ]
    for file in dict.fromkeys(result.file for result in results):
        asked, share = _share([result for result in results if result.file == file])
        lines += [f"Of `{file}` alone, {share:.1f} % of {asked} pass.\n"]
    lines += ["\n"]
    lines += [
        "| file, class | tests | passed | skipped | failed |\n| --- | --- | --- | --- | --- |\n"
    ]
    groups = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    return "".join([*lines, *(_row(group, members) for group, members in groups.items())])


def _share(results):
    """How many tests run and do not ask for NVIDIA's own, and how many of a hundred of these pass."""
    asked = [r for r in results if r.outcome != SKIPPED and r.owner != NVIDIA]
    passed = sum(r.outcome == PASSED for r in asked)
    return len(asked), 100 * passed / len(asked) if asked else 0


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
