"""Small projects for the tests of `torchada check`, and what is said about them."""

import sys
from pathlib import Path

from support.processes import run_command

from torchada._check import tree
from torchada._check.report import Report

COMMAND = [sys.executable, "-m", "torchada", "check"]


def write(folder: Path, files: dict) -> Path:
    """Write the files of a project, given as {path: text}."""
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def check(folder: Path, files: dict, **options) -> Report:
    """The report about a project of these files."""
    return tree.check(str(write(folder, files)), jobs=1, **options)


def found(report: Report, code: str) -> list:
    """The statements with a code."""
    return [one for one in report.statements if one.code == code]


def run(*arguments, **options):
    """Run the command."""
    return run_command([*COMMAND, *arguments], musasim=False, **options)
