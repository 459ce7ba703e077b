"""What the engine says it did: the edits of its manifest, the findings of its report."""

import bisect
import re

_ESCAPE = re.compile(rb"%([0-9a-f]{2})")


class Edit:
    """A range of the input and what it became."""

    __slots__ = ("begin", "end", "old", "new")

    def __init__(self, begin, old, new):
        self.begin, self.end, self.old, self.new = begin, begin + len(old), old, new


def _unescaped(text):
    return _ESCAPE.sub(lambda match: bytes([int(match.group(1), 16)]), text)


def changes(manifest):
    """By input path: the output path and (begin in the output, length, what stood there)."""
    found = {}
    current = None
    for line in manifest.split(b"\n"):
        fields = line.split(b"\t")
        if fields[0] == b"file":
            current = []
            found[_unescaped(fields[2]).decode("utf-8", "surrogateescape")] = (
                _unescaped(fields[1]).decode("utf-8", "surrogateescape"),
                current,
            )
        elif fields[0] == b"edit":
            current.append((int(fields[1]), int(fields[2]), _unescaped(fields[3])))
    return found


def edits(changed, output):
    """The edits of a file, and the input that taking them back gives."""
    back, result, at, grown = [], [], 0, 0
    for begin, length, old in changed:
        back += [output[at:begin], old]
        at = begin + length
        result.append(Edit(begin - grown, old, output[begin:at]))
        grown += length - len(old)
    back.append(output[at:])
    return result, b"".join(back)


class Findings:
    """The findings of one file, asked by place."""

    def __init__(self, findings, data):
        starts = [0]
        for match in re.finditer(b"\n", data):
            starts.append(match.end())
        self._starts = starts
        self._by_line = {}
        self._ranges = []
        for finding in findings:
            self._by_line.setdefault(finding["line"], []).append(finding)
            begin = starts[finding["line"] - 1] + finding["column"] - 1
            self._ranges.append((begin, begin + finding["length"], finding["code"]))

    def line(self, place):
        """The line of a place, from 1."""
        return bisect.bisect_right(self._starts, place)

    def codes_on_line(self, place):
        """The codes of the findings on the line of a place."""
        return {finding["code"] for finding in self._by_line.get(self.line(place), ())}

    def names(self, place, name):
        """True when the line of the place has a finding about the name."""
        on_line = self._by_line.get(self.line(place), ())
        return any(finding.get("name") == name for finding in on_line)

    def covering(self, begin, end):
        """The codes of the findings whose range the given one lies in."""
        return {code for first, last, code in self._ranges if first <= begin and end <= last}
