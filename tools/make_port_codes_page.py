"""Writes docs/port-codes.md, the page of the porting report's codes, from the built engine.

`--check` compares instead, and fails when the page is stale.
"""

import sys
from pathlib import Path

from torchada import _port

PAGE = Path(__file__).resolve().parent.parent / "docs" / "port-codes.md"


def main():
    """Write the page, or compare it."""
    text = _port.codes_page()
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{PAGE} is out of date: run make gen\n")
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
