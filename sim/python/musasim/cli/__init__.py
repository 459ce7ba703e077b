"""The musasim command: one module a subcommand; errors are printed here and nowhere else."""

import argparse
import sys

from .. import SwitchError, __version__
from . import home, info

SUBCOMMANDS = (home, info)


def main(argv=None) -> int:
    """Exit status: 0 done, 2 the command failed or was misspelt."""
    parser = argparse.ArgumentParser(
        prog="musasim", description="A simulated MUSA platform: C libraries and PyTorch's device"
    )
    parser.add_argument("--version", action="version", version=f"musasim {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in SUBCOMMANDS:
        module.add_parser(commands).set_defaults(run=module.run)
    arguments = parser.parse_args(argv)
    try:
        return arguments.run(arguments)
    except (SwitchError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
