"""What the generators of pages share: write a page, or with --check say whether it is stale."""

import sys
from pathlib import Path


def write_or_check(page: Path, text: str) -> int:
    """Write the page, or compare it where --check is among the arguments; the exit code."""
    if "--check" not in sys.argv[1:]:
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, encoding="utf-8")
        return 0
    return check(page, text, "make gen")


def check(page: Path, text: str, command: str) -> int:
    """Compare the page, and name the command that writes it where it is stale; the exit code."""
    if page.exists() and page.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{page} is out of date: run {command}\n")
    return 1
