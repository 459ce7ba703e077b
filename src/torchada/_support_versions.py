"""torchada support --torch-musa VERSION: what a later version of torch_musa has otherwise than 2.7.1."""

import re
from typing import AbstractSet, Any, Dict, List, NamedTuple, Sequence, Tuple

from . import _support
from . import _table as table
from ._counted import counted
from ._errors import CommandError
from ._table import newer, newer_facts

BASE = _support.BASE
# The last version that facts are of.
NEWEST = "2.11.0.post2"
HEAD = f"""\
What is known of versions up to {NEWEST}, read from their sources and from threads of projects that run on them; `torchada support
--torch-musa 2.9` prints what holds for one version. Each holds from the first version where it was seen. Of what is not listed no
difference from {BASE} is known, which does not say that there is none. torchada has not run on any of these versions: the simulator
plays their forms of call in tests."""
_NUMBERS = re.compile(r"v?(\d+(?:\.\d+)*)(?:\.?post(\d+))?(?:\+.*)?$")
# More than any part of a version.
_ANY = 1 << 30


class Difference(NamedTuple):
    """A name that is otherwise than in torch_musa 2.7.1."""

    name: str
    # The kind of its row, and the kind in 2.7.1; both empty for what is no name of the table.
    how: str
    before: str
    since: str
    verdict: str
    served_by: str
    note: str
    source: str


def order(version: str) -> Tuple[int, int, int, int]:
    """The numbers by which versions are compared. "2.9" is the last one of its line; CommandError for no version."""
    found = _NUMBERS.match(version)
    if not found:
        raise CommandError(
            f"{version!r} is no version of torch_musa, such as 2.9 or 2.11.0.post2", 2
        )
    parts = [int(part) for part in found[1].split(".")][:3]
    post = _ANY if len(parts) < 3 else int(found[2] or 0)
    major, minor, patch = (parts + [_ANY, _ANY])[:3]
    return major, minor, patch, post


def differences(
    version: str, names: AbstractSet[str] = frozenset(), kinds: Sequence[str] = ()
) -> List[Difference]:
    """The differences of this version, the table's names first, for the names and kinds asked for."""
    limit = order(version)
    if limit < order(BASE):
        raise CommandError(f"of versions before {BASE} nothing is known here; got {version!r}", 2)
    before = {entry.name: entry for entry in _support.entries()}
    latest: Dict[str, newer.Fact] = {}
    for fact in sorted(newer_facts.FACTS, key=lambda fact: order(fact.since)):
        if order(fact.since) <= limit:
            latest[fact.name] = fact
    found = [_difference(fact, before.get(fact.name)) for fact in latest.values()]
    found = [one for one in found if not names or one.name in names]
    found = [one for one in found if not kinds or one.how in kinds]
    return sorted(found, key=lambda one: (not one.how, one.name))


def _difference(fact: newer.Fact, entry: Any) -> Difference:
    if entry is None:
        how = before = served_by = ""
    else:
        how, before, served_by = entry.how, entry.how, entry.served_by
    if fact.target is not None:
        how, served_by = fact.how, f"torch_musa.{fact.target}"
    elif entry is not None and fact.verdict == newer.LACKS:
        how, served_by = table.UNSUPPORTED, ""
    return Difference(
        fact.name, how, before, fact.since, fact.verdict, served_by, fact.note, fact.source
    )


def hint(names: AbstractSet[str]) -> str:
    """A line on those of the names that are otherwise in a later version; empty where none is."""
    count = len([one for one in differences(NEWEST, names) if names and one.how])
    if not count:
        return ""
    are = "is" if count == 1 else "are"
    return f"{count} {are} otherwise in versions after {BASE}: add --torch-musa VERSION, up to {NEWEST}\n"


def as_text(version: str, found: Sequence[Difference]) -> str:
    """For the terminal."""
    width = max((len(one.name) for one in found), default=0)
    lines = [f"torch_musa {version} against {BASE}; each from the first version where it was seen"]
    for one in found:
        kind = one.how if one.how == one.before else f"{one.before} -> {one.how}"
        what = "; ".join(part for part in (one.served_by, one.note) if part)
        fields = (f"{one.name:<{width}}", f"{one.since:<13}", f"{one.verdict:<8}", kind, what)
        lines.append("  ".join(field for field in fields if field).rstrip())
    return "\n".join([*lines, summary(version, found)])


def summary(version: str, found: Sequence[Difference]) -> str:
    """The number of differences, and a remark on all other names."""
    rows = sum(bool(one.how) for one in found)
    is_unknown = order(version) > order(NEWEST)
    unknown = f" No version after {NEWEST} is known here." if is_unknown else ""
    return (
        f"{counted(rows, 'name')} of torch.cuda and {counted(len(found) - rows, 'other fact')} "
        f"of torch_musa {version}. Of what is not listed no difference "
        f"from {BASE} is known, which does not say that there is none. Not run on any of these versions."
        f"{unknown}"
    )


def as_json(found: Sequence[Difference]) -> List[Dict[str, Any]]:
    """The differences as json.dumps() takes them."""
    return [one._asdict() for one in found]


def as_markdown(found: Sequence[Difference]) -> str:
    """A table of Markdown."""
    lines = ["| name | from | torch_musa | how | served by | note | source |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for one in found:
        kind = one.how if one.how == one.before else f"{one.before} -> {one.how}"
        served_by = f"`{one.served_by}`" if one.served_by else ""
        fields = (f"`{one.name}`", one.since, one.verdict, kind, served_by, one.note, one.source)
        lines.append("| " + " | ".join(fields) + " |")
    return "\n".join(lines)
