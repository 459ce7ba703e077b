"""The command `torchada`: one module a subcommand; errors are printed here and nowhere else."""

import argparse
import sys
from typing import List, Optional

from .. import _api
from .._errors import CommandError
from . import doctor, run

SUBCOMMANDS = (doctor, run)

EXIT_STATUS = "exit status: 0 nothing to do, 1 something is left for you to fix, 2 torchada failed"


def main(argv: Optional[List[str]] = None) -> int:
    """Run a subcommand; the exit status is 0, 1 (the user should fix something) or 2 (failed)."""
    arguments = _parser().parse_args(argv)
    try:
        return arguments.function(arguments)
    except CommandError as error:
        print(f"torchada: error: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read our output has had enough of it; Python must not complain at its exit.
        sys.stdout = None
        return 2


def _parser() -> argparse.ArgumentParser:
    description = "Run PyTorch code written for CUDA on Moore Threads (MUSA) GPUs, unchanged."
    parser = argparse.ArgumentParser("torchada", description=description, epilog=EXIT_STATUS)
    version = f"torchada {_api.get_version()}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in SUBCOMMANDS:
        module.add_parser(commands).set_defaults(function=module.run)
    return parser
