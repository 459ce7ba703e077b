"""One measuring process: `python -m overhead.worker '<json request>'` prints a JSON answer.

torchada's hooks cannot be taken out of a process without a trace, so each spelling has processes
of its own. A request is {"spelling": "native"|"cuda"|"upstream", "rows": [...],
"repeats": n, "target_ms": t} or {"import_case": "..."}.
"""

import gc
import importlib.metadata
import json
import os
import sys
import time
import timeit
import warnings

from . import rows as kinds

UNROLL = 10  # statements a loop turn, so that the loop itself costs about a nanosecond each


def pin_to_one_cpu():
    """Stay on one processor (the last allowed), where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def load(spelling):
    """Import what the spelling needs, check that it is what it claims; (torch, its device module)."""
    if spelling != "native":
        import torchada  # isort: skip  (first, the order that user code is told to keep)

        import torch

        if not torchada.is_patched():
            raise SystemExit("torchada is not active: `torchada doctor` says why")
        if hasattr(torchada, "unpatch") is (spelling == "upstream"):
            raise SystemExit(f"{torchada.__file__} is the wrong torchada for {spelling!r}")
        return torch, torch.cuda
    import torch
    import torch_musa  # noqa: F401  (already there when torch's autoload is on)

    if any(name == "torchada" or name.startswith("torchada.") for name in sys.modules):
        raise SystemExit("torchada is loaded in a native process: TORCHADA_AUTOLOAD=0 must hold")
    return torch, torch.musa


class Probe:
    """The timed loop of one row. The code runs as a user's module would (see `__name__`)."""

    def __init__(self, row, spelling, torch):
        setup, body = row.statement(spelling)
        namespace = {"__name__": "benchmark_user_code", "torch": torch}
        warnings.simplefilter("ignore")  # what PyTorch says of deprecated names
        statement = "\n".join([body.split("  #")[0]] * UNROLL)
        self.timer = timeit.Timer(statement, setup, globals=namespace)
        self.best_ns = float("inf")
        self.loops = 1

    def calibrate(self, target_s):
        """Warm up, and choose how many loop turns last about `target_s`."""
        self.timer.timeit(1)
        loops, elapsed = 1, 0.0
        while elapsed < target_s / 10:
            loops *= 4
            elapsed = self.timer.timeit(loops)
        self.loops = max(1, round(loops * target_s / elapsed))

    def measure(self):
        elapsed = self.timer.timeit(self.loops)
        self.best_ns = min(self.best_ns, 1e9 * elapsed / (self.loops * UNROLL))


def measure_rows(request):
    """{row: ns per call}. Every repeat visits all rows, so a disturbance does not hit one alone."""
    torch, device_module = load(request["spelling"])
    torch.set_num_threads(1)
    wanted = [row for row in kinds.ROWS if row.name in set(request["rows"])]
    wanted = [row for row in wanted if row.statement(request["spelling"]) is not None]
    probes = {row.name: Probe(row, request["spelling"], torch) for row in wanted}
    gc.collect()
    gc.disable()
    target_s = request["target_ms"] / 1e3
    for name, probe in list(probes.items()):
        try:
            probe.calibrate(target_s)
        except Exception as error:
            if request["spelling"] != "upstream":
                raise RuntimeError(f"row {name!r} does not run") from error
            del probes[name]  # upstream cannot do this
    for _ in range(request["repeats"]):
        for probe in probes.values():
            probe.measure()
            device_module.synchronize()  # what one row left on the device must not delay the next
    versions = {"torch": torch.__version__, "device": device_module.get_device_name(0)}
    if request["spelling"] == "upstream":
        versions = {"upstream": importlib.metadata.version("torchada")}
    return {"ns": {name: probe.best_ns for name, probe in probes.items()}, "versions": versions}


def time_import_alone():
    started = time.perf_counter()
    import torchada  # noqa: F401

    return time.perf_counter() - started


def time_import_after_torch():
    """torchada's own share, the slow way in: every library is loaded and has slots to patch."""
    import torch  # noqa: F401
    import torch_musa  # noqa: F401

    elapsed = time_import_alone()
    if not sys.modules["torchada"].is_patched():
        raise SystemExit("torchada is not active: `torchada doctor` says why")
    return elapsed


def time_entry_point():
    """What torch's autoload spends on torchada's entry point, the look-up of its metadata aside."""
    import torch  # noqa: F401

    found = importlib.metadata.entry_points()
    if hasattr(found, "select"):
        group = found.select(group="torch.backends")
    else:  # Python 3.9 answers with a dict
        group = found.get("torch.backends", ())
    points = [point for point in group if point.name == "torchada"]
    if not points:
        raise SystemExit("torchada's torch.backends entry point is not installed")
    started = time.perf_counter()
    points[0].load()()
    return time.perf_counter() - started


# Packages of Python's own, about as much to load as torchada: what a machine needs for these is its
# measure for imports.
REFERENCE_PACKAGES = ("asyncio", "email", "http", "json", "logging", "unittest", "xml")
REFERENCE_MODULES = (
    "asyncio",
    "email.mime.multipart",
    "http.client",
    "json",
    "logging.config",
    "unittest",
    "xml.dom.minidom",
)


def time_reference_import():
    """The reference packages, loaded again: seconds. The process is of no other use after it."""
    for name in REFERENCE_MODULES:
        importlib.import_module(name)  # and what they need of others, which is not measured
    for name in [name for name in sys.modules if name.partition(".")[0] in REFERENCE_PACKAGES]:
        del sys.modules[name]
    gc.disable()  # a collection of all that torch holds takes longer than the imports
    started = time.perf_counter()
    for name in REFERENCE_MODULES:
        importlib.import_module(name)
    return time.perf_counter() - started


IMPORT_CASES = {
    "alone": time_import_alone,
    "after-torch": time_import_after_torch,
    "entry-point": time_entry_point,
}


def main(argv):
    request = json.loads(argv[1])
    pin_to_one_cpu()
    if "import_case" in request:
        answer = {"ms": 1e3 * IMPORT_CASES[request["import_case"]]()}
        answer["reference_ms"] = 1e3 * time_reference_import()
    else:
        answer = measure_rows(request)
    print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv)
