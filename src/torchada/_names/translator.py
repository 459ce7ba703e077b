"""Looks names up in the tables, as the C++ library does; tests hold the two against each other."""

_SEPARATOR = "::"


class Translation:
    """What became of a name."""

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
        self._rules = {}
        for rule in tables.rules:
            self._rules.setdefault(rule.domain, []).append(rule)
        self._sources = {}
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
        """The CUDA names of a MUSA name; several where they share it."""
        found = list(self._sources.get((domain, name), ()))
        for rule in self._rules.get(domain, ()):
            if rule.row.status == "renamed" and not rule.is_constant:
                cuda = self._undo(rule, name)
                translation = cuda and self.translate(cuda, domain)
                if translation and translation.musa == name and cuda not in found:
                    found.append(cuda)
        return found

    def rule_for(self, domain, name):
        """The rule that translates the name, rows left aside."""
        for rule in self._rules.get(domain, ()):
            if rule.matches(name):
                return rule
        return None

    def by_rule(self, domain, name):
        """What the rules alone make of a name."""
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
        parts, position = [], 0
        while position < len(text):
            for cuda, musa in self._tables.words:
                old, new = (musa, cuda) if back else (cuda, musa)
                if text.startswith(old, position):
                    parts.append(new)
                    position += len(old)
                    break
            else:
                parts.append(text[position])
                position += 1
        return "".join(parts)

    def _undo(self, rule, name):
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
            row = self._rows.get(("qualified", _SEPARATOR.join(parts[:count])))
            if row is not None:
                return self._behind(row, lead, parts[count:])
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

    def _component(self, row, part):
        if row.kind != "namespace" or row.status == "unsupported":
            return part
        translation = self.translate(part)
        if translation is not None:
            return translation.musa
        # ATen's own names have the word CUDA in them everywhere.
        return self.inside(part) if row.library == "aten" and row.status == "renamed" else part
