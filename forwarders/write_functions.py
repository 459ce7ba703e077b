"""Writes the functions of CUDA's runtime library that are forwarded: FORWARD(index, CUDA, MUSA) each.

python forwarders/write_functions.py DATA_FOLDER OUTPUT
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "names"))

from generate import load_package  # noqa: E402

# Names of functions as a library exports them; structures of their parameters are named alike.
_EXPORTED = re.compile(r"(__)?cuda[A-Z]\w*(?<!_params)")


def forwarded(data):
    """(CUDA's name, MUSA's name) of each, sorted."""
    package = load_package()
    names = package.translator.Translator(package.tables.read(data))
    for domain, name, library in sorted(set(names.known_names())):
        if domain != "identifier" or library != "cudart" or not _EXPORTED.fullmatch(name):
            continue
        row = names.translate(name)
        # What is known by name alone may be a function.
        if row.status == "renamed" and row.kind in ("function", "any"):
            yield name, row.musa


def main(data, output):
    lines = [f"FORWARD({i}, {cuda}, {musa})" for i, (cuda, musa) in enumerate(forwarded(data))]
    Path(output).write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
