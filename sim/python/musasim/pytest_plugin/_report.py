"""The report at the end: what each test did on the GPU."""

import json
import os

import pytest

import musasim

_SHOWN = 10
_COUNTS = ("kernels", "copies", "fills")


class Report:
    def __init__(self, config):
        self._file = config.option.musasim_report
        self._is_worker = hasattr(config, "workerinput")  # pytest-xdist's
        self._outcomes = {}
        self._tests = []

    def pytest_runtest_logreport(self, report):
        outcome = self._outcomes.get(report.nodeid)
        if outcome is None or outcome == "passed":
            self._outcomes[report.nodeid] = report.outcome
        if hasattr(report, "musasim"):
            self._tests.append({"test": report.nodeid, **report.musasim})

    def pytest_sessionfinish(self):
        if self._file and not self._is_worker:
            variables = {k: v for k, v in os.environ.items() if k.startswith("MUSASIM")}
            report = {
                "musasim": musasim.__version__,
                "environment": variables,
                "tests": self._rows(),
            }
            try:
                with open(self._file, "w", encoding="utf-8") as file:
                    json.dump(report, file, indent=2)
            except OSError as error:
                raise pytest.UsageError(f"--musasim-report={self._file}: {error}") from None

    def _rows(self) -> list:
        return [{**test, "outcome": self._outcomes[test["test"]]} for test in self._tests]

    def pytest_terminal_summary(self, terminalreporter, config):
        used = [
            test for test in self._tests if any(test[name] for name in (*_COUNTS, "peak_bytes"))
        ]
        used.sort(key=lambda test: (-test["kernels"], test["test"]))
        total = ", ".join(f"{sum(test[name] for test in used)} {name}" for name in _COUNTS)
        terminalreporter.write_sep("=", "musasim")
        terminalreporter.write_line(
            f"{len(used)} of {len(self._tests)} tests used the GPU: {total}"
        )
        verbosity = config.get_verbosity()
        if used and verbosity >= 0:
            shown = used if verbosity > 0 else used[:_SHOWN]
            terminalreporter.write_line("  kernels   copies    fills  peak bytes  test")
            for test in shown:
                numbers = "".join(f"{test[name]:9}" for name in _COUNTS)
                terminalreporter.write_line(f"{numbers}{test['peak_bytes']:12}  {test['test']}")
            if len(shown) < len(used):
                terminalreporter.write_line(f"... and {len(used) - len(shown)} more (-v)")
