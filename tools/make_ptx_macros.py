"""Writes the lists of names that macros of users must not change in torchada/ptx.h.

python tools/make_ptx_macros.py [--check]

A kernel's source may have macros such as N, D, min or lane when it includes the header. The names of at most six
letters that the headers use are without a macro while they are read: macros_kept.h, macros_away.h, macros_back.h.
"""

import argparse
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "ptx" / "kernel_headers" / "torchada" / "ptx"
LONGEST = 6
LISTS = {
    "kept": ("Keeps the macros that have names of these headers.", '#pragma push_macro("{}")'),
    "away": ("Takes them away.", "#undef {}"),
    "back": ("Gives them back.", '#pragma pop_macro("{}")'),
}
# Words of the language and of compilers: who makes macros of them means to.
WORDS = set("""
    asm auto bool break case char class const do double else enum extern false float for goto if inline int long
    new public return short signed sizeof static struct switch this throw true try typename union using void while
    std printf
    """.split())
LITERALS = re.compile(r'//.*|"[^"\n]*"')
DIRECTIVES = re.compile(
    r"^\s*#\s*(?:define|(?:include|if|ifdef|ifndef|endif|else|elif|undef|pragma).*)", re.M
)
STANDARD = re.compile(r"\bstd::\w+")


def names() -> list:
    """The short names of the headers."""
    found = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    for path in FOLDER.glob("*.h"):
        if path.name.startswith("macros_"):
            continue
        code = STANDARD.sub("", DIRECTIVES.sub("", LITERALS.sub("", path.read_text())))
        found.update(re.findall(r"\b[A-Za-z]\w*", code))
    return sorted(name for name in found - WORDS if len(name) <= LONGEST)


def text_of(kind: str) -> str:
    """One of the lists."""
    says, line = LISTS[kind]
    head = f"// {says} Written by tools/make_ptx_macros.py; ptx.h includes it.\n"
    return head + "".join(line.format(name) + "\n" for name in names())


def main() -> int:
    """Write the lists, or say which is not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    old = []
    for kind in LISTS:
        path = FOLDER / f"macros_{kind}.h"
        text = text_of(kind)
        if path.exists() and path.read_text() == text:
            continue
        old.append(path.name)
        if not arguments.check:
            path.write_text(text)
    if arguments.check and old:
        print(f"{', '.join(old)}: another list; run python tools/make_ptx_macros.py")
    return int(arguments.check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
