"""Holds the tables of names against pairs of CUDA and MUSA names that public sources have.

python tools/check_names.py            # the pairs of tests/data, which were seen in use
python tools/check_names.py FOLDER     # a folder of facts with all pairs, and names by their use

Exit status 1 when a pair does not come out and no line of tests/data/names_exceptions.tsv says why.
"""

import collections
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"

# torchada must not be activated by being imported here.
os.environ["TORCHADA_PLATFORM"] = "cpu"
sys.path.insert(0, str(ROOT / "src"))

from torchada._names import names  # noqa: E402

IDENTIFIER = re.compile(r"[A-Za-z_]\w*$")
QUALIFIED = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)+$")
HEADER = re.compile(r"[\w./-]+\.(h|hpp|cuh|muh)$")
INCLUDE = re.compile(r"(?:#include )?[<\"]([^<>\"]+)[>\"]$")
# Where a name that stands alone may belong.
DOMAINS = ("identifier", "qualified", "member", "key", "library")
# Classes of names_by_use that are not CUDA's: programs' own names, launches, PTX.
NOT_CUDA = (
    "name-with-cuda",
    "name-with-CUDA",
    "name-with-lib",
    "nv-name",
    "other::cuda",
    "ptx",
    "launch",
    "class",
)


def rows_of(path):
    """The rows of a table, without its heading."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:] if line and not line.startswith("#")]


def plain(cuda, musa):
    """(domain, CUDA name, MUSA name) of a pair; None when it is no pair of names."""
    old, new = INCLUDE.match(cuda.replace("\\", "")), INCLUDE.match(musa)
    if old and new:
        return "header", old.group(1), new.group(1)
    if HEADER.match(cuda):
        return "header", cuda, musa
    if IDENTIFIER.match(cuda):
        return "identifier", cuda, musa
    return ("qualified", cuda, musa) if QUALIFIED.match(cuda) else None


def translation_of(domain, name):
    """What becomes of a name, wherever it belongs."""
    for each in DOMAINS if domain == "identifier" else (domain,):
        translation = names().translate(name, each)
        if translation is not None:
            return translation
    return None


class Comparison:
    """Pairs of one table, sorted by what came of them."""

    def __init__(self, rows, exceptions):
        self.counts = collections.Counter()
        self.wrong, self.explained = [], []
        targets = collections.defaultdict(set)
        for cuda, musa, *_ in rows:
            pair = plain(cuda, musa)
            if pair is None:
                self.counts["no names"] += 1
            else:
                targets[pair[:2]].add(pair[2])
        for (domain, cuda), musa in targets.items():
            self._sort(domain, cuda, musa, exceptions)

    def _sort(self, domain, cuda, musa, exceptions):
        if len(musa) > 1:
            self.counts["conflicting"] += 1
            return
        (wanted,) = musa
        found = translation_of(domain, cuda)
        if found is not None and found.status == "renamed" and found.musa == wanted:
            self.counts["reproduced"] += 1
        elif "cudnn" in cuda.lower() and found is not None and found.status == "unsupported":
            self.counts["cuDNN, unsupported"] += 1
        elif cuda in exceptions:
            self.explained.append((cuda, wanted, exceptions[cuda]))
        else:
            self.wrong.append((cuda, wanted, found))

    @property
    def share(self):
        """Of the pairs that count."""
        right = self.counts["reproduced"]
        return right / max(1, right + len(self.explained) + len(self.wrong))

    def report(self, title):
        """Print the figures, and each pair that did not come out."""
        counts = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        explained = len(self.explained)
        print(
            f"{title}: {counts}, {explained} explained, {len(self.wrong)} wrong ({self.share:.2%})"
        )
        for cuda, wanted, found in self.wrong:
            print(f"  {cuda}: {wanted} in the sources, here {found}")


def exceptions():
    """{CUDA name: why it does not come out as the sources have it}."""
    return {cuda: why for cuda, _, why in rows_of(DATA / "names_exceptions.tsv")}


def _conflicting(folder):
    return {row[0] for row in rows_of(folder / "musa_symbol_conflicts.tsv")}


def compare_all(folder):
    """The comparisons with a folder of facts."""
    conflicting, explained = _conflicting(folder), exceptions()
    for name in ("musa_symbol_pairs_seen_in_use.tsv", "musa_symbol_pairs.tsv"):
        rows = [row for row in rows_of(folder / name) if row[0] not in conflicting]
        yield name, Comparison(rows, explained)


def report_use(path):
    """How much of CUDA's names in public code has a row or rule, by occurrences."""
    totals, known = collections.Counter(), collections.Counter()
    left = []
    for symbol, occurrences, _, kind, *_ in rows_of(path):
        if kind in NOT_CUDA:
            continue
        include = INCLUDE.match(symbol)
        domain = "header" if include else "qualified" if "::" in symbol else "identifier"
        found = translation_of(domain, include.group(1) if include else symbol)
        status = found.status if found is not None else "none"
        totals[kind] += int(occurrences)
        known[kind] += int(occurrences) if found is not None else 0
        if found is None:
            left.append((int(occurrences), symbol))
    share = sum(known.values()) / max(1, sum(totals.values()))
    print(f"names by use: {share:.2%} of {sum(totals.values())} occurrences have a row or a rule")
    print(
        "  left: " + ", ".join(f"{name} {count}" for count, name in sorted(left, reverse=True)[:40])
    )


def main(arguments):
    if not arguments:
        comparison = Comparison(rows_of(DATA / "names_seen_in_use.tsv"), exceptions())
        comparison.report("tests/data/names_seen_in_use.tsv")
        return 1 if comparison.wrong else 0
    folder, status = pathlib.Path(arguments[0]), 0
    for title, comparison in compare_all(folder):
        comparison.report(title)
        status = 1 if comparison.wrong or comparison.share < 0.99 else status
    report_use(folder / "cuda_symbols_in_public_code.tsv")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
