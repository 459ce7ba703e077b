"""Looks at the GPU around each test: faults, checks, and what the test did there."""

import pytest

from . import _faults, _memory
from ._checks import Checks
from ._native import Native

_STARTED = pytest.StashKey[dict]()


class Watch:
    def __init__(self, config):
        self.native = Native()
        self._checks = Checks(config, self.native)
        self._failed = False
        self._in_fixture = False

    # Innermost, so that what is reported while work comes to its end is captured, too.
    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_setup(self, item):
        _memory.reset_peak()
        item.stash[_STARTED] = {**self.native.work(), "peak_bytes": _memory.in_use()}
        self._checks.begin()
        self._failed = False
        return (yield from self._phase(item, "setup"))

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item):
        _faults.begin(item)
        return (yield from self._phase(item, "call"))

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self, item):
        return (yield from self._phase(item, "teardown"))

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        """What a fixture of a class, a module or the session allocates is no leak of the test."""
        if fixturedef.scope == "function" or self._in_fixture or not self._checks.look_for_leaks:
            return (yield)
        self._in_fixture = True
        before = _memory.blocks()
        try:
            return (yield)
        finally:
            self._in_fixture = False
            self._checks.keep_what_is_there(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when == "teardown":
            start = item.stash[_STARTED]
            now = {**self.native.work(), "peak_bytes": _memory.peak()}
            report.musasim = {name: max(now[name] - start[name], 0) for name in start}
        return report

    def _phase(self, item, when):
        try:
            result = yield
        except (KeyboardInterrupt, pytest.exit.Exception):
            raise  # at once: the GPU may be what the user does not want to wait for
        except BaseException:
            self._failed = True
            for text in self._findings(item, when):
                item.add_report_section(when, "musasim", text)
            raise
        findings = self._findings(item, when)
        if findings:
            self._failed = True
            pytest.fail("\n".join(findings), pytrace=False)
        return result

    def _findings(self, item, when) -> list:
        """What fails the phase of the test. Afterwards no fault is left, and no GPU is broken."""
        self.native.finish_work()
        faulty = _faults.FAULTS in item.stash
        missed = _faults.end(item) if when != "setup" else []
        leaks = []
        if when == "teardown" and self._checks.look_for_leaks and not self._failed:
            leaks = self._checks.leaks(item)
        found = self._checks.misuse() + leaks
        broken = self.native.repair()
        if broken and not faulty and not found:
            found = self._checks.broken(broken)
        if item.get_closest_marker("musa_unchecked"):
            found = []
        return missed + found
