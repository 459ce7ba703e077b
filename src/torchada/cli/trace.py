"""torchada trace: runs a Python program as `torchada run` does, and records what became another on MUSA."""

import argparse
import os

from .._errors import CommandError
from . import run as running

_FILE = "torchada-trace.json"


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = (
        "run a Python program and record each call that became another on MUSA, by its places in the "
        "code (docs/trace.md)"
    )
    usage = running.USAGE.replace("torchada run", "torchada trace [--output FILE]")
    parser = commands.add_parser("trace", help=text, description=text, usage=usage)
    help_text = (
        f"the file to write (default: {_FILE}); processes add their rank or number to its name"
    )
    parser.add_argument("--output", metavar="FILE", default=_FILE, help=help_text)
    running.add_options(parser)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Replace this process by Python with the program; returns only by an exception."""
    path = os.path.abspath(arguments.output)
    folder = os.path.dirname(path)
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        what = "it is a folder" if os.path.isdir(path) else f"nothing can be written to {folder}"
        raise CommandError(f"cannot write the trace {path}: {what}; choose a file by --output")
    return running.start(arguments, {"TORCHADA_TRACE": path})
