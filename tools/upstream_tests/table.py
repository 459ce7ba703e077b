"""What became of each upstream test, and the page that tells it."""

from collections import Counter
from typing import NamedTuple

from .reasons import FAILED, NOT_APPLICABLE, NOT_YET, UNEXPLAINED, explain

PASSED, KNOWS_MUSA = "passed", "passed, knows MUSA"
VERDICTS = (PASSED, KNOWS_MUSA, NOT_APPLICABLE, NOT_YET, FAILED, UNEXPLAINED)


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

The test files of upstream's torchada {version} (its source distribution on PyPI; nothing of it is in
this repository), run against this torchada on the simulator, with torch {torch}. This page is made by
`tools/run_upstream_tests.py --write docs/upstream-tests.md`.

Each test runs twice if need be: as a user's code, which sees `cuda`, and as code of a package that
knows MUSA and sees `musa` (`TORCHADA_NATIVE_MODULES`), because many of upstream's tests ask for
`device.type == "musa"`: there, everyone sees `musa`. *Not applicable*: the test is about upstream's
own parts, or about what is not installed here. *Not yet*: the issue named brings it.

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
