"""The results of upstream's tests, and the page about them."""

from collections import Counter
from typing import NamedTuple

from .reasons import explain
from .verdicts import FAILED, MISSING, NOT_APPLICABLE, UNEXPLAINED

PASSED, KNOWS_MUSA = "passed", "passed, knows MUSA"
VERDICTS = (PASSED, KNOWS_MUSA, NOT_APPLICABLE, MISSING, FAILED, UNEXPLAINED)


class Result(NamedTuple):
    """One test: its name, one of VERDICTS, and why not passed."""

    test: str
    verdict: str
    reason: str = ""

    @property
    def group(self):
        """Its file and, where it has one, its class."""
        file, *rest = self.test.split("::")
        return f"`{file}` {rest[0]}" if len(rest) > 1 else f"`{file}`"


def judge(as_user, as_native):
    """One Result a test, from the records of both runs."""
    native_outcome = {row["test"]: row["outcome"] for row in as_native}
    results = []
    for row in as_user:
        test, message = row["test"].rpartition("tests/")[2], row["message"]
        if row["outcome"] == "passed":
            results.append(Result(test, PASSED))
        elif native_outcome.get(row["test"]) == "passed":
            results.append(Result(test, KNOWS_MUSA))
        else:
            results.append(Result(test, *explain(test, message)))
    return results


def count_unexplained(results):
    """How many tests fail without a known reason."""
    return sum(result.verdict == UNEXPLAINED for result in results)


HEAD = """# Upstream's tests

This page tells how the tests of upstream's torchada {version} end with this torchada, on the
simulator, with torch {torch}. The tests come from upstream's source distribution on PyPI; nothing
of it is in this repository. The page is made by
`tools/run_upstream_tests.py --write docs/upstream-tests.md`.

Each test runs as a user's code, which sees `cuda`. One that fails runs again as code of a package
that knows MUSA and sees `musa` (`TORCHADA_NATIVE_MODULES`): many of upstream's tests ask for
`device.type == "musa"`, because there everyone sees `musa`.

A test that passes neither way has one of these verdicts. *Not applicable*: the test asks for
upstream's own parts, for what is different here on purpose, or for what is not installed here.
*Missing*: this torchada lacks what the reason names, and upstream has it. *Failed*: this torchada
has what the test asks for, and it does something else. *Failed, unexplained*: the reason is not
known yet.

"""


def as_markdown(results, version):
    """The page: totals, the table by file and class, the reasons."""
    import torch

    lines = [HEAD.format(version=version, torch=torch.__version__.split("+")[0])]
    total = Counter(result.verdict for result in results)
    lines += ["| verdict | tests |\n| --- | --- |\n"]
    lines += [f"| {verdict} | {total[verdict]} |\n" for verdict in VERDICTS]
    lines += [f"| all | {len(results)} |\n\n"]
    lines += ["| file, class | tests | passed | passed, knows MUSA | not passed |\n"]
    lines += ["| --- | --- | --- | --- | --- |\n"]
    groups = {}
    for result in results:
        groups.setdefault(result.group, []).append(result)
    lines += [_row(group, members) for group, members in groups.items()]
    return "".join(lines)


def _row(group, members):
    count = Counter(member.verdict for member in members)
    why = Counter((m.verdict, m.reason) for m in members if m.verdict not in (PASSED, KNOWS_MUSA))
    texts = [f"{number} {verdict} ({_cell(reason)})" for (verdict, reason), number in why.items()]
    cells = (group, len(members), count[PASSED], count[KNOWS_MUSA], "; ".join(texts))
    return "| " + " | ".join(map(str, cells)) + " |\n"


def _cell(text):
    return text.replace("|", "\\|")
