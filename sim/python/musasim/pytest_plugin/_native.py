"""libmusasim's own functions (musasim/faults.h, check.h, work.h), by ctypes."""

import ctypes
import os
from importlib.util import find_spec

_EVERYTHING = 2**64 - 1


class _Work(ctypes.Structure):
    _fields_ = [(name, ctypes.c_ulonglong) for name in ("kernels", "copies", "fills")]


class Native:
    """Loads the library only where it is needed: a test that uses no GPU does not need it."""

    def __init__(self):
        folder = os.path.dirname(find_spec("musasim._MUSAC").origin)
        self._path = os.path.join(folder, "home", "lib", "lib{}.so")
        self._loaded = None

    def load(self):
        return self._open(os.RTLD_NOW)

    def loaded(self):
        """The library, or None where nothing in this process has loaded it."""
        try:
            return self._open(os.RTLD_NOW | os.RTLD_NOLOAD)
        except OSError:
            return None

    def _open(self, mode):
        if self._loaded is None:
            library = ctypes.CDLL(self._path.format("musasim"), mode=mode)
            library.musasimCheckReport.restype = ctypes.c_size_t
            library.musasimCheckReport.argtypes = [
                ctypes.c_ulonglong,
                ctypes.c_char_p,
                ctypes.c_size_t,
            ]
            library.musasimCheckReportCount.restype = ctypes.c_ulonglong
            library.musasimCheckAcknowledge.argtypes = [ctypes.c_ulonglong]
            library.musasimCheckLeaks.argtypes = [ctypes.c_ulonglong]
            library.musasimCheckLeaks.restype = ctypes.c_ulonglong
            self._loaded = library
        return self._loaded

    # --- work ---

    def finish_work(self) -> None:
        if self.loaded():
            self._loaded.musasimFinishWork()

    def work(self) -> dict:
        """How many kernels, copies and fills the process has run."""
        work = _Work()
        if self.loaded():
            self._loaded.musasimWorkDone(ctypes.byref(work))
        return {name: getattr(work, name) for name, _ in _Work._fields_}

    # --- faults ---

    def set_faults(self, rules) -> str:
        """What is wrong with the rules; empty when they are set."""
        message = ctypes.create_string_buffer(500)
        failed = self.load().musasimSetFaults(rules.encode(), message, len(message))
        return message.value.decode() if failed else ""

    def fault_rule(self, number) -> tuple:
        """How many events a rule fitted, and how many of them failed."""
        events, strikes = ctypes.c_ulonglong(), ctypes.c_ulonglong()
        self.load().musasimFaultRule(number, ctypes.byref(events), ctypes.byref(strikes))
        return events.value, strikes.value

    def repair(self) -> str:
        """Lets broken devices work again. The name of the error that broke one, or nothing."""
        error = self.loaded() and self._loaded.musasimRepairDevices()
        if not error:
            return ""
        runtime = ctypes.CDLL(self._path.format("musart"))
        runtime.musaGetErrorName.restype = ctypes.c_char_p
        return runtime.musaGetErrorName(error).decode()

    # --- checks ---

    def set_crash_file(self, file) -> None:
        self.load().musasimCheckCrashFile(file)

    def report_count(self) -> int:
        return self._loaded.musasimCheckReportCount() if self.loaded() else 0

    def report(self, number) -> str:
        """A report of the process, from 1 on; empty when it is no longer kept."""
        text = ctypes.create_string_buffer(4096)
        self.load().musasimCheckReport(number, text, len(text))
        return text.value.decode(errors="replace")

    def acknowledge(self, reports) -> None:
        self.load().musasimCheckAcknowledge(reports)

    def report_leaks(self, since=_EVERYTHING) -> int:
        """Reports what the C API's calls after that number left; the number of the latest call."""
        return self._loaded.musasimCheckLeaks(since) if self.loaded() else 0
