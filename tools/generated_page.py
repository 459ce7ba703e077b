"""What the generators of pages share: a page is written or compared, results are kept, cells become a row."""

import json
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


def keep(results: Path, records: dict, page: Path, text: str) -> None:
    """Write results that took long to get, and the page that is made of them."""
    results.write_text(json.dumps(records, indent=1, sort_keys=True) + "\n")
    page.write_text(text, encoding="utf-8")


def row(cells: tuple) -> str:
    """A line of a table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
