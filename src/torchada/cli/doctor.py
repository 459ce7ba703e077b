"""torchada doctor: tells whether torchada is active in a new process, why, and what to fix."""

import argparse
import importlib
import json
import os
import sys
import warnings
from collections import Counter
from typing import Any, Dict, List

from .. import _doctor
from .._errors import CommandError
from .._variables import VARIABLES

# Rows of the ledger that need no explanation; --verbose shows each.
_QUIET_STATES = ("applied", "undone")


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = "tell whether torchada is active here, why, and what to fix"
    parser = commands.add_parser("doctor", help=text, description=text)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--import",
        dest="modules",
        metavar="MODULE",
        action="append",
        default=[],
        help="import MODULE first, then list the names that it copied from torch.cuda before "
        "torchada was active (repeatable)",
    )
    help_text = "list every patch and every environment variable that torchada reads"
    parser.add_argument("--verbose", action="store_true", help=help_text)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Print the report and return 1 when it names something to fix, otherwise 0."""
    try:
        with warnings.catch_warnings():
            # The report repeats the warnings and explains them.
            warnings.simplefilter("ignore")
            _import(arguments.modules)
            report = _doctor.collect()
    except Exception as error:
        text = f"doctor could not collect its report\n  cause: {type(error).__name__}: {error}"
        raise CommandError(text) from error
    print(json.dumps(report, indent=2) if arguments.json else render(report, arguments.verbose))
    return 1 if report["problems"] else 0


def _import(modules: List[str]) -> None:
    """Import a program's modules, from its folder as well."""
    if modules and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    for module in modules:
        importlib.import_module(module)


def render(report: Dict[str, Any], verbose: bool = False) -> str:
    """The report as text."""
    lines = [
        f"torchada    {report['torchada']['version']} in {report['torchada']['path']}",
        f"python      {report['python']['version']}, {report['python']['executable']}",
        f"platform    {report['platform']['name']}: {report['platform']['why']}",
        f"active      {_activation(report['activation'])}",
        f"torch       {_torch(report['torch'])}",
        f"torch_musa  {_torch_musa(report['torch_musa'])}",
        *_core(report["core"], verbose),
        f"porting     {_porting(report)}",
        *_patches(report["patches"], verbose),
        *_variables(report["environment"], report["effects"]),
        *(_known_variables() if verbose else ()),
    ]
    for problem in report["problems"]:
        lines += ["", f"problem: {problem['what']}", f"    fix: {problem['todo']}"]
    return "\n".join(lines + ([] if report["problems"] else ["", "nothing to fix"]))


def _activation(facts: Dict[str, Any]) -> str:
    waiting = f"not yet: torchada waits until the import of {facts['waits_for']} has finished"
    answers = {"active": "yes", "waiting": waiting}
    return answers.get(facts["status"], "no")


def _torch(facts: Dict[str, Any]) -> str:
    if facts["version"] is None:
        return f"cannot be imported ({facts['error']})"
    build = f"built for CUDA {facts['cuda_build']}" if facts["cuda_build"] else "built without CUDA"
    return f"{facts['version']}, {build}, in {facts['path']}"


def _torch_musa(facts: Dict[str, Any]) -> str:
    if not facts["installed"]:
        off = "; the simulator musasim is installed but off: set MUSASIM=1 to switch it on"
        return "not installed" + (off if facts["simulator"] else "")
    if facts["error"]:
        return f"cannot be imported ({facts['error']})"
    if not facts["imported"]:
        return "installed, not imported"
    return f"{facts['version']}, {facts['devices']} device(s), in {facts['path']}"


def _core(facts: Dict[str, Any], verbose: bool) -> List[str]:
    if not facts["loaded"]:
        return ["core        not loaded"]
    state = "installed" if facts["installed"] else "not installed"
    perspective = "on" if facts["perspective"] else "off"
    interposer = "open" if facts["interposer"] == "global" else "closed"
    was_global = ", libc10 was loaded globally before" if facts["libc10_was_global"] else ""
    lines = [
        f"core        hooks {state}; interposer {interposer}{was_global}; perspective {perspective}"
    ]
    lines += [f"  slots     {count} call slots in {name}" for name, count in facts["slots"].items()]
    descriptors = facts["descriptors"]
    if descriptors:
        count = f"{len(descriptors)} members of PyTorch's types replaced (--verbose lists them)"
        lines.append(f"  types     {', '.join(descriptors) if verbose else count}")
    return lines


def _porting(report: Dict[str, Any]) -> str:
    facts = report["porting"]
    whole = (
        "" if facts["engine"] else "no engine: `make demo` leaves it out, `make install` builds it"
    )
    if report["platform"]["name"] != "musa":
        return whole or "available"
    compiler = facts["compiler"] or "no compiler mcc was found"
    return f"{whole or 'available'}; {compiler}"


def _variables(values: Dict[str, str], effects: Dict[str, str]) -> List[str]:
    """The variables that are set, with the effect of those that CUDA programs use."""
    texts = {name: f" ({effects[name]})" if name in effects else "" for name in values}
    # The mark has a line for each variable.
    return [f"variable    {n}={' '.join(v.split())}{texts[n]}" for n, v in values.items()]


def _known_variables() -> List[str]:
    meanings = {name: variable.meaning for name, variable in VARIABLES.items()}
    lines = [f"  {name}  {text}" for name, text in meanings.items()]
    return ["variables that torchada reads", *lines]


def _patches(rows: List[Dict[str, str]], verbose: bool) -> List[str]:
    states = Counter(row["state"] for row in rows)
    counts = ", ".join(f"{count} {state}" for state, count in states.items())
    hint = "" if verbose or not rows else " (--verbose lists them)"
    lines = [f"patches     {counts or 'none'}{hint}"]
    for row in rows:
        if verbose or row["state"] not in _QUIET_STATES:
            reason = f": {row['reason']}" if row["reason"] else ""
            lines.append(f"  {row['state']:<9} {row['area']}: {row['target']}{reason}")
    return lines
