"""Checks the text of every file of the tree: ASCII sources, no trailing blanks, one final newline.

`make lint` runs it; exit status 1 when something was found. Names of files may be given instead.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Prose may use any character; code may not (see AGENTS.md).
PROSE = {".md"}
# Bytes that a test or a data file needs as they are.
BINARY = {".png", ".gz", ".pt", ".so"}
MACHINE_PATHS = tuple("/" + name + "/" for name in ("work", "root"))


def listed_files() -> list:
    """The files that git tracks or would track; every file of the tree where there is no git."""
    git = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"],
        capture_output=True,
        check=False,
    )
    if git.returncode == 0:
        names = git.stdout.decode().split("\0")
        return [ROOT / name for name in names if name and (ROOT / name).is_file()]
    folders = ("core", "sim", "src", "tests", "cmake", "tools", "examples", "benchmarks")
    tops = [path for path in ROOT.iterdir() if path.is_file()]
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [path for path in tops + found if "__pycache__" not in path.parts]


def findings(path: Path) -> list:
    """What is wrong with one file, as `line: text`."""
    data = path.read_bytes()
    if path.suffix in BINARY or not data:
        return []
    found = []
    if b"\r" in data:
        found.append("1: carriage return")
    if not data.endswith(b"\n") or data.endswith(b"\n\n"):
        found.append(f"{data.count(10)}: the file must end with exactly one newline")
    for number, line in enumerate(data.decode("utf-8").split("\n"), 1):
        if line != line.rstrip():
            found.append(f"{number}: trailing blanks")
        if path.suffix not in PROSE and not line.isascii():
            found.append(f"{number}: not ASCII")
        if any(text in line for text in MACHINE_PATHS):
            found.append(f"{number}: a path of one machine")
    return found


def main(arguments: list) -> int:
    paths = [Path(name).resolve() for name in arguments] or listed_files()
    count = 0
    for path in sorted(paths):
        name = path.relative_to(ROOT) if ROOT in path.parents else path
        for finding in findings(path):
            print(f"{name}:{finding}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
