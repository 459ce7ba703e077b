"""A pytest plugin: writes what became of each test, one JSON object a line, to the file that TESTS_RECORD names."""

import json
import os


def pytest_collectreport(report):
    if report.failed:
        _record(report.nodeid, "failed", _last_line(str(report.longrepr)))


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        _record(report.nodeid, report.outcome, _message(report))


def _message(report) -> str:
    if report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        return str(reason or "")
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else _last_line(str(report.longrepr or ""))


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1] if text.strip() else ""


def _record(test: str, outcome: str, message: str) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # the main process hears of it, and of workers that crash, too
    with open(os.environ["TESTS_RECORD"], "a") as file:
        file.write(json.dumps({"test": test, "outcome": outcome, "message": message}) + "\n")
