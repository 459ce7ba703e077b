"""The checks of one file: what was edited, and what was left."""

import re
from typing import List, NamedTuple

from . import looks

# `$` and bytes from 0x80 on belong to identifiers.
_NAME = rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"
_WORD = re.compile(_NAME)
_CHAIN = re.compile(rb"(?<![\w.$\x80-\xff])(?<!->)" + _NAME + rb"(?:\s*::\s*" + _NAME + rb")+")
_ASM = re.compile(rb"(?<![\w.])(?:asm|__asm|__asm__)\b")
# int x asm("y"); void f() asm("g"); the name of a symbol.
_BEFORE_LABEL = re.compile(rb"(?:[\])]|(?<!\belse)(?<!\bdo)(?<=\w))\s*\Z")
_LABEL = re.compile(rb'\s*\(\s*(?:"[^"\s;:%{]*"\s*)+\)')
_MEMBER = re.compile(rb"(?:\.|->)\s*\Z")
_SCOPED = re.compile(rb"[\w>]\s*::\s*\Z")
# A comparison or a sum, on either side of a macro (with arguments) and parentheses around it.
_OPERATOR = rb"(?:[<>=!]=|(?<![<-])[<>](?![<>])|[-+*/%](?![>=]))"
_NUMBER_BEFORE = re.compile(_OPERATOR + rb"[ \t(]*\Z")
_NUMBER_BEHIND = re.compile(rb"(?:[ \t]*\([^()\n]*\))?[ \t)]*" + _OPERATOR)
# Behind a macro's name and its parameters; in parentheses or without.
_NEXT_WORD = re.compile(rb"(?:\([\w, ]*\))?(?:[ \t]|\\\n)+\(?(\w+)")
_DEFINED = re.compile(rb"#[ \t]*(?:undef|define)[ \t]+\Z")
_CUTLASS = re.compile(rb"CUTLASS_|CUTE_")
_IDENTIFIER_BYTE = re.compile(rb"[\w$\x80-\xff]")
# Findings about a whole range of text that is left as it is.
RANGES = {"other-vendor", "already-musa", "excluded", "encoding"}
# Of these, those about a whole file.
WHOLE = {"already-musa", "encoding"}
_GUARDS = {"arch-guard", "arch-guard-left", "version-guard"}


class Violation(NamedTuple):
    """One place where a statement does not hold."""

    path: str
    line: int
    check: str
    text: str


class FileCheck:
    """One file with its edits and findings."""

    def __init__(self, path, source, edits, findings, judge):
        self.path, self.source, self.findings, self.judge = path, source, findings, judge
        self.edits = edits
        self.violations: List[Violation] = []
        self.counts = {"edits": len(edits), "left": 0, "guards": 0, "asm": 0, "translated": 0}
        self._edited = {}  # by the place without splices
        for edit in edits:
            self._edited[source.place_without_splices(edit.begin)] = edit

    def run(self, own, whole_left):
        """All checks; `own` are names of the project, `whole_left` that the file stays as it is."""
        for edit in self.edits:
            self._edit(edit)
        if whole_left:
            return
        self._words(own)
        self._chains(own)
        self._asm()
        self._headers(own)

    def _add(self, check, place, text):
        shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        self.violations.append(Violation(self.path, self.findings.line(place), check, shown))

    def _edit(self, edit):
        source = self.source
        begin = source.place_without_splices(edit.begin)
        end = source.place_without_splices(edit.end)
        kind = source.kind_at(begin, end)
        if kind in ("comment", "string", "character", "message"):
            self._add(f"edit in a {kind}", edit.begin, edit.old)
        text = source.text
        for at in (begin, end):
            outside = text[at - 1 : at], text[at : at + 1]
            if kind == "code" and all(map(_IDENTIFIER_BYTE.match, outside)):
                self._add("edit in a longer identifier", edit.begin, edit.old)
        words = _WORD.findall(edit.new) if kind == "code" else ()
        if any(self.judge.kind(word) in ("table", "guard") for word in words):
            self._add("edit to a name of CUDA", edit.begin, edit.old + b" -> " + edit.new)

    def _is_reported(self, begin, end, name):
        place = self.source.place(begin)
        if self.findings.names(place, name):
            return True
        return bool(self.findings.covering(place, self.source.place(end - 1) + 1))

    def _words(self, own):
        code, kind_of = self.source.code, self.judge.kind
        interesting = {word for word in set(_WORD.findall(code)) if kind_of(word)}
        if not interesting:
            return
        for match in _WORD.finditer(code):
            word = match.group()
            if word in interesting and match.start() not in self._edited:
                self._left(match, kind_of(word), own)
            elif word in interesting:
                self._translated(match, word, own)

    def _translated(self, match, word, own):
        edit = self._edited[match.start()]
        self.counts["translated"] += 1
        if self.judge.kind(word) == "guard":
            self._guard(match, word, own)
        found = looks.translation(word.decode())
        plain = found is not None and found.status == "renamed" and found.known
        same = plain and edit.new == found.musa.encode()
        around = self.source.code[max(0, match.start() - 80) : match.end() + 80]
        if plain and not same and b"::" not in around:
            self._add("another name than the table's", edit.begin, edit.old + b" -> " + edit.new)

    def _left(self, match, kind, own):
        word = match.group()
        before = self.source.code[max(0, match.start() - 80) : match.start()]
        self.counts["left"] += 1
        if kind == "guard" and not _DEFINED.search(before):
            self._guard(match, word, own)
        if kind == "guard":
            return
        if self._is_reported(match.start(), match.end(), word.decode()):
            return
        member, scoped = _MEMBER.search(before), _SCOPED.search(before)
        found = looks.translation(word.decode())
        if found and _DEFINED.search(before):
            behind = _NEXT_WORD.match(self.source.code, match.end())
            if behind and behind.group(1) == found.musa.encode():
                return  # the program gives the name to MUSA's
        library = found.library if found else "cutlass" if _CUTLASS.match(word) else ""
        if library in own.libraries:
            return
        if (kind != "table" or library == "aten") and (word in own or member or scoped):
            return
        check = "name of a table left" if kind == "table" else "CUDA-looking name left"
        self._add(check, self.source.place(match.start()), word)

    def _guard(self, match, word, own):
        code = self.source.code
        before = code[max(0, match.start() - 80) : match.start()]
        compared = _NUMBER_BEFORE.search(before) or _NUMBER_BEHIND.match(code, match.end())
        # One that was translated is a guard on a number only beside one.
        if not compared and (match.start() in self._edited or word in own.macros):
            return
        place = self.source.place(match.start())
        self.counts["guards"] += 1
        codes = self.findings.codes_on_line(place)
        if codes & _GUARDS or self._is_reported(match.start(), match.end(), word.decode()):
            return
        self._add("guard not reported", place, word)

    def _chains(self, own):
        for match in _CHAIN.finditer(self.source.code):
            name = re.sub(rb"\s", b"", match.group()).decode("latin-1")
            found = looks.translation(name, "qualified")
            if found is None or not found.known or found.status == "kept" or found.musa == name:
                continue
            first = match.group().split(b"::")[0].strip()
            if first in own and (self.judge.kind(first) != "table" or found.library == "aten"):
                continue
            words = _WORD.finditer(self.source.code, match.start(), match.end())
            if any(word.start() in self._edited for word in words):
                continue
            if found.library in own.libraries:
                continue
            if self._is_reported(match.start(), match.end(), name):
                continue
            self._add("qualified name left", self.source.place(match.start()), name)

    def _asm(self):
        for match in _ASM.finditer(self.source.code):
            place = self.source.place(match.start())
            before = self.source.text[max(0, match.start() - 64) : match.start()]
            if _BEFORE_LABEL.search(before) and _LABEL.match(self.source.text, match.end()):
                continue
            self.counts["asm"] += 1
            on_line = self.findings.codes_on_line(place)
            if "inline-asm" in on_line or self.findings.covering(place, place + 1) & RANGES:
                continue
            self._add("asm not reported", place, match.group())

    def _headers(self, own):
        for begin, end, path in self.source.headers:
            name = path.decode("utf-8", "replace")
            found = looks.translation(name, "header")
            if found is None or found.status == "kept" or begin in self._edited:
                continue
            file_name = name.rsplit("/", 1)[-1]
            is_own = any(
                ("/" + other).endswith("/" + name.lstrip("./")) for other in own.files[file_name]
            )
            if not is_own and not self._is_reported(begin, end, name):
                self._add("header left", self.source.place(begin), path)
