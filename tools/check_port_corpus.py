"""Ports each project of a corpus and checks the output without the engine's own lexer.

python tools/check_port_corpus.py                      # the folder .corpus
python tools/check_port_corpus.py FOLDER [PROJECT ...] # a folder of projects (tools/port_corpus.py)

Holds for every file, code that a preprocessor would drop included:

* what the output differs in are the recorded edits, and none is in a comment, a literal or a part of an
  identifier, nor gives another name of CUDA;
* every name that a table of data/ translates is translated (to the table's name), or reported;
* every identifier left that looks like CUDA's (port_check/looks.py says which do; --symbols adds the
  names of a table) is reported by file and line, or is the project's own (port_check/own.py), or stands
  behind `.`, `->` or a scope of the project;
* every guard on a number of an architecture or version, and every asm statement, is reported.

A finding of a whole range (another vendor's branch, a file that is MUSA's already) reports what is in it.
Exit status 1 when something does not hold.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# torchada must not be activated by being imported here.
os.environ["TORCHADA_PLATFORM"] = "cpu"
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

from port_check import looks, project  # noqa: E402

BINARY = pathlib.Path(sys.executable).parent / "torchada-port"


def ported(binary, folder, output):
    """The report of the engine, which has written to `output`."""
    report = output.with_suffix(".json")
    command = [binary, folder, "-o", output, "--asm=keep", "--quiet", "--json", report]
    command += ["--jobs", "1"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(map(str, command))} failed: {done.stderr}")
    return json.loads(report.read_text(encoding="utf-8"))


def check(arguments):
    """The counts and violations of one project."""
    folder, symbols, binary = arguments
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch, folder.name)
        report = ported(binary, folder, output)
        return folder.name, *project.check(folder, output, report, looks.Judge(symbols))


def main() -> int:
    """Check the projects named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=ROOT / ".corpus")
    parser.add_argument("project", nargs="*", help="folders in FOLDER; all where none is named")
    parser.add_argument(
        "--symbols", type=pathlib.Path, help="a table of CUDA's symbols, tab-separated"
    )
    parser.add_argument("--binary", type=pathlib.Path, default=BINARY, help="torchada-port")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if not given.folder.is_dir():
        parser.error(f"{given.folder} is no folder; tools/port_corpus.py fetches the projects")
    symbols = looks.symbols_in(given.symbols) if given.symbols else frozenset()
    names = given.project or sorted(path.name for path in given.folder.iterdir() if path.is_dir())
    total, failed = collections.Counter(), 0
    with multiprocessing.Pool(given.jobs) as pool:
        tasks = [(given.folder / name, symbols, given.binary) for name in names]
        for name, counts, violations in pool.imap(check, tasks):
            total.update(counts)
            failed += len(violations)
            for found in violations:
                print(f"{name}/{found.path}:{found.line}: {found.check}: {found.text}")
    print("projects: {}, ".format(len(names)) + ", ".join(f"{k}: {v}" for k, v in total.items()))
    print(f"violations: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
