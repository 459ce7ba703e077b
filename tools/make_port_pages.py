"""Writes docs/port-codes.md and docs/port-options.md, the pages of the porting report's codes and of the options of
`torchada port`, from the built engine.

`--check` compares instead, and fails when a page is stale.
"""

import sys
from pathlib import Path

from generated_page import write_or_check

from torchada import _port

DOCS = Path(__file__).resolve().parent.parent / "docs"

OPTIONS = """# Options of torchada port

GENERATED FROM port/cli/options.def (`make gen`); DO NOT EDIT.

`torchada-port` is the same program without Python. [Porting a CUDA project](porting.md) shows how the options are used, and `--codes` prints
[the page of codes](port-codes.md).

```text
{}```
"""


def main():
    """Write the pages, or compare them."""
    options = OPTIONS.format(_port.help_text("torchada port"))
    pages = {"port-codes.md": _port.codes_page(), "port-options.md": options}
    return max([write_or_check(DOCS / name, text) for name, text in pages.items()])


if __name__ == "__main__":
    sys.exit(main())
