"""torchada port: CUDA sources to MUSA sources; needs neither torch nor a GPU."""

import argparse
import os
import shutil
import sys
from typing import Any, Dict, Optional, TextIO

from .._errors import CommandError

EPILOG = """exit status: 0 if nothing needs hand work, 1 if places do, 2 if torchada failed;
`torchada-port --codes` explains each code of the report and says what to do about it"""


def add_parser(commands) -> argparse.ArgumentParser:
    """Declare the subcommand."""
    text = "port a CUDA project: translate its sources to MUSA and report what needs hand work"
    parser = commands.add_parser("port", help=text, description=text, epilog=EPILOG)
    help_text = "the project's folder (the program torchada-port also takes single files)"
    parser.add_argument("input", metavar="INPUT", help=help_text)
    _add_where(parser)
    parser.add_argument("--reverse", action="store_true", help="translate MUSA sources to CUDA")
    help_text = "read your own names from FILE, in TOML: [map], [keep] and [exclude]"
    parser.add_argument("--rules", metavar="FILE", help=help_text)
    help_text = (
        "skip paths of INPUT that match, for example 'third_party' or '*_test.cu' (repeatable)"
    )
    parser.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help=help_text)
    help_text = "also translate names of libraries in strings, and kernels in raw strings"
    parser.add_argument("--strings", action="store_true", help=help_text)
    help_text = "leave inline PTX, or write calls of torchada/ptx.h in its place (default)"
    parser.add_argument("--asm", choices=["keep", "translate"], default="translate", help=help_text)
    help_text = "number of threads (default: one for each processor)"
    parser.add_argument("-j", "--jobs", type=int, default=0, metavar="N", help=help_text)
    _add_report(parser)
    return parser


def _add_where(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group()
    help_text = "the folder to write to (default: INPUT-musa)"
    where.add_argument("-o", "--output", metavar="OUTPUT", help=help_text)
    help_text = "write into INPUT and keep the originals in INPUT/.torchada-port/backup"
    where.add_argument("--in-place", action="store_true", help=help_text)
    help_text = "only report, write nothing; the exit status is the same"
    where.add_argument("--check", action="store_true", help=help_text)
    help_text = "overwrite ported files that you have changed by hand"
    parser.add_argument("--force", action="store_true", help=help_text)


def _add_report(parser: argparse.ArgumentParser) -> None:
    help_text = "write the findings to FILE instead of standard error"
    parser.add_argument("--report", metavar="FILE", help=help_text)
    help_text = "write the report to FILE as JSON (- for standard output)"
    parser.add_argument("--json", metavar="FILE", help=help_text)
    parser.add_argument("--notes", action="store_true", help="print notes as well as warnings")
    help_text = "print only the summary (--report and --json still get the findings)"
    parser.add_argument("-q", "--quiet", action="store_true", help=help_text)


def run(arguments: argparse.Namespace) -> int:
    """Port the folder and print the findings; return 0, 1 (places need hand work) or 2 (failed)."""
    done = _ported(arguments)
    if arguments.report:
        _write(arguments.report, done["findings"])
    elif not arguments.quiet:
        _print(sys.stderr, done["findings"])
    if arguments.json:
        _write(arguments.json, done["json"])
    if done["error"]:
        raise CommandError(_shown(done["error"]))
    _print(sys.stderr, done["summary"])
    return done["exit_code"]


def _ported(arguments: argparse.Namespace) -> Dict[str, Any]:
    try:
        from .. import port
    except ImportError as error:
        raise CommandError(str(error)) from error
    if arguments.json is not None and arguments.json == arguments.report:
        raise CommandError(
            f"--json and --report both name {arguments.json}; name two different files"
        )
    writes = not (arguments.in_place or arguments.check)
    output = arguments.output
    if writes and output is None:
        output = os.path.realpath(arguments.input) + ("-cuda" if arguments.reverse else "-musa")
    try:
        return port.run_tree(
            arguments.input,
            output,
            arguments.in_place,
            arguments.check,
            arguments.reverse,
            arguments.strings,
            arguments.force,
            arguments.rules,
            arguments.exclude,
            arguments.jobs,
            arguments.notes,
            progress=True,
            asm=arguments.asm,
        )
    except KeyboardInterrupt as error:
        raise CommandError("interrupted; run the same command again to finish") from error
    except OSError as error:
        text = f"cannot read the rules file {arguments.rules}: {error.strerror}"
        raise CommandError(_shown(text)) from error
    except ValueError as error:
        raise CommandError(_shown(str(error))) from error


def _printable(text: str) -> str:
    """Sources may hold bytes that no encoding has."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _shown(text: str) -> str:
    """Names of files may have control characters, and terminals obey them."""
    return "".join("?" if ord(c) < 0x20 or ord(c) == 0x7F else c for c in _printable(text))


def _print(stream: Optional[TextIO], text: str) -> None:
    """In UTF-8, whatever the locale; where the stream is closed, nothing."""
    if stream is None:
        return
    binary = getattr(stream, "buffer", None)
    if binary is None:
        stream.write(_printable(text))
        return
    stream.flush()
    binary.write(_printable(text).encode())
    binary.flush()


def _write(path: str, text: str) -> None:
    try:
        if path != "-":
            _write_file(path, text.encode("utf-8", "surrogateescape"))
        elif sys.stdout is None:
            raise CommandError("cannot write -: standard output is closed")
        else:
            _print(sys.stdout, text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"cannot write {_shown(path)}: {error.strerror}") from error


def _write_file(path: str, text: bytes) -> None:
    """Nothing, or all of it; pipes and devices are written to, never replaced."""
    place = os.path.realpath(path)
    if os.path.exists(place) and not os.path.isfile(place):
        with open(place, "wb") as file:
            file.write(text)
        return
    temporary = os.path.join(os.path.dirname(place), f".torchada-port.{os.getpid()}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(text)
        if os.path.exists(place):
            shutil.copymode(place, temporary)
        os.replace(temporary, place)
    except OSError:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
