"""Checks the text of every file of the tree: ASCII sources, no trailing blanks, one final newline,
no paths of one machine and no hosts of registries.

`make lint` runs it; exit status 1 when something was found. Names of files may be given instead.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Prose may use any character; code may not (see AGENTS.md).
PROSE = {".md"}
# Written in parts, or this file would be a finding itself.
MACHINE_PATHS = tuple("/" + name + "/" for name in ("work", "root"))
SCRATCH_PATH = "/" + "tmp/"
# Which registry or index serves a machine is its owner's setting.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("download", "pytorch", "org"),
        ("anaconda", "org"),
        ("npmjs", "org"),
        ("docker", "io"),
        ("ghcr", "io"),
    )
)


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
    return [path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path)]


def _is_made(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return any(
        part.startswith(".") or part in ("build", "dist", "out", "__pycache__") for part in parts
    )


def findings(path: Path) -> list:
    """What is wrong with one file, as `line: text`."""
    data = path.read_bytes()
    # Like git: what holds a zero byte is no text.
    if not data or b"\0" in data:
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
        if SCRATCH_PATH in line and path.suffix not in PROSE and "tests" not in path.parts:
            found.append(f"{number}: a fixed place for temporary files; ask tempfile for one")
        if any(host in line for host in REGISTRIES):
            found.append(f"{number}: the host of a registry")
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
