"""torchada support: how MUSA serves each name of torch.cuda; needs neither torch nor a GPU."""

import argparse
import json
import sys
from typing import Sequence, Set

from .. import _support, _support_versions, _table
from .._errors import CommandError


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = "list the names of torch.cuda and how MUSA serves each"
    parser = commands.add_parser("support", help=text, description=text)
    help_text = "list only the names that contain NAME, for example memory or torch.cuda.Stream"
    parser.add_argument("filters", nargs="*", metavar="NAME", help=help_text)
    kinds = ", ".join(_table.KINDS)
    help_text = f"list only the names of this kind (repeatable): {kinds}"
    parser.add_argument(
        "--kind",
        dest="kinds",
        metavar="KIND",
        action="append",
        default=[],
        choices=_table.KINDS,
        help=help_text,
    )
    help_text = (
        f"list only what is otherwise with this version of torch_musa than with {_support.BASE}, as far as "
        "it is known: 2.9 (the newest of the line), 2.11.0.post2"
    )
    parser.add_argument("--torch-musa", metavar="VERSION", help=help_text)
    formats = ("text", "json", "markdown")
    help_text = f"output format: {', '.join(formats)} (default: text)"
    parser.add_argument(
        "--format", metavar="FORMAT", default="text", choices=formats, help=help_text
    )
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Print the rows; raise a CommandError when no name matches."""
    names = {name for text in arguments.filters for name in _names_of(text)}
    if arguments.torch_musa is not None:
        print(_differences(arguments, names))
        return 0
    found = [
        entry
        for entry in _support.entries((), arguments.kinds)
        if entry.name in names or not arguments.filters
    ]
    if arguments.format == "json":
        print(json.dumps(_support.as_json(found), indent=2))
    elif arguments.format == "markdown":
        print(_support.as_markdown(found))
    else:
        print(_support.as_text(found))
        print(_support_versions.hint({entry.name for entry in found}), end="")
    return 0


def _differences(arguments: argparse.Namespace, names: Set[str]) -> str:
    """The differences of a version, as they are printed."""
    version = arguments.torch_musa
    found = _support_versions.differences(version, names, arguments.kinds)
    if arguments.format == "json":
        return json.dumps(_support_versions.as_json(found), indent=2)
    if arguments.format == "markdown":
        return _support_versions.as_markdown(found)
    return _support_versions.as_text(version, found)


def _names_of(text: str) -> Sequence[str]:
    """The names that contain it; for a member of a class, that of the class."""
    found = [entry.name for entry in _support.entries([text])]
    if found:
        return found
    owners = _support.owners(text)
    if not owners:
        raise CommandError(
            f"no name of torch.cuda contains {text!r}; `torchada support` lists all names, and "
            "docs/limits.md describes the limits of torch.distributed, torch.compile and the profiler",
            exit_code=1,
        )
    print(f"{text} has no row of its own; these rows include it:", file=sys.stderr)
    return owners
