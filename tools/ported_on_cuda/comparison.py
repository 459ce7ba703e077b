"""Runs both variants of the projects and holds their results against each other."""

import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess
import sys
import time

from .builder import VARIANTS

TOOLS = pathlib.Path(__file__).resolve().parent.parent
# Of the largest value, for sums whose order differs from run to run.
TOLERANCES = {"float64": 1e-12, "float32": 1e-5, "float16": 1e-2, "bfloat16": 1e-1}


@dataclasses.dataclass
class Outcome:
    """What a comparison of one project found."""

    name: str
    equal: int = 0
    close: int = 0
    largest: float = 0.0
    faults: list = dataclasses.field(default_factory=list)
    tests: str = "-"


def run(folder, projects, jobs):
    """Compare every project; print a table, and return how many differ."""
    pairs = [(project, variant) for project in projects for variant in VARIANTS]
    begin = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        answers = list(pool.map(lambda pair: _ask(folder, *pair), pairs))
        tests = list(pool.map(lambda pair: _test(folder, *pair), pairs))
    outcomes = []
    for number, project in enumerate(projects):
        both = slice(2 * number, 2 * number + 2)
        outcomes.append(_outcome(project, answers[both], tests[both]))
    print(f"ran in {time.perf_counter() - begin:.0f} s\n\n{table(outcomes)}", flush=True)
    return sum(bool(outcome.faults) for outcome in outcomes)


def _outcome(project, answers, tests):
    outcome = Outcome(project.name, tests=tests[0])
    outcome.faults += [failure for _, failure in answers if failure]
    hold(outcome, *(results for results, _ in answers))
    if tests[0] != tests[1]:
        outcome.faults.append(f"tests: unported {tests[0]}, ported {tests[1]}")
    for fault in outcome.faults:
        print(f"{project.name}: {fault}", flush=True)
    return outcome


def _ask(folder, project, variant):
    """The results of a variant, and what was said when it failed."""
    import torch

    root, output = folder / project.name / variant, folder / f"{project.name}-{variant}.pt"
    output.unlink(missing_ok=True)
    command = [sys.executable, "-m", "ported_on_cuda.ask", project.name]
    done = _python([*command, str(root), project.library, str(output)], root)
    failure = f"{variant} failed:\n{done.stdout[-3000:]}" if done.returncode else ""
    return torch.load(output) if output.exists() else {}, failure


def hold(outcome, original, ported):
    """Compare two sets of results."""
    if not original:
        outcome.faults.append("there are no results")
    if original.keys() != ported.keys():
        outcome.faults.append(f"results differ by name: {original.keys() ^ ported.keys()}")
        return
    for name, (value, exact) in original.items():
        _hold_one(outcome, name, value, ported[name][0], exact)


def _hold_one(outcome, name, value, other, exact):
    if (value.shape, value.dtype) != (other.shape, other.dtype):
        outcome.faults.append(f"{name}: {value.dtype} {value.shape}, {other.dtype} {other.shape}")
    elif same_bits(value, other):
        outcome.equal += 1
    elif exact:
        count = int((value != other).sum())
        outcome.faults.append(f"{name}: {count} of {value.numel()} values differ")
    else:
        _hold_close(outcome, name, value, other)


def same_bits(value, other):
    """True when the tensors have the same bytes, NaN included."""
    import torch

    value, other = (each.contiguous().flatten().view(torch.uint8) for each in (value, other))
    return torch.equal(value, other)


def _hold_close(outcome, name, value, other):
    difference = float((value.double() - other.double()).abs().max() / value.double().abs().max())
    if difference <= TOLERANCES[str(value.dtype).split(".")[1]]:
        outcome.close += 1
        outcome.largest = max(outcome.largest, difference)
    else:
        outcome.faults.append(f"{name}: differs by {difference:.1e} of the largest value")


def _test(folder, project, variant):
    """How pytest sums up the project's own tests."""
    if not project.tests:
        return "-"
    # The settings of the repository around it are not the project's.
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", "."]
    command += ["-W", "ignore", "-p", "no:cacheprovider", *project.tests]
    done = _python(command, folder / project.name / variant)
    if done.returncode:
        print(f"{project.name} {variant}:\n{done.stdout[-3000:]}", flush=True)
    last = (done.stdout.strip().splitlines() or ["no answer"])[-1]
    return last.strip("= ").rsplit(" in ", 1)[0]


def _python(command, root):
    """Run a process that finds the variant's packages first, and torchada not at all."""
    path = os.pathsep.join([str(root), str(TOOLS)])
    environment = {**os.environ, "PYTHONPATH": path, "TORCHADA_AUTOLOAD": "0"}
    return subprocess.run(
        command,
        env=environment,
        cwd=root,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def table(outcomes):
    """The outcomes as a table in Markdown."""
    lines = [
        "| project | same bits | close (order of atomics) | largest difference | own tests | verdict |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in outcomes:
        verdict = "differs" if one.faults else "same"
        largest = f"{one.largest:.0e}" if one.close else "-"
        lines.append(
            f"| {one.name} | {one.equal} | {one.close} | {largest} | {one.tests} | {verdict} |"
        )
    return "\n".join(lines)
