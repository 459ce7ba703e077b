"""The results of Triton's tests, and the page about them."""

from collections import Counter

import judged_tests
from judged_tests import FAILED, NOT_RUN, PASSED, SKIPPED, Result

from .reasons import AMD, NVIDIA, RULES


def judge(records, versions, collected=()):
    """One Result a test, those that are collected and have no record included."""
    results = judged_tests.judge(records, RULES, versions)
    done = {result.test for result in results}
    return results + [Result(test, NOT_RUN) for test in collected if test not in done]


HEAD = """# Triton's tests

This page tells how the tests of Triton's language (`python/test/unit/language` of its repository) end
through torchada, on the simulated S5000, with {versions}. They run unmodified
with `--device cuda`; nothing of them is in this repository. The page is made by
`tools/run_triton_tests.py TRITON --write docs/triton-tests.md`.

A test is *skipped* by its own condition: most skipped ones ask for tensor memory, clusters or
another part of NVIDIA's or AMD's GPUs. Each failure has an owner: *NVIDIA only* and *AMD only*, where
the test asks for a part of these makers' GPUs; *Triton*, whose release fails its own test; *the
test*, which expects what does not hold for this GPU; *this run*, which had too little time. A test
is *not run* where the records end before it.

"""


def as_markdown(results, versions):
    """The page: totals, the share that passes, a row for each file, a row for each group that fails."""
    lines = [HEAD.format(versions=versions), *judged_tests.outcome_table(results)]
    missing = sum(result.outcome == NOT_RUN for result in results)
    if missing:
        lines.append(f"| {NOT_RUN} | {missing} |\n")
    counted, rate = judged_tests.pass_rate(results, {NVIDIA, AMD})
    lines.append(
        f"\nOf the {counted} tests that run and ask for nothing that only NVIDIA's or AMD's GPUs have, "
        f"{rate:.1f} % pass.\n\n"
    )
    return "".join([*lines, *_files(results), *_failures(results)])


def _files(results):
    groups = _grouped(results, lambda test: test.split("::")[0].split("/")[-1])
    lines = [
        "| file | tests | passed | skipped | failed | not run | passed of those that count |\n"
    ]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |\n")
    for file, members in sorted(groups.items()):
        count = Counter(member.outcome for member in members)
        counted, rate = judged_tests.pass_rate(members, {NVIDIA, AMD})
        numbers = [count[outcome] for outcome in (PASSED, SKIPPED, FAILED, NOT_RUN)]
        cells = [f"`{file}`", *map(str, [len(members), *numbers])]
        cells.append(f"{rate:.1f} %" if counted else "")
        lines.append(f"| {' | '.join(cells)} |\n")
    return lines


def _failures(results):
    groups = _grouped(results, lambda test: test.split("/")[-1].split("[")[0].replace("::", " "))
    lines = ["\n| test | failed | owner | reason |\n| --- | --- | --- | --- |\n"]
    for name, members in sorted(groups.items()):
        why = Counter((m.owner, m.reason) for m in members if m.outcome == FAILED)
        for (owner, reason), number in sorted(why.items()):
            cells = (f"`{name}`", f"{number} of {len(members)}", owner or "unexplained", reason)
            lines.append(f"| {' | '.join(cells)} |\n")
    return lines if len(lines) > 1 else []


def _grouped(results, name):
    groups = {}
    for result in results:
        groups.setdefault(name(result.test), []).append(result)
    return groups
