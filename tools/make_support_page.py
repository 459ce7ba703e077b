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

from torchada import _support  # noqa: E402


def main() -> int:
    """Write the page, or compare it."""
    text = _support.page()
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{PAGE} is out of date: run make gen\n")
            return 1
        return 0
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
