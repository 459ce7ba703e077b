"""Writes the C++ tables of names from data/, with perfect hashes; the build runs it.

python names/generate.py DATA_FOLDER OUTPUT.cpp
"""

import importlib.util
import os
import re
import sys

from cpp_text import Pool, array, filter_array, letters_array, packed, pool_text
from perfect_hash import PerfectHash, entry_place, pair_place, rule_place

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(os.path.dirname(HERE), "src", "torchada", "_names")
CLASS_BITS = {"U": 1, "L": 2, "D": 4, "_": 8}
# Behind the statuses of names.h: table::open_status.
STATUS_NUMBERS = {"renamed": 0, "kept": 1, "unsupported": 2, "open": 3}

# What names/include/torchada/names/word_filter.h is about.
WORD_DOMAINS = ("identifier", "qualified", "member")
COMMON_PAIR = re.compile("cu|nv|ncc", re.IGNORECASE)


def load_package():
    """The package torchada._names, without importing torchada, which would start activation."""
    path = os.path.join(PACKAGE, "__init__.py")
    spec = importlib.util.spec_from_file_location(
        "torchada_names", path, submodule_search_locations=[PACKAGE]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["torchada_names"] = module
    spec.loader.exec_module(module)
    return module


def load(data):
    """The modules `tables` and `checks`, and the checked tables."""
    load_package()
    tables = importlib.import_module("torchada_names.tables")
    checks = importlib.import_module("torchada_names.checks")
    found = tables.read(data)
    checks.check(found)
    return tables, found


class Notes:
    """Pairs of `why` and `instead`; the first is empty."""

    def __init__(self, pool):
        self._pool, self.rows, self._numbers = pool, [], {}
        self.add("", "")

    def add(self, why, instead):
        key = (why, instead)
        if key not in self._numbers:
            self._numbers[key] = len(self.rows)
            self.rows.append("{%s, %s}" % (self._pool.add(why), self._pool.add(instead)))
        return self._numbers[key]


class Generator:
    """Builds the arrays of names/src/table.h."""

    def __init__(self, tables, found):
        self.tables, self.found = tables, found
        self.pool = Pool()
        self.notes = Notes(self.pool)
        translator = sys.modules["torchada_names.translator"]
        self.translator = translator.Translator(found)
        self.rules = self._ordered_rules()

    def _ordered_rules(self):
        """Identifiers' rules by their first four characters, those with short heads, the others."""
        rules = [rule for rule in self.found.rules if rule.domain == "identifier"]
        self.bucketed = sorted(
            (rule for rule in rules if len(rule.head) >= 4), key=lambda rule: rule.head[:4]
        )
        self.short = [rule for rule in rules if len(rule.head) < 4]
        others = [rule for rule in self.found.rules if rule.domain != "identifier"]
        return self.bucketed + self.short + others

    def entries(self):
        """Rows first, then names in lists; and first components that open longer names."""
        rows = list(self.found.rows)
        known = {row.cuda for row in rows if row.domain == "qualified"}
        for name in sorted({row.cuda.split("::")[0] for row in rows if "::" in row.cuda} - known):
            rows.append(
                self.tables.Row("qualified", name, name, "open", "rule", "aten", "", "", "")
            )
        return rows + [self.found.listed[key] for key in sorted(self.found.listed)]

    def entry(self, row):
        rule, source, musa = 0, "row", row.musa
        if row.musa == "":
            found = self.translator.rule_for(row.domain, row.cuda)
            source = "words" if found is None else "rule"
            rule = 0 if found is None else self.rules.index(found)
        note_row = self.rules[rule].row if source == "rule" else row
        return "{%s, %s, %d, %d, Domain::%s, Source::%s, %s, %d}" % (
            self.pool.add(row.cuda),
            self.pool.add(musa),
            rule,
            self.notes.add(note_row.why, note_row.instead),
            row.domain,
            source,
            self._numbers(row, STATUS_NUMBERS[note_row.status]),
            self.tables.EVIDENCES.index(row.evidence),
        )

    def _numbers(self, row, status):
        kind = self.kind_number(row.kind)
        return f"{kind}, {self.tables.LIBRARIES.index(row.library)}, {status}"

    def kind_number(self, kind):
        return self.tables.KIND_ORDER.index(kind)

    def rule(self, rule):
        return "{%s, %s, %s, %s, %d, Domain::%s, %d, %s, %s}" % (
            self.pool.add(rule.head),
            self.pool.add(rule.tail),
            self.pool.add(rule.new_head),
            self.pool.add(rule.new_tail),
            self.notes.add(rule.row.why, rule.row.instead),
            rule.domain,
            sum(CLASS_BITS[letter] for letter in rule.classes),
            "true" if rule.is_constant else "false",
            self._numbers(rule.row, STATUS_NUMBERS[rule.row.status]),
        )

    def rule_buckets(self):
        """An open hash from four characters to a range of rules."""
        groups = {}
        for number, rule in enumerate(self.bucketed):
            groups.setdefault(rule.head[:4], []).append(number)
        size = 1
        while size < 4 * len(groups):
            size *= 2
        table = [None] * size
        for key, numbers in sorted(groups.items()):
            place = rule_place(key)
            while table[place & (size - 1)] is not None:
                place += 1
            table[place & (size - 1)] = (key, numbers[0], len(numbers))
        return table

    def targets(self, entries):
        """Rows by MUSA name: {(domain, name): numbers of entries}."""
        found = {}
        for number, row in enumerate(entries):
            if row.status == "renamed" and row.musa:
                found.setdefault((row.domain, row.musa), []).append(number)
        return found

    def filters(self, entries):
        """The filters of identifiers: (bits, name, places)."""
        names = [row.cuda for row in entries if row.domain == "identifier"]
        musa = {pair_place(self.translator.translate(name).musa) for name in names}
        musa |= {pair_place(rule.new_head) for rule in self.bucketed + self.short}
        return (
            (65536, "entry_filter", {entry_place(name) for name in names}),
            (4096, "rule_filter", {rule_place(rule.head) for rule in self.bucketed}),
            (4096, "short_filter", {pair_place(rule.head) for rule in self.short}),
            (4096, "musa_filter", musa),
        )


def _index(name, keys, domains):
    perfect = PerfectHash([(domains.index(domain), text) for domain, text in keys])
    slots = ["{%d, %d}" % (slot or (0, 0)) for slot in perfect.slots]
    return "\n".join(
        [
            packed("std::uint16_t", f"{name}_pilots", perfect.pilots),
            packed("Slot", f"{name}_slots", slots),
            f"const Index {name} = {{{name}_pilots, {perfect.buckets - 1}, "
            f"{name}_slots, {perfect.size - 1}}};",
        ]
    )


def source(tables, found):
    """The text of the C++ file."""
    generator = Generator(tables, found)
    entries = generator.entries()
    if len(entries) > 0xFFFF:
        raise SystemExit(f"names/generate.py: {len(entries)} names are too many for 16 bits")
    targets = generator.targets(entries)
    parts = [
        array("Entry", "entries", [generator.entry(row) for row in entries]),
        *_odd_entries(entries),
        *_rules(generator),
        *_words(generator, found.words),
        _index("forward", [(row.domain, row.cuda) for row in entries], tables.DOMAINS),
        _index("backward", list(targets), tables.DOMAINS),
        *_targets(generator, targets),
        *(filter_array(*each) for each in generator.filters(entries)),
        # Last: the others add their texts to them.
        array("Note", "notes", generator.notes.rows),
        pool_text(generator.pool.text),
    ]
    head = '// GENERATED BY names/generate.py FROM data/. DO NOT EDIT.\n#include "table.h"\n'
    body = "\n\n".join(parts)
    return f"{head}\nnamespace torchada::names::table {{\n\n{body}\n\n}}  // namespace\n"


def _odd_entries(entries):
    words = [
        number
        for number, row in enumerate(entries)
        if row.domain in WORD_DOMAINS and not COMMON_PAIR.search(row.cuda)
    ]
    return [
        packed("std::uint16_t", "odd_entries", words),
        f"const std::uint16_t odd_entry_count = {len(words)};",
    ]


def _rules(generator):
    buckets = generator.rule_buckets()
    short_first = len(generator.bucketed)
    rows = ["{{%s}, %d, %d}" % _bucket(bucket) for bucket in buckets]
    return [
        array("Rule", "rules", [generator.rule(rule) for rule in generator.rules]),
        f"const std::uint16_t rule_count = {len(generator.rules)};",
        array("RuleBucket", "rule_buckets", rows),
        f"const std::uint16_t rule_bucket_mask = {len(buckets) - 1};",
        f"const std::uint16_t short_rules_first = {short_first};",
        f"const std::uint16_t short_rules_end = {short_first + len(generator.short)};",
    ]


def _words(generator, words):
    add = generator.pool.add
    return [
        array("Word", "words", ["{%s, %s}" % (add(old), add(new)) for old, new in words]),
        f"const std::uint16_t word_count = {len(words)};",
        letters_array("begins_cuda_word", {old[0] for old, _ in words}),
        letters_array("begins_musa_word", {new[0] for _, new in words}),
    ]


def _targets(generator, targets):
    rows, sources = [], []
    for (domain, name), numbers in targets.items():
        text = generator.pool.add(name)
        rows.append("{%s, %d, %d, Domain::%s}" % (text, len(sources), len(numbers), domain))
        sources += numbers
    return [array("Target", "targets", rows), packed("std::uint16_t", "sources", sources)]


def _bucket(bucket):
    if bucket is None:
        return "0, 0, 0, 0", 0, 0
    key, first, count = bucket
    return ", ".join(f"'{letter}'" for letter in key), first, count


def main(arguments):
    data, output = arguments
    tables, found = load(data)
    with open(output, "w", encoding="ascii") as file:
        file.write(source(tables, found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
