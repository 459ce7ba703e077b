"""A C++ source as code, comments and literals, found by one regular expression.

Line splices are removed first, as a compiler does, and every place is mapped back to the file. (In
raw strings splices are text; that shifts nothing, for places there are not asked for.)
"""

import bisect
import re

# The first that matches at a place wins; what none matches is code.
_PIECES = re.compile(
    rb"""
    (?P<include> ^[ \t]*\#[ \t]*(?:include|include_next|import)\b[ \t]*(?:<[^>\n]*>|"[^"\n]*")
               | \b__has_include(?:_next)?[ \t]*\([ \t]*(?:<[^>\n]*>|"[^"\n]*") )
  | (?P<message> ^[ \t]*\#[ \t]*(?:error|warning)\b[^\n]* )
  | (?P<comment> /\*.*?(?:\*/|\Z) | //[^\n]* )
  | (?P<string> (?<![A-Za-z0-9_$])(?:u8|u|U|L)?R"(?P<mark>[^ ()\\\t\v\f\n]{0,16})\(.*?(?:\)(?P=mark)"|\Z)
              | "(?:[^"\\\n]|\\.)*"? )
  | \b\d[\w.]*(?:'\w+)+
  | (?P<character> '(?:[^'\\\n]|\\.)*'? )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_SPLICE = re.compile(rb"\\\r?\n")
_HEADER = re.compile(rb'[<"]([^<>"\n]*)[>"]$')
_LONE_RETURN = re.compile(rb"\r(?!\n)")


class Source:
    """One file: `code` has blanks for all that is no code; `spans` say what was there."""

    def __init__(self, data):
        self.data = data
        spliced = _LONE_RETURN.sub(b"\n", data)
        self._splices = [match.span() for match in _SPLICE.finditer(spliced)]
        self.text = _SPLICE.sub(b"", spliced) if self._splices else spliced
        self._places = self._spliced_places()
        self.spans = []  # (begin, end, kind), in the text without splices
        self.headers = []  # (begin, end, path)
        self.code = _PIECES.sub(self._blank, self.text)

    def _blank(self, match):
        kind = match.lastgroup
        if kind is None:
            return match.group()
        if kind == "mark":
            kind = "string"
        begin, end = match.span()
        if kind == "include":
            path = _HEADER.search(match.group())
            self.headers.append((begin + path.start(1), begin + path.end(1), path.group(1)))
            begin += path.start()
        self.spans.append((begin, end, kind))
        kept = match.group()[: begin - match.start()]
        return kept + re.sub(rb"[^\n]", b" ", self.text[begin:end])

    def _spliced_places(self):
        removed, places, totals = 0, [], [0]
        for begin, end in self._splices:
            places.append(begin - removed)
            removed += end - begin
            totals.append(removed)
        return places, totals

    def place(self, at):
        """The place in the file of a place in the text without splices."""
        places, totals = self._places
        return at + totals[bisect.bisect_right(places, at)]

    def place_without_splices(self, at):
        """The way back."""
        before = bisect.bisect_left(self._splices, (at, at))
        return at - self._places[1][before]

    def kind_at(self, begin, end):
        """The kind of what a range (without splices) touches: code, include, comment, string ..."""
        at = bisect.bisect_right(self.spans, (begin, len(self.text) + 1, ""))
        for span in self.spans[max(0, at - 1) : at + 1]:
            if span[0] < end and begin < span[1]:
                return span[2]
        return "code"
