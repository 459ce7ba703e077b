"""What the runners of other projects' tests share: records become one result a test, each failure with an owner."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

PASSED, SKIPPED, FAILED = "passed", "skipped", "failed"


class NotRun(Exception):
    """The tests did not run; the text says why."""


class Rule(NamedTuple):
    """Tests (file::Class::test) and messages this is about; the owner; the reason."""

    test: str
    message: str
    owner: str
    reason: str


class Result(NamedTuple):
    """One test, its outcome, whose it is that it failed, and why it did not pass."""

    test: str
    outcome: str
    owner: str = ""
    reason: str = ""

    @property
    def is_unexplained(self):
        return self.outcome == FAILED and not self.reason


def explain(rules, test: str, message: str):
    """The owner and the reason, of the first rule whose patterns are both found; else two empty texts."""
    for rule in rules:
        if re.search(rule.test, test) and re.search(rule.message, message):
            return rule.owner, rule.reason
    return "", ""


def judge(records, rules):
    """One Result a test. Its body may fail, and what cleans up after it too: both messages count."""
    results, messages = {}, {}
    for row in records:
        test, outcome = row["test"], row["outcome"]
        if outcome == FAILED:
            messages[test] = messages.get(test, "") + row["message"] + "\n"
            results[test] = Result(test, FAILED, *explain(rules, test, messages[test]))
        elif results.get(test, Result(test, PASSED)).outcome != FAILED:
            reason = row["message"].removeprefix("Skipped: ") if outcome == SKIPPED else ""
            results[test] = Result(test, outcome, "", reason)
    return list(results.values())


def renewed(earlier, records):
    """The records of an earlier run, with those of a later one in place of the same tests'."""
    again = {row["test"] for row in records}
    return [row for row in earlier if row["test"] not in again] + records


def read(record: Path) -> list:
    """[{"test", "outcome", "message"}] of a file that --keep wrote."""
    return [json.loads(line) for line in record.read_text().splitlines()]


def keep(record: Path, records) -> None:
    """Write the file that read() reads."""
    record.write_text("".join(json.dumps(row) + "\n" for row in records))


def outcome_table(results) -> list:
    """Lines of Markdown: how many tests have which outcome, failures by owner."""
    count = Counter(result.outcome for result in results)
    owners = Counter(result.owner for result in results if result.outcome == FAILED)
    lines = ["| outcome | tests |\n| --- | --- |\n"]
    lines += [f"| {outcome} | {count[outcome]} |\n" for outcome in (PASSED, SKIPPED)]
    return lines + [
        f"| failed: {owner or 'unexplained'} | {owners[owner]} |\n" for owner in sorted(owners)
    ]


def share(results, left_out) -> tuple:
    """How many tests ran and ask for nothing that the owners left out alone have, and the share that passes."""
    count = Counter(result.outcome for result in results)
    others = sum(result.outcome == FAILED and result.owner in left_out for result in results)
    asked = count[PASSED] + count[FAILED] - others
    return asked, 100 * count[PASSED] / asked if asked else 0
