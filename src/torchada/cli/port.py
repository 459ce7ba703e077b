"""torchada port: the program torchada-port, which needs neither torch nor a GPU."""

import argparse
import os
import sys

from .._errors import CommandError


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand; its options are those of torchada-port, which reads them itself."""
    text = "port a CUDA project: translate its sources to MUSA and report what needs hand work"
    # No word begins with this character, so that argparse takes none for an option.
    parser = commands.add_parser("port", help=text, add_help=False, prefix_chars="\0")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Run the program; return 0, 1 (places need hand work) or 2 (failed)."""
    try:
        from ..port import _port
    except ImportError as error:
        raise CommandError(str(error)) from error
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    try:
        return _port.run_program("torchada port", tuple(map(os.fsencode, arguments.words)))
    except KeyboardInterrupt as error:
        raise CommandError("interrupted; run the same command again to finish") from error
