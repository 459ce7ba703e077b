"""Writes tests/README.md: which file tests what, folder by folder, by the first line of each.

python tools/make_tests_page.py            # make gen
python tools/make_tests_page.py --check    # make gen-check
"""

import ast
import sys
from pathlib import Path

from generated_page import row, write_or_check

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "tests" / "README.md"
HEAD = """# Which file tests what

Written by `make gen` from the first line of each file; do not edit. A new test goes into the file of its subject, a new file into the
folder that mirrors what it tests. C++ tests stand beside their sources, in the `tests/` of each folder, and have no row here.
"""
# Folders of tests that are run by other commands, or need more words, have a README of their own.
FOLDERS = {
    "tests": "what the user documents promise by these names",
    "tests/activation": "importing, activating, undoing",
    "tests/cli": "the command line",
    "tests/compile": "`torch.compile`, export, TorchScript",
    "tests/core": "the hooks in C++ and who sees what",
    "tests/cuda": "`torch.cuda` and what belongs to it",
    "tests/distributed": "`torch.distributed`",
    "tests/docs": "the pages",
    "tests/environment": "environment variables of CUDA programs and ours",
    "tests/examples": "`examples/`",
    "tests/extensions": "building CUDA sources, and libraries that programs open",
    "tests/names": "names of CUDA and what they become",
    "tests/plain_cuda": "plain CUDA code, which passes on an NVIDIA GPU too",
    "tests/port": "the porting engine and its programs",
    "tests/ptx": "inline PTX",
    "tests/tools": "`tools/`, `benchmarks/`, the wheel",
    "sim/tests": "the simulator alone",
}


def subject(path: Path) -> str:
    """The first sentence or line of the file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    line = text.split("\n\n")[0].replace("\n", " ").strip()
    if not line:
        raise SystemExit(f"{path}: its first line has to say what it tests")
    return line


def section(folder: str, about: str) -> str:
    """A heading and a table; files in folders below are named with their path."""
    depth = "*" if folder in ("tests",) else "**/*"
    files = sorted((ROOT / folder).glob(f"{depth}"))
    tests = [path for path in files if path.name.startswith("test_") and path.suffix == ".py"]
    text = f"\n## `{folder}/`: {about}\n\n" + row(("file", "tests")) + row(("---", "---"))
    for path in tests:
        name = path.relative_to(ROOT / folder).as_posix()
        text += row((f"`{name}`", subject(path)))
    return text


def missing() -> list:
    """Folders below tests/ with tests that have no section."""
    known = set(FOLDERS) | {"tests/programs"}  # docs/programs.md tells of those
    found = {
        path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/test_*.py")
    }
    return sorted(found - known)


def main() -> int:
    """Write the page, or compare it."""
    if missing():
        raise SystemExit(f"tools/make_tests_page.py: say what is in {', '.join(missing())}")
    text = HEAD + "".join(section(folder, about) for folder, about in FOLDERS.items())
    return write_or_check(PAGE, text)


if __name__ == "__main__":
    sys.exit(main())
