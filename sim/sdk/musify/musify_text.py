#!/usr/bin/env python3
"""musify-text: puts MUSA's names in place of CUDA's, word by word, or the other way round."""

import argparse
import json
import logging
import os
import re
import sys
from pathlib import Path
from typing import Dict, List, Tuple

TABLES = ("general.json", "include.json", "extra.json")
WORD = re.compile(rb"\w+", re.ASCII)
MARKER = re.compile(rb"MUSIFY_EXCL_(START|STOP|LINE)\b")
EPILOG = """names are replaced in comments and strings, too; a line with MUSIFY_EXCL_LINE stays as it
is, and so do those from one with MUSIFY_EXCL_START to one with MUSIFY_EXCL_STOP"""


class Mapping:
    """What names become. A name is found where it stands between characters of no word."""

    def __init__(self, pairs: Dict[bytes, bytes]) -> None:
        # By the first word of the name, the longest name first: where the word begins in it, both names.
        self._names: Dict[bytes, List[Tuple[int, bytes, bytes]]] = {}
        for old in sorted(pairs, key=len, reverse=True):
            first = WORD.search(old)
            if first:
                found = (first.start(), old, pairs[old])
                self._names.setdefault(first.group(), []).append(found)

    def replace(self, line: bytes) -> Tuple[bytes, List[Tuple[bytes, bytes]]]:
        """Return the line with other names, and the pairs that were replaced."""
        parts, done, replaced = [], 0, []
        for word in WORD.finditer(line):
            for lead, old, new in self._names.get(word.group(), ()):
                begin = word.start() - lead
                if begin >= done and _stands_at(line, old, begin):
                    parts += [line[done:begin], new]
                    done = begin + len(old)
                    replaced.append((old, new))
                    break
        return b"".join(parts) + line[done:], replaced


def _stands_at(line: bytes, name: bytes, begin: int) -> bool:
    if not line.startswith(name, begin):
        return False
    last, after = name[-1:], line[begin + len(name) : begin + len(name) + 1]
    return not (WORD.match(last) and WORD.match(after))


def convert(text: bytes, mapping: Mapping) -> bytes:
    """Convert the lines that no marker excludes."""
    lines, count, excluded = [], 0, False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        markers = MARKER.findall(line)
        if b"START" in markers:
            excluded = True
        if not (excluded or markers):
            line, replaced = mapping.replace(line)
            count += len(replaced)
            for old, new in replaced:
                logging.debug("Line %d: %s -> %s", number, old.decode(), new.decode())
        if b"STOP" in markers:
            excluded = False
        lines.append(line)
    if excluded:
        logging.warning("MUSIFY_EXCL_START without MUSIFY_EXCL_STOP: all lines after it stay")
    logging.info("Converted %d names", count)
    return b"".join(lines)


def write(source: Path, text: bytes, output: str) -> None:
    """Write to the place that the options name; a file is replaced as a whole."""
    if output == "terminal":
        sys.stdout.buffer.write(text)
        return
    created = Path(f"{source}.mt")
    created.write_bytes(text)
    if output == "inplace":
        created.chmod(source.stat().st_mode & 0o7777)
        os.replace(created, source.resolve())


class _Clear(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None) -> None:
        namespace.mapping = []


def _parser(tables: List[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("musify-text", description=__doc__, epilog=EPILOG)
    where = parser.add_mutually_exclusive_group()
    for letter, name, text in (
        ("-t", "terminal", "print code to stdout"),
        ("-c", "create", "write code to a new file, FILE.mt; the default"),
        ("-i", "inplace", "change the files themselves"),
    ):
        where.add_argument(
            letter, f"--{name}", dest="output", action="store_const", const=name, help=text
        )
    parser.add_argument("-d", "--direction", choices=("c2m", "m2c"), default="c2m")
    help_text = "further names, in files of JSON: one object, from CUDA's names to MUSA's"
    parser.add_argument(
        "-m", "--mapping", nargs="*", action="extend", default=tables, help=help_text
    )
    help_text = "forget the names that there are, and those of -m before this"
    parser.add_argument("--clear-mapping", nargs=0, action=_Clear, help=help_text)
    levels = ("DEBUG", "INFO", "WARNING")
    parser.add_argument("-l", "--log-level", choices=levels, default="INFO")
    parser.add_argument(
        "srcs", nargs="*", type=Path, metavar="FILE", help="after -- if there is -m"
    )
    parser.set_defaults(output="create")
    return parser


def _read_pairs(paths: List[str], direction: str) -> Dict[bytes, bytes]:
    pairs = {}
    for path in paths:
        for cuda, musa in json.loads(Path(path).read_text(encoding="utf-8")).items():
            old, new = (cuda, musa) if direction == "c2m" else (musa, cuda)
            pairs[old.encode()] = new.encode()
    return pairs


def main() -> int:
    """Convert the files that the command line names."""
    folder = Path(__file__).resolve().parent
    arguments = _parser([str(folder / table) for table in TABLES]).parse_args()
    logging.basicConfig(format="[%(levelname)s] %(message)s", level=arguments.log_level)
    try:
        mapping = Mapping(_read_pairs(arguments.mapping, arguments.direction))
        for source in arguments.srcs:
            logging.info("Processing %s", source)
            write(source, convert(source.read_bytes(), mapping), arguments.output)
    except (OSError, ValueError) as error:
        print(f"musify-text: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
