"""The musasim command: one module for each subcommand; only this module prints errors."""

import argparse
import sys

from .. import SwitchError, __version__
from . import home, info

SUBCOMMANDS = (home, info)


def main(argv=None) -> int:
    """Run a subcommand and return its exit status: 0, or 2 if it failed or was misspelt."""
    parser = argparse.ArgumentParser(
        prog="musasim",
        description="The simulator of a MUSA platform: C libraries, compiler and torch_musa. "
        "MUSASIM=1 switches it on.",
        epilog="exit status: 0 if the command succeeded, 2 if it failed",
    )
    parser.add_argument("--version", action="version", version=f"musasim {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in SUBCOMMANDS:
        module.add_parser(commands).set_defaults(run=module.run)
    arguments = parser.parse_args(argv)
    try:
        return arguments.run(arguments)
    except (SwitchError, FileNotFoundError) as error:
        print(f"musasim: error: {error}", file=sys.stderr)
        return 2
