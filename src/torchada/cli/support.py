"""torchada support: how each name of torch.cuda is served on MUSA; needs neither torch nor a GPU."""

import argparse
import json

from .. import _support, _table
from .._errors import CommandError


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = "list the names of torch.cuda and how MUSA serves each"
    parser = commands.add_parser("support", help=text, description=text)
    help_text = "only names that contain it, as in memory or torch.cuda.Stream"
    parser.add_argument("filters", nargs="*", metavar="NAME", help=help_text)
    kinds = ", ".join(_table.KINDS)
    help_text = f"only this kind (repeatable): {kinds}"
    parser.add_argument(
        "--kind", dest="kinds", action="append", default=[], choices=_table.KINDS, help=help_text
    )
    parser.add_argument("--format", default="text", choices=("text", "json", "markdown"))
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Print the rows; an error when no name is like what was asked for."""
    found = _support.entries(arguments.filters, arguments.kinds)
    if not found and arguments.filters:
        raise CommandError(
            f"no name of torch.cuda contains {' or '.join(map(repr, arguments.filters))}; "
            "`torchada support` lists all",
            exit_code=1,
        )
    if arguments.format == "json":
        print(json.dumps(_support.as_json(found), indent=2))
    else:
        print((_support.as_text if arguments.format == "text" else _support.as_markdown)(found))
    return 0
