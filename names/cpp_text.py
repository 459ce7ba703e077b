"""How values are written as C++: arrays, a filter, one string for all texts."""

from perfect_hash import filter_words


class Pool:
    """One string with every text in it, each once."""

    def __init__(self):
        self.text, self._places = "", {}

    def add(self, text):
        if text not in self._places:
            place = self.text.find(text) if len(text) < 40 and len(self.text) < 20000 else -1
            if place < 0:
                place = len(self.text)
                self.text += text
            self._places[text] = place
        return "{%d, %d}" % (self._places[text], len(text))


def array(kind, name, values):
    """An array with a line for each value."""
    lines = [f"const {kind} {name}[] = {{"]
    lines += [f"    {value}," for value in values] or ["    {},"]
    return "\n".join(lines + ["};"])


def packed(kind, name, values):
    """An array with many values on a line."""
    lines, line = [f"const {kind} {name}[] = {{"], "   "
    for value in values:
        if len(line) > 90:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return "\n".join(lines + [line, "};"])


def filter_array(bits, name, places):
    """A Filter of so many bits."""
    words = [f"{word:#x}" for word in filter_words(places, bits)]
    return packed(f"Filter<{bits}>", name, words).replace("[] = {", " = {{").replace("};", "}};")


def letters_array(name, letters):
    """For each character whether it is one of the letters."""
    return packed("bool", name, ["true" if chr(i) in letters else "false" for i in range(128)])


def pool_text(text):
    """The string of a Pool."""
    parts = [text[i : i + 90] for i in range(0, len(text), 90)]
    quoted = "\n".join(
        '    "%s"' % part.replace("\\", "\\\\").replace('"', '\\"') for part in parts
    )
    return f"const char pool[] =\n{quoted};"
