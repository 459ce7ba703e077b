"""--musasim-check and --musasim-check-kernels: what a test did wrong, found after it."""

import gc
import os

from _pytest.logging import caplog_records_key

from . import _memory

_SHOWN = 10


class Checks:
    def __init__(self, config, native):
        self._native = native
        options = config.option
        self._misuse = any(
            value is not None for value in (options.musasim_check, options.musasim_check_kernels)
        )
        self._leaks = options.musasim_check == ""
        self._reports = 0  # how many there were before the test
        self._calls = 0  # those of the C API before it
        self._blocks = {}  # memory that was in use before it
        if self._misuse and config.getoption("capture", None) == "fd":
            # A report of what ends the process would end with it in the file that captures stderr.
            native.set_crash_file(os.dup(2))

    def begin(self) -> None:
        self._reports = self._native.report_count()
        if self._leaks:
            self._calls = self._native.report_leaks()
            self._blocks = _memory.blocks()

    def keep_what_is_there(self, before) -> None:
        """What was allocated since blocks() were `before` outlives the test."""
        self._calls = self._native.report_leaks()
        self._blocks.update({k: v for k, v in _memory.blocks().items() if k not in before})

    @property
    def look_for_leaks(self) -> bool:
        return self._leaks

    def misuse(self) -> list:
        """The reports since the last time."""
        if not self._misuse:
            return []
        first, last = self._reports + 1, self._native.report_count()
        self._native.acknowledge(last - self._reports)
        self._reports = last
        texts = [self._native.report(number) for number in range(first, last + 1)[:_SHOWN]]
        if last - first >= _SHOWN:
            texts.append(f"... and {last - first + 1 - _SHOWN} more reports on stderr")
        return texts

    def broken(self, error) -> list:
        return [f"the test left a GPU broken: {error}"] if self._misuse else []

    def leaks(self, item) -> list:
        """What is left of the test, when all of its fixtures are gone. C's are among the reports."""
        self._calls = self._native.report_leaks(self._calls)
        left = self._new_blocks()
        if left:
            # Values of fixtures, attributes of the test's object and what was logged: pytest drops
            # them later.
            item.funcargs = {}
            getattr(vars(item).get("_instance"), "__dict__", {}).clear()
            for records in item.stash.get(caplog_records_key, {}).values():
                records.clear()
            gc.collect()
            left = self._new_blocks()
        if not left:
            return []
        self._blocks.update(left)
        size = sum(left.values())
        return [f"leak: the test left {size} bytes of device memory:\n{_memory.describe(left)}"]

    def _new_blocks(self) -> dict:
        return {k: v for k, v in _memory.blocks().items() if k not in self._blocks}
