"""Reads the two tables: the facts, and what UNSUPPORTED.md says is not there."""

import re
from pathlib import Path
from typing import Dict, List, NamedTuple

SIM = Path(__file__).resolve().parents[2]
FACTS = Path(__file__).with_name("torch_musa_api.tsv")
UNSUPPORTED = SIM / "UNSUPPORTED.md"
# Headings of UNSUPPORTED.md whose lists hold names for the test; below others is prose.
MISSING, DIFFERENT = "Not there", "There, but different"


class Fact(NamedTuple):
    module: str
    name: str
    kind: str
    detail: str

    @property
    def full_name(self) -> str:
        if self.module in ("patch", "environment"):
            return self.name
        return f"{self.module}.{self.name}" if self.name else self.module


def read_facts() -> List[Fact]:
    facts = []
    for line in FACTS.read_text().splitlines():
        if not line.startswith("#"):
            columns = line.split("\t")
            facts.append(Fact(*columns, *[""] * (4 - len(columns))))
    return facts


def read_unsupported(heading: str) -> Dict[str, str]:
    """Name -> reason, from the lists between this heading and the next one of its level.

    A paragraph that ends with a colon is the reason for the list below it; an item is "- `name`",
    or several names with commas between. ValueError: the text is not of this form.
    """
    text = UNSUPPORTED.read_text()
    part = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
    if part is None:
        raise ValueError(f"{UNSUPPORTED} has no heading {heading!r}")
    listed, reason = {}, ""
    for block in re.split(r"\n\s*\n", part.group(1).strip()):
        if not block.startswith("- "):
            reason = "" if block.startswith("#") else " ".join(block.split())
            continue
        if not reason.endswith(":"):
            raise ValueError(f"{UNSUPPORTED}: no reason stands before {block!r}")
        for name in _names(block):
            if name in listed:
                raise ValueError(f"{UNSUPPORTED}: {name} is listed twice")
            listed[name] = reason[:-1]
    return listed


def _names(block: str) -> List[str]:
    items = block[len("- ") :].split("\n- ")
    wrong = [item for item in items if not re.fullmatch(r"(`[^`]+`,\s+)*`[^`]+`", item)]
    if wrong:
        raise ValueError(f"{UNSUPPORTED}: not of the form `name`, `name`: {wrong[0]!r}")
    return [name for item in items for name in re.findall(r"`([^`]+)`", item)]
