"""Starts one process a rank, each with its own simulated device, and collects what their checks say."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_WORKER = Path(__file__).with_name("worker.py")
_OURS = ("MUSASIM", "MUSA_", "TORCH_MCCL", "TORCH_DEVICE_BACKEND_AUTOLOAD", "MCCL_")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(rank, world, port, extra=()) -> dict:
    """What a rank finds in its environment: as torchrun gives it, and the simulator switched on."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    kept.update(
        MUSASIM="1",
        MUSASIM_DEVICES=str(world),
        RANK=str(rank),
        LOCAL_RANK=str(rank),
        WORLD_SIZE=str(world),
        MASTER_ADDR="127.0.0.1",
        MASTER_PORT=str(port),
        OMP_NUM_THREADS="1",
        TORCHADA_AUTOLOAD="0",
    )
    kept.update(extra)
    return kept


def start(module, world=2, env=(), arguments=()):
    """Start the ranks of a module of checks. Gives the processes and their report files."""
    port = free_port()
    folder = Path(tempfile.mkdtemp(prefix="musasim-ranks-"))
    processes, reports = [], []
    for rank in range(world):
        report = folder / f"{rank}.json"
        command = [sys.executable, str(_WORKER), module, str(report), *map(str, arguments)]
        processes.append(
            subprocess.Popen(
                command,
                env=environment(rank, world, port, env),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
        reports.append(report)
    return processes, reports


def finish(processes, timeout=120):
    """Exit code and output of each. What lives longer than the seconds is killed, and says so."""
    end = time.monotonic() + timeout
    results = []
    for process in processes:
        try:
            output, _ = process.communicate(timeout=max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0] + f"\nkilled after {timeout} seconds\n"
        results.append((process.returncode, output))
    return results


def run(module, world=2, env=(), arguments=(), timeout=120) -> dict:
    """Run a module of checks; name of the check -> what went wrong in any rank.

    Nothing is in it when all went well. A check that was not reached counts as one that went wrong.
    """
    processes, reports = start(module, world, env, arguments)
    ended = finish(processes, timeout)
    problems = {}
    for rank, (report, (code, output)) in enumerate(zip(reports, ended)):
        found = json.loads(report.read_text()) if report.exists() else {}
        found["the process"] = "" if code == 0 else f"exit code {code}\n{output[-8000:]}"
        for name in names_of(module):
            problem = found.get(name, "was not reached")
            if problem:
                problems[name] = problems.get(name, "") + f"\nrank {rank}: {problem}"
    return problems


def names_of(module) -> list:
    """The checks of a module, in their order, without importing it."""
    text = Path(__file__).with_name(f"{module}.py").read_text()
    lines = [line for line in text.splitlines() if line.startswith("def check_")]
    return [line[len("def ") : line.index("(")] for line in lines] + ["the process"]


def assert_all_well(module, **options) -> None:
    """Run a module of checks; an AssertionError tells of each check that went wrong."""
    problems = run(module, **options)
    assert not problems, "".join(f"\n{name}:{text}" for name, text in problems.items())
