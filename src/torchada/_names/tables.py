"""Reads the tables of data/: rows, rules and lists of names, as data/README.md describes them.

It imports nothing of the package, so names/generate.py can load it during a build.
"""

import os
import re

# Kinds whose names are C++ identifiers share one domain; every other domain has a kind of its own.
IDENTIFIER_KINDS = ("function", "type", "constant", "macro", "keyword", "any")
KINDS = IDENTIFIER_KINDS + (
    "header",
    "library",
    "namespace",
    "qualified",
    "member",
    "key",
    "suffix",
    "flag",
    "environment",
    "tool",
    "python",
)
# In the order of names::Kind.
KIND_ORDER = tuple(kind for kind in KINDS if kind != "any") + ("any",)
DOMAINS = (
    "identifier",
    "header",
    "library",
    "qualified",
    "member",
    "key",
    "suffix",
    "flag",
    "environment",
    "tool",
    "python",
)
LIBRARIES = (
    "cudart",
    "driver",
    "cublas",
    "cublaslt",
    "curand",
    "cudnn",
    "cufft",
    "cusparse",
    "cusolver",
    "nccl",
    "nvtx",
    "nvrtc",
    "nvjpeg",
    "nvml",
    "cupti",
    "npp",
    "cutlass",
    "thrust",
    "cooperative_groups",
    "types",
    "language",
    "aten",
    "headers",
    "libraries",
    "build",
)
# From the strongest to the weakest.
EVIDENCES = ("seen", "listed", "rule", "conflicting")
STATUSES = ("renamed", "kept", "unsupported")
# Signs in the place of a MUSA name; "." is a namespace that is no name of CUDA, but holds some.
STATUS_SIGNS = {"=": "kept", "-": "unsupported", ".": "open"}
# The lists of names that rules translate, and the evidence that a name in them has.
LISTS = {"seen": "seen", "listed": "listed", "known": "rule"}

_PATTERN = re.compile(r"([^\[*]*)(?:\[([A-Za-z0-9_-]+)\])?\*([^\[*]*)$")


class DataError(ValueError):
    """A line of data/ that cannot be what was meant."""


class Row:
    """One name and what becomes of it."""

    __slots__ = ("kind", "cuda", "musa", "status", "evidence", "library", "why", "instead", "place")

    def __init__(self, kind, cuda, musa, status, evidence, library, why, instead, place):
        self.kind, self.cuda, self.musa, self.status = kind, cuda, musa, status
        self.evidence, self.library, self.why, self.instead = evidence, library, why, instead
        self.place = place

    @property
    def domain(self):
        return domain_of(self.kind)


class Rule:
    """A pattern of names: a beginning, a class for the character behind it, an end."""

    __slots__ = ("kind", "head", "classes", "tail", "new_head", "new_tail", "is_constant", "row")

    def __init__(self, row):
        self.row, self.kind = row, row.kind
        self.head, self.classes, self.tail = _pattern(row, row.cuda)
        self.new_head, self.new_tail = self.head, self.tail
        # Every name that matches becomes the same name.
        self.is_constant = row.status == "renamed" and "*" not in row.musa
        if self.is_constant:
            self.new_head, self.new_tail = row.musa, ""
        elif row.status == "renamed":
            self.new_head, classes, self.new_tail = _pattern(row, row.musa)
            if classes:
                raise DataError(
                    f"{row.place}: {row.musa!r}: only the CUDA pattern may hold a class in brackets"
                )

    @property
    def domain(self):
        return domain_of(self.kind)

    def matches(self, name):
        length = len(self.head)
        if len(name) <= length + len(self.tail) or not name.startswith(self.head):
            return False
        return name.endswith(self.tail) and _in_classes(name[length], self.classes)

    def middle(self, name):
        """The part of a name between the beginning and the end."""
        return name[len(self.head) : len(name) - len(self.tail)]


class Tables:
    """All of data/."""

    def __init__(self):
        self.rows, self.rules = [], []
        # Parts that are replaced inside the names that rules rename, longest first.
        self.words = []
        # {(domain, name): row} of the names in lists: a rule translates them, or else the words.
        self.listed = {}


def domain_of(kind):
    if kind in IDENTIFIER_KINDS:
        return "identifier"
    return "qualified" if kind == "namespace" else kind


def _pattern(row, text):
    found = _PATTERN.match(text)
    if not found:
        raise DataError(
            f"{row.place}: {text!r} is not a pattern; patterns look like cuda[A-Z]* or libcudart.so*"
        )
    return found.group(1), _classes(row, found.group(2)), found.group(3)


def _classes(row, text):
    """The letters U, L, D and _ for the classes that the brackets name; empty for any character."""
    classes, rest = "", text or ""
    for spelled, name in (("A-Z", "U"), ("a-z", "L"), ("0-9", "D"), ("_", "_")):
        if spelled in rest:
            classes, rest = classes + name, rest.replace(spelled, "")
    if rest:
        raise DataError(f"{row.place}: [{text}] holds more than A-Z, a-z, 0-9 and _")
    return classes


def _in_classes(character, classes):
    if not classes:
        return True
    if character == "_":
        return "_" in classes
    kind = "D" if character.isdigit() else "U" if character.isupper() else "L"
    return kind in classes


def _row(library, place, text):
    """A row from `kind cuda musa [evidence] | why | instead`."""
    notes = [part.strip() for part in text.split("|")]
    fields = notes[0].split()
    why, instead = (notes[1:] + ["", ""])[:2]
    if len(fields) < 3 or len(notes) > 3 or fields[0] not in KINDS:
        raise DataError(
            f"{place}: {text!r} is not a row; write kind, CUDA name, MUSA name, evidence | why | instead"
        )
    kind, cuda, musa = fields[:3]
    if musa in STATUS_SIGNS:
        status = STATUS_SIGNS[musa]
        if len(fields) != 3:
            raise DataError(f"{place}: remove the evidence of {cuda}: the name is {status}")
        return Row(kind, cuda, cuda, status, "rule", library, why, instead, place)
    evidence = fields[3] if len(fields) == 4 else ""
    if evidence not in EVIDENCES:
        raise DataError(
            f"{place}: {evidence!r} is no evidence for {cuda}; use one of {', '.join(EVIDENCES)}"
        )
    return Row(kind, cuda, musa, "renamed", evidence, library, why, instead, place)


def _add_list(tables, library, place, text):
    """`seen function: cudaMalloc cudaFree`."""
    head, _, names = text.partition(":")
    evidence, _, kind = head.partition(" ")
    if kind not in KINDS:
        raise DataError(f"{place}: {kind!r} is not a kind; use one of {', '.join(sorted(KINDS))}")
    for name in names.split():
        key = (domain_of(kind), name)
        if key in tables.listed:
            raise DataError(f"{place}: {name} is already in a list")
        row = Row(kind, name, "", "renamed", LISTS[evidence], library, "", "", place)
        tables.listed[key] = row


def _add_line(tables, library, place, text):
    word = text.split(None, 1)[0]
    if word in LISTS:
        _add_list(tables, library, place, text)
    elif word == "inside":
        cuda, musa = text.split()[1:]
        tables.words.append((cuda, musa))
    elif word == "rule":
        tables.rules.append(Rule(_row(library, place, text.split(None, 1)[1])))
    else:
        tables.rows.append(_row(library, place, text))


def read(folder, libraries=LIBRARIES):
    """The tables of the folder, one file a library."""
    tables = Tables()
    for library in libraries:
        path = os.path.join(folder, library + ".txt")
        with open(path, encoding="ascii") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and not line.startswith("#"):
                    _add_line(tables, library, f"data/{library}.txt:{number}", line.strip())
    tables.words.sort(key=lambda pair: (-len(pair[0]), pair[0]))
    # The longest beginning decides; where beginnings are equal, the longest end does.
    tables.rules.sort(key=lambda rule: (-len(rule.head), -len(rule.tail), rule.head))
    return tables
