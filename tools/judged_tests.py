"""What the runners of other projects' tests share: records become one result a test, each failure with an owner."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

PASSED, SKIPPED, FAILED, NOT_RUN = "passed", "skipped", "failed", "not run"
_KEYS = {"test", "outcome", "message"}


class NotRun(Exception):
    """The tests did not run; the text says why."""


class Rule(NamedTuple):
    """Patterns of tests (file::Class::test) and messages; the owner; the reason; the one version that it is about."""

    test: str
    message: str
    owner: str
    reason: str
    version: str = ""


class Result(NamedTuple):
    """One test, its outcome, whose failure it is, and why it did not pass."""

    test: str
    outcome: str
    owner: str = ""
    reason: str = ""

    @property
    def is_unexplained(self):
        return self.outcome in (FAILED, NOT_RUN) and not self.reason


def explain(rules, test: str, message: str, versions: str = ""):
    """The owner and the reason, of the first rule that holds; else two empty texts.

    `versions` tells what the tests ran with: "torch 2.11.0 and Triton 3.6.0".
    """
    for rule in rules:
        holds = rule.version in versions
        if holds and re.search(rule.test, test) and re.search(rule.message, message):
            return rule.owner, rule.reason
    return "", ""


def judge(records, rules, versions: str = ""):
    """One Result a test. Its body may fail, and what cleans up after it too: both messages count."""
    results, messages = {}, {}
    for row in records:
        test, outcome = row["test"], row["outcome"]
        if outcome == FAILED:
            messages[test] = messages.get(test, "") + row["message"] + "\n"
            results[test] = Result(test, FAILED, *explain(rules, test, messages[test], versions))
        elif results.get(test, Result(test, PASSED)).outcome != FAILED:
            reason = row["message"].removeprefix("Skipped: ") if outcome == SKIPPED else ""
            results[test] = Result(test, outcome, "", reason)
    return list(results.values())


def merge_records(earlier, records):
    """The records of an earlier run, with those of a later one in place of the same tests'."""
    again = {row["test"] for row in records}
    return [row for row in earlier if row["test"] not in again] + records


def read_records(path: Path) -> list:
    """[{"test", "outcome", "message"}] of a file that --keep wrote."""
    try:
        records = [json.loads(line) for line in path.read_text().splitlines()]
    except (OSError, ValueError) as error:
        raise NotRun(f"{path} has no records of tests: {error}") from error
    for number, row in enumerate(records, 1):
        if not isinstance(row, dict) or not _KEYS <= row.keys():
            raise NotRun(f"{path}:{number} is no record of a test, which has {sorted(_KEYS)}")
    return records


def write_records(path: Path, records) -> None:
    """Write the file that read_records() reads."""
    path.write_text("".join(json.dumps(row) + "\n" for row in records))


def outcome_table(results) -> list:
    """Lines of Markdown: how many tests have which outcome, failures by owner."""
    count = Counter(result.outcome for result in results)
    owners = Counter(result.owner for result in results if result.outcome == FAILED)
    lines = ["| outcome | tests |\n| --- | --- |\n"]
    lines += [f"| {outcome} | {count[outcome]} |\n" for outcome in (PASSED, SKIPPED)]
    return lines + [
        f"| failed: {owner or 'unexplained'} | {owners[owner]} |\n" for owner in sorted(owners)
    ]


def pass_rate(results, excluded_owners) -> tuple:
    """The number of tests that count, and the percentage of them that passed.

    Skipped tests do not count, nor do failures of excluded owners.
    """
    count = Counter(result.outcome for result in results)
    excluded = sum(r.outcome == FAILED and r.owner in excluded_owners for r in results)
    counted = count[PASSED] + count[FAILED] - excluded
    return counted, 100 * count[PASSED] / counted if counted else 0
