"""Writes docs/torch-cuda.md from the rows in src/torchada/_table; needs no torch.

python tools/make_support_page.py            # write it
python tools/make_support_page.py --check    # fail when it is out of date
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "torch-cuda.md"

# torchada must not be activated by being imported here.
os.environ["TORCHADA_PLATFORM"] = "cpu"
sys.path.insert(0, str(ROOT / "src"))

from generated_page import write_or_check  # noqa: E402

from torchada import _support  # noqa: E402


def main() -> int:
    """Write the page, or compare it."""
    return write_or_check(PAGE, _support.page())


if __name__ == "__main__":
    sys.exit(main())
