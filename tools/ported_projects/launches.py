"""Rewrites what of MUSA's language a C++ compiler cannot parse; every line keeps its number.

A launch `kernel<<<grid, block>>>(args)` becomes `kernel(args), ::musasim::check_launch(grid, block)`,
and an `extern __shared__` array of unknown size becomes a static one of one element: a C++ compiler takes
all of them in one translation unit for the same array. `__noinline__` cannot be a macro, since the
standard library has it in its attributes.
"""

import re

_TOKEN = re.compile(
    r"""//(?:\\\n|[^\n])*|/\*.*?\*/                      # comments
      |R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)"   # raw strings
      |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'
      |<<<|>>>|[()\[\]{};]|[A-Za-z_]\w*|\d(?:'?[\w.])*""",
    re.VERBOSE | re.DOTALL,
)
_OPENING, _CLOSING = "([{", ")]}"
_PARTNERS = {"<<<": ">>>", "(": ")"}


def rewrite(text: str) -> str:
    """The text with launches and dynamic shared arrays as C++ has them."""
    if not any(word in text for word in ("<<<", "__shared__", "__noinline__")):
        return text
    edits = []
    tokens = [match for match in _TOKEN.finditer(text) if not _is_comment(match.group())]
    for index, token in enumerate(tokens):
        if token.group() == "<<<":
            edits += _launch(text, tokens, index)
        elif token.group() == "extern":
            edits += _shared_array(tokens, index)
        elif token.group() == "__noinline__" and tokens[index - 1].group() != "(":
            edits.append((token.start(), token.end(), "__attribute__((noinline))"))
    return _applied(text, edits)


def _is_comment(token):
    return token.startswith(("//", "/*"))


def _launch(text, tokens, start):
    """The edits of a launch: its configuration moves behind its arguments."""
    end = _partner(tokens, start)
    if end is None or end + 1 >= len(tokens) or tokens[end + 1].group() != "(":
        return []
    last = _partner(tokens, end + 1)
    if last is None:
        return []
    configuration = text[tokens[start].end() : tokens[end].start()]
    call = f", ::musasim::check_launch({_on_one_line(configuration)})"
    return [
        (tokens[start].start(), tokens[end].end(), _lines_of(configuration)),
        (tokens[last].end(), tokens[last].end(), call),
    ]


def _partner(tokens, start):
    """The index of the token that closes the one at start."""
    wanted, depth = _PARTNERS[tokens[start].group()], 0
    for index in range(start + 1, len(tokens)):
        token = tokens[index].group()
        if depth == 0 and token == wanted:
            return index
        depth += (token in _OPENING) - (token in _CLOSING)
        if depth < 0:
            return None
    return None


def _on_one_line(text):
    text = _TOKEN.sub(lambda match: " " if _is_comment(match.group()) else match.group(), text)
    return " ".join(text.replace("\\\n", " ").split())


def _lines_of(text):
    """The ends of the text's lines, with the backslashes before them."""
    return "".join(re.findall(r"\\?\n", text)) or " "


def _shared_array(tokens, start):
    """The edits of `extern __shared__ T name[];`."""
    statement = []
    for token in tokens[start:]:
        if token.group() in (";", "{"):
            break
        statement.append(token)
    words = [token.group() for token in statement]
    if "__shared__" not in words:
        return []
    edits = [(statement[0].start(), statement[0].end(), "static")]
    for before, after in zip(statement, statement[1:]):
        if before.group() == "[" and after.group() == "]":
            edits.append((before.end(), after.start(), "1"))
            break
    return edits


def _applied(text, edits):
    parts, place = [], 0
    for begin, end, new in sorted(edits):
        if begin < place:
            continue
        parts += [text[place:begin], new]
        place = end
    return "".join(parts) + text[place:]
