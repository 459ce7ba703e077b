"""The command `torchada`: one module for each subcommand; only this module prints errors."""

import argparse
import os
import sys
from typing import List, Optional

from .. import _api
from .._errors import CommandError
from . import check, doctor, port, run, support, trace

SUBCOMMANDS = (check, doctor, port, run, support, trace)

EXIT_STATUS = "exit status: 0 if nothing needs fixing, 1 if something does, 2 if torchada failed"


def main(argv: Optional[List[str]] = None) -> int:
    """Run a subcommand and return its exit status: 0, 1 (something needs fixing) or 2 (failed)."""
    try:
        return _run(argv)
    except BrokenPipeError:
        # The reader of our output (`| head`) has closed it.
        _discard_output()
        return 2
    except CommandError as error:
        # Not to standard output, where print() goes without a file.
        if sys.stderr is not None:
            print(f"torchada: error: {error}", file=sys.stderr)
        return error.exit_code


def _run(argv: Optional[List[str]]) -> int:
    try:
        # It exits by SystemExit, after --version and --help as well.
        arguments = _parser().parse_args(argv)
        return arguments.function(arguments)
    finally:
        _flush_output()


def _flush_output() -> None:
    """Not at Python's exit, where what goes wrong is no exception to catch."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _discard_output()
        text = f"cannot write the result to standard output: {error.strerror}"
        raise CommandError(text) from error


def _discard_output() -> None:
    """Send buffered output nowhere: Python would write it at its exit, and complain."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    description = "Run PyTorch code written for CUDA on Moore Threads (MUSA) GPUs, unchanged."
    parser = argparse.ArgumentParser("torchada", description=description, epilog=EXIT_STATUS)
    version = f"torchada {_api.get_version()}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in SUBCOMMANDS:
        module.add_parser(commands).set_defaults(function=module.run)
    return parser
