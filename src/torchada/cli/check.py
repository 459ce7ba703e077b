"""torchada check: what of a project will work on MUSA; needs neither torch nor a GPU."""

import argparse
import json
import os
from typing import Callable

from .._errors import CommandError

_DESCRIPTION = (
    "Read a project, without running it, and say what will work on MUSA: names of torch.cuda, tests for "
    "CUDA, packages for NVIDIA GPUs, CUDA sources, compiled files."
)
_STATUS = (
    "exit status: 0 if the project works as it is, 1 if it needs edits or will not work, 2 if it could "
    "not be checked, 3 if it has neither Python nor C++ nor CUDA"
)


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = "check a project: what will work on MUSA, what needs edits, and what will not work"
    parser = commands.add_parser("check", help=text, description=_DESCRIPTION, epilog=_STATUS)
    parser.add_argument("project", metavar="PROJECT", help="the folder of the project")
    help_text = "list every place that needs a look, not only how many there are"
    parser.add_argument("--verbose", action="store_true", help=help_text)
    help_text = "leave out tests and benchmarks"
    parser.add_argument("--no-tests", action="store_true", help=help_text)
    help_text = "a file of torchada trace: say what the run called; may be given again"
    parser.add_argument("--trace", action="append", default=[], metavar="FILE", help=help_text)
    help_text = "the number of processes (default: one for each processor)"
    parser.add_argument("--jobs", type=int, default=0, metavar="N", help=help_text)
    help_text = "write the report for programs (docs/check.md); - is standard output"
    parser.add_argument("--json", metavar="FILE", help=help_text)
    help_text = "write the report in SARIF 2.1.0, for editors and code hosts; - is standard output"
    parser.add_argument("--sarif", metavar="FILE", help=help_text)
    help_text = "write a page with filters and excerpts of the sources, one file"
    parser.add_argument("--html", metavar="FILE", help=help_text)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Check the project, write what was asked for, and return 0, 1 or 3."""
    from .._check import page, report, sarif, terminal, tree

    if arguments.jobs < 0:
        raise CommandError(f"--jobs must be 0 or more, not {arguments.jobs}")
    with_tests = not arguments.no_tests
    try:
        found = tree.check(
            arguments.project, with_tests=with_tests, jobs=arguments.jobs, traces=arguments.trace
        )
    except OSError as error:
        if error.filename is None:  # the porting engine's
            raise CommandError(str(error)) from error
        reason = f"cannot read {error.filename}: {error.strerror}; let this user read all files"
        raise CommandError(reason) from error
    writers = (
        (arguments.json, lambda: json.dumps(report.as_json(found), indent=1)),
        (arguments.sarif, lambda: json.dumps(sarif.as_sarif(found), indent=1)),
        (arguments.html, lambda: page.as_html(found)),
    )
    for path, text in writers:
        if path is not None:
            _write(path, text)
    if "-" not in (arguments.json, arguments.sarif, arguments.html):
        terminal.show(found, arguments.verbose)
    return {report.READY: 0, report.NOTHING: 3}.get(found.verdict, 1)


def _write(path: str, text: Callable[[], str]) -> None:
    if path == "-":
        print(text())
        return
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text() + "\n")
    except OSError as error:
        where = os.path.abspath(path)
        raise CommandError(f"cannot write {where}: {error.strerror}") from error
