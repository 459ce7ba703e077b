"""Checks the tables of data/: no duplicates, no dead targets, no contradictions."""

from typing import Dict, Tuple

from .tables import DataError
from .translator import Translator

# The same number as in names/src/hash.h.
SHORTEST = 4


def check(tables):
    """Raise a DataError that names every fault."""
    faults = list(faults_of(tables))
    if faults:
        raise DataError("\n".join(faults))


def faults_of(tables):
    """The faults, as lines."""
    translator = Translator(tables)
    yield from _duplicates(tables)
    yield from _idle_rows(tables, translator)
    yield from _dead_targets(tables, translator)
    yield from _lists(tables, translator)
    yield from _rules(tables)
    yield from _short(tables)


def _duplicates(tables):
    places: Dict[Tuple[str, str], str] = {}
    for row in tables.rows + [rule.row for rule in tables.rules]:
        key = (row.domain, row.cuda)
        if key in places:
            yield f"{row.place}: {row.cuda} has a row in {places[key]} already"
        places[key] = row.place
    for key, row in tables.listed.items():
        if key in places:
            yield f"{row.place}: {row.cuda} is in this list and has a row in {places[key]} as well"


def _idle_rows(tables, translator):
    """Rows that say what a rule says anyway: the name belongs into a list."""
    for row in tables.rows:
        plain = not (row.why or row.instead)
        if row.status != "open" and plain and translator.by_rule(row.domain, row.cuda) == row.musa:
            yield (
                f"{row.place}: a rule already translates {row.cuda} to {row.musa}; move the name from "
                "its row to a list"
            )


def _dead_targets(tables, translator):
    """A MUSA name that is itself translated: one of the two rows is wrong."""
    for row in tables.rows:
        if row.status != "renamed":
            continue
        if row.musa == row.cuda:
            yield f"{row.place}: {row.cuda} is translated to itself; write = to keep a name"
        again = translator.translate(row.musa, row.domain)
        if again is not None and again.status == "renamed" and again.musa != row.musa:
            yield f"{row.place}: the MUSA name {row.musa} is itself translated, to {again.musa}"


def _lists(tables, translator):
    for (domain, name), row in tables.listed.items():
        rule = translator.rule_for(domain, name)
        if rule is not None and rule.row.status != "renamed" and row.evidence != "rule":
            yield (
                f"{row.place}: {name} is listed as {row.evidence}, but the rule in {rule.row.place} "
                "does not rename it"
            )
        if rule is None and translator.inside(name) == name:
            yield f"{row.place}: {name} is in a list, but no rule and no `inside` line translates it"


def _rules(tables):
    for rule in tables.rules:
        row = rule.row
        if len(rule.head) < 2:
            yield f"{row.place}: the pattern {row.cuda} must begin with two or more fixed characters"
        if row.status == "renamed" and row.evidence == "conflicting":
            yield f"{row.place}: a rule cannot be conflicting; write rows instead"
        if row.status == "unsupported" and not (row.why and row.instead):
            yield f"{row.place}: the unsupported {row.cuda} needs a reason and a remedy"
    for row in tables.rows:
        if row.status == "unsupported" and not (row.why and row.instead):
            yield f"{row.place}: the unsupported {row.cuda} needs a reason and a remedy"
        if row.evidence == "conflicting" and not row.why:
            yield (
                f"{row.place}: the conflicting {row.cuda} needs the other MUSA name and the reason "
                "why that one was not chosen"
            )


def _short(tables):
    """The C++ look-up asks about the first four characters of an identifier."""
    for row in [*tables.rows, *tables.listed.values()]:
        if row.domain == "identifier" and len(row.cuda) < SHORTEST:
            yield f"{row.place}: the identifier {row.cuda} has fewer than {SHORTEST} characters"
