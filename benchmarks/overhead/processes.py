"""Runs the measuring processes, interleaved, and collects what they print."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
TIMEOUT_S = 300

# Each round runs these three; native-again against native is the A/A comparison.
SPELLINGS = ("native", "cuda", "native-again")
# The CUDA spelling with upstream's torchada, in an environment of its own; only on demand.
UPSTREAM = "upstream"
IMPORT_PROCESSES = 10
# What must not come in from the caller's shell; without bytecode every import compiles.
FOREIGN_SETTINGS = (
    "PYTHONDONTWRITEBYTECODE",
    "TORCHADA_AUTOLOAD",
    "TORCHADA_LOG",
    "TORCHADA_NATIVE_MODULES",
    "TORCHADA_PERSPECTIVE",
    "TORCHADA_PLATFORM",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
)


class BenchmarkError(Exception):
    """The measurement could not be made; the text says which process failed and how."""


def environment(spelling, simulate):
    """The variables of one process: autoload and the simulator's switch as the spelling needs."""
    env = dict(os.environ)
    for name in FOREIGN_SETTINGS:
        env.pop(name, None)
    folders = list(filter(None, env.get("PYTHONPATH", "").split(os.pathsep)))
    if spelling == UPSTREAM:
        folders = [folder for folder in folders if not Path(folder, "torchada").exists()]
    env["PYTHONPATH"] = os.pathsep.join([str(BENCHMARKS), *folders])
    env["OMP_NUM_THREADS"] = "1"
    if spelling == "import":
        env["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    elif spelling not in ("cuda", UPSTREAM):
        env["TORCHADA_AUTOLOAD"] = "0"
    if simulate:
        env["MUSASIM"] = "1"
    else:
        env.pop("MUSASIM", None)
    return env


def run_worker(request, env, python=sys.executable):
    """One process; its answer, or BenchmarkError with what it wrote to stderr."""
    command = [python, "-m", "overhead.worker", json.dumps(request)]
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise BenchmarkError(f"no answer in {TIMEOUT_S} s to {request}") from error
    if done.returncode != 0:
        raise BenchmarkError(f"the process for {request} failed:\n{done.stderr.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def needs_simulator():
    """False where a real torch_musa is installed; else True, and the simulator must be there."""
    code = "import importlib.util as u; print(*[int(u.find_spec(n) is not None) for n in {!r}])"
    code = code.format(("torch_musa", "musasim"))
    env = environment("import", simulate=False)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    if done.returncode != 0:
        raise BenchmarkError(f"{sys.executable} does not start:\n{done.stderr.strip()}")
    real, simulator = done.stdout.split()
    if real == "1":
        return False
    if simulator == "0":
        raise BenchmarkError("neither torch_musa nor musasim is installed: run `make demo` once")
    return True


def orders(spellings=SPELLINGS):
    """All orders of the spellings, again and again: no spelling always runs first."""
    return itertools.cycle(itertools.permutations(spellings))


def measure_pairs(rows, pairs, repeats, target_ms, simulate, progress, upstream=None):
    """({spelling: {row: [ns of each round]}}, versions) from `pairs` rounds of a process each.

    `upstream` is the Python of an environment with upstream's torchada; rows that fail there are
    left out for it.
    """
    names = [row.name for row in rows]
    spellings = (*SPELLINGS, UPSTREAM) if upstream else SPELLINGS
    times = {spelling: {name: [] for name in names} for spelling in spellings}
    versions = {}
    for number, order in zip(range(pairs), orders(spellings)):
        for spelling in order:
            request = {
                "spelling": spelling.partition("-")[0],
                "rows": names,
                "repeats": repeats,
                "target_ms": target_ms,
            }
            python = upstream if spelling == UPSTREAM else sys.executable
            answer = run_worker(request, environment(spelling, simulate), python)
            versions.update(answer["versions"])
            for name, nanoseconds in answer["ns"].items():
                times[spelling][name].append(nanoseconds)
        progress(number + 1)
    return times, versions


def measure_imports(rows, count, simulate):
    """{import row: [answer of each process]}, ms and reference_ms; rows without torch_musa are left out where it is real."""
    times = {}
    for row in rows:
        if not row.simulated and not simulate:
            continue
        env = environment("import", simulate=simulate and row.simulated)
        request = {"import_case": row.case}
        run_worker(request, env)  # writes bytecode, fills the file cache
        times[row.name] = [run_worker(request, env) for _ in range(count)]
    return times
