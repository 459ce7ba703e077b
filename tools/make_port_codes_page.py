"""Writes docs/port-codes.md, the page of the porting report's codes, from the built engine.

`--check` compares instead, and fails when the page is stale.
"""

import sys
from pathlib import Path

from generated_page import write_or_check

from torchada import _port

PAGE = Path(__file__).resolve().parent.parent / "docs" / "port-codes.md"


def main():
    """Write the page, or compare it."""
    return write_or_check(PAGE, _port.codes_page())


if __name__ == "__main__":
    sys.exit(main())
