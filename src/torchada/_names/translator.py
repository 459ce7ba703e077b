"""Looks names up in the tables, as the C++ library does; tests hold the two against each other."""

import re
from typing import Dict, List, Tuple

from .tables import EVIDENCES, Rule

_SEPARATOR = "::"


class Translation:
    """The result for one name."""

    __slots__ = ("musa", "status", "kind", "library", "evidence", "known", "why", "instead")

    def __init__(self, row, musa=None, evidence=None, kind=None, known=True):
        self.musa = row.musa if musa is None else musa
        self.status, self.kind, self.library = row.status, kind or row.kind, row.library
        self.evidence = evidence or row.evidence
        self.known, self.why, self.instead = known, row.why, row.instead

    def __repr__(self):
        return f"<{self.status} {self.kind} {self.musa!r}, {self.evidence}>"


class Translator:
    """The look-ups, over tables that were read once."""

    def __init__(self, tables):
        self._tables = tables
        self._rows = {(row.domain, row.cuda): row for row in tables.rows}
        self._rules: Dict[str, List[Rule]] = {}
        self._by_beginning: Dict[Tuple[str, str], List[Rule]] = {}
        for rule in tables.rules:
            self._rules.setdefault(rule.domain, []).append(rule)
            self._by_beginning.setdefault((rule.domain, rule.head[:2]), []).append(rule)
        pairs = tables.words
        self._words = (_pattern(pairs), _pattern([(musa, cuda) for cuda, musa in pairs]))
        self._sources: Dict[Tuple[str, str], List[str]] = {}
        for row in tables.rows:
            if row.status == "renamed":
                self._sources.setdefault((row.domain, row.musa), []).append(row.cuda)

    def translate(self, name, domain="identifier"):
        """The Translation of a whole name, or None when it is no name of CUDA."""
        if domain == "qualified":
            return self._qualified(name)
        row = self._rows.get((domain, name))
        if row is not None:
            return Translation(row)
        return self._by_rule(domain, name)

    def sources(self, name, domain="identifier"):
        """The CUDA names of a MUSA name, the usual one first; several where they share it."""
        if domain == "qualified":
            return self._qualified_sources(name)
        candidates = list(self._sources.get((domain, name), ()))
        candidates += [self._undo(rule, name) for rule in self._rules.get(domain, ())]
        if domain == "identifier":
            candidates.append(self.inside(name, back=True))
        found: Dict[str, Tuple[bool, int, bool]] = {}
        for cuda in candidates:
            translation = self.translate(cuda, domain) if cuda and cuda != name else None
            if translation is not None and translation.status == "renamed":
                if translation.musa == name:
                    found.setdefault(cuda, self._usualness(domain, cuda, translation))
        # Beside a name that CUDA really has, only others that it has too.
        is_guess = bool(found) and min(found.values())[0]
        usual = [
            cuda for cuda in sorted(found, key=lambda one: found[one]) if found[cuda][0] == is_guess
        ]
        row = self._rows.get((domain, name))
        # A name that both have, like __half, comes from itself first of all.
        return [name, *usual] if usual and row is not None and row.status == "kept" else usual

    def _usualness(self, domain, cuda, translation):
        """The key by which sources are sorted: the strongest evidence first, then what a rule gives."""
        evidence = EVIDENCES.index(translation.evidence)
        return not translation.known, evidence, (domain, cuda) in self._rows

    def known_names(self):
        """Every (domain, name, library) that has a row or stands in a list."""
        for row in self._tables.rows:
            if row.status != "open":
                yield row.domain, row.cuda, row.library
        for (domain, name), row in self._tables.listed.items():
            rule = self.rule_for(domain, name)
            yield domain, name, row.library if rule is None else rule.row.library

    def rule_for(self, domain, name):
        """The rule that translates the name, rows left aside."""
        for rule in self._by_beginning.get((domain, name[:2]), ()):
            if rule.matches(name):
                return rule
        return None

    def by_rule(self, domain, name):
        """The translation that the rules alone give."""
        rule = self.rule_for(domain, name)
        return None if rule is None else self.apply(rule, name)

    def apply(self, rule, name):
        """The name after a rule that matches it."""
        if rule.row.status != "renamed":
            return name
        if rule.is_constant:
            return rule.new_head
        return rule.new_head + self.inside(rule.middle(name)) + rule.new_tail

    def _by_rule(self, domain, name):
        rule = self.rule_for(domain, name)
        listed = self._tables.listed.get((domain, name))
        if rule is None:
            return None if listed is None else Translation(listed, self.inside(name))
        if listed is None:
            return Translation(rule.row, self.apply(rule, name), known=False)
        return Translation(rule.row, self.apply(rule, name), listed.evidence, listed.kind)

    def inside(self, text, back=False):
        """The text with the words of CUDA in it replaced; they may stand anywhere."""
        pattern, new = self._words[back]
        return pattern.sub(lambda match: new[match.group()], text)

    def _undo(self, rule, name):
        if rule.is_constant or rule.row.status != "renamed":
            return None
        if len(name) <= len(rule.new_head) + len(rule.new_tail):
            return None
        if not (name.startswith(rule.new_head) and name.endswith(rule.new_tail)):
            return None
        middle = name[len(rule.new_head) : len(name) - len(rule.new_tail)]
        return rule.head + self.inside(middle, back=True) + rule.tail

    def _qualified(self, name):
        lead = _SEPARATOR if name.startswith(_SEPARATOR) else ""
        parts = name[len(lead) :].split(_SEPARATOR)
        for count in range(len(parts), 0, -1):
            beginning = _SEPARATOR.join(parts[:count])
            row = self._rows.get(("qualified", beginning))
            if row is not None:
                return self._behind(row, lead, parts[count:])
            if self.rule_for("qualified", beginning) is not None:
                # A rule decides about the whole name: cute::SM80_CP_ASYNC::copy.
                result = self._by_rule("qualified", _SEPARATOR.join(parts))
                result.musa = lead + result.musa
                return result
        # A class or an enumeration of CUDA, or a free name behind a leading `::`.
        first = self.translate(parts[0])
        if first is not None:
            first.musa = lead + _SEPARATOR.join([first.musa] + parts[1:])
        return first

    def _behind(self, row, lead, rest):
        """A name whose beginning has a row: each component behind it is looked up by itself."""
        new = [row.musa] + [self._component(row, part) for part in rest]
        result = Translation(row, lead + _SEPARATOR.join(new))
        if row.status != "renamed" and new[1:] != rest:
            result.status, result.evidence = "renamed", "rule"
        return None if result.status == "open" else result

    def _qualified_sources(self, name):
        lead = _SEPARATOR if name.startswith(_SEPARATOR) else ""
        parts = name[len(lead) :].split(_SEPARATOR)
        for count in range(len(parts), 0, -1):
            beginning = _SEPARATOR.join(parts[:count])
            scopes = list(self._sources.get(("qualified", beginning), ()))
            if not scopes and count == 1 and ("qualified", beginning) in self._rows:
                scopes = [beginning]
            found = [self._scope_source(scope, parts[count:]) for scope in scopes]
            if scopes:
                return [lead + cuda for cuda in found if self._comes_out(cuda, name[len(lead) :])]
        rest = _SEPARATOR.join([""] + parts[1:])
        return [lead + cuda + rest for cuda in self.sources(parts[0])]

    def _comes_out(self, cuda, name):
        translation = self._qualified(cuda)
        renamed = translation is not None and translation.status == "renamed"
        return renamed and translation.musa == name

    def _scope_source(self, scope, rest):
        row = self._rows["qualified", scope]
        if row.kind != "namespace":
            return _SEPARATOR.join([scope] + rest)
        parts = [scope]
        for part in rest:
            sources = self.sources(part)
            is_aten = row.library == "aten" and row.status == "renamed"
            restored = self.inside(part, back=True) if is_aten else part
            parts.append(sources[0] if sources else restored)
        return _SEPARATOR.join(parts)

    def _component(self, row, part):
        if row.kind != "namespace" or row.status == "unsupported":
            return part
        translation = self.translate(part)
        if translation is not None:
            return translation.musa
        # ATen's own names have the word CUDA in them everywhere.
        return self.inside(part) if row.library == "aten" and row.status == "renamed" else part


def _pattern(pairs):
    """An expression that finds the words (the longest at each place), and the replacement of each."""
    if not pairs:
        return re.compile("(?!)"), {}
    new = dict(pairs)
    return re.compile("|".join(map(re.escape, new))), new
