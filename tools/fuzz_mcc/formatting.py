"""Formats a text oddly: line breaks, comments with brackets in them, and line splices between its tokens."""

import re

TOKEN = re.compile(
    r"""
    (?P<directive>(?:(?<=\n)|^)[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<raw>R"(?P<tag>\w*)\((?:.|\n)*?\)(?P=tag)")
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<line>//[^\n]*)
  | (?P<block>/\*(?:.|\n)*?\*/)
  | (?P<space>\s+)
  | (?P<word>0[xX]\w+(?:p[-+]\w+) | 0[xXbB][\w']+ | \d[\w']*(?:\.\d*f?)? | \w+)
  | (?P<character>'(?:[^'\\\n]|\\.)+')
  | (?P<operator><<<|>>>|<<=|>>=|\.\.\.|->\*|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
    """,
    re.VERBOSE,
)
GAPS = (
    *["\n"] * 4,
    *["  "] * 2,
    "\t",
    "\n\n    ",
    " \\\n ",
    " /* } */ ",
    " /* <<< { */ ",
    " // { ( <\n",
    " // } >>> ;\n",
)


def tokens(text):
    """Pairs of a token's kind and its text."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def oddly(text, rng, rate):
    """The same program; about `rate` of the gaps between its tokens are others."""
    result = []
    pairs = [
        ("raw" if kind == "tag" else kind, token) for kind, token in tokens(text)
    ]  # a raw string's last group is its tag
    for at, (kind, token) in enumerate(pairs):
        following = pairs[at + 1][0] if at + 1 < len(pairs) else "directive"
        fixed = kind in ("directive", "line") or following == "directive"
        if kind == "space" and fixed:
            result.append(token)
            continue
        before_fixed = at > 0 and pairs[at - 1][0] in ("directive", "line")
        if kind == "space":
            keep = before_fixed or rng.random() >= rate
            result.append(token if keep else rng.choice(GAPS))
            continue
        result.append(token)
        glued = kind in ("raw", "string", "character") or following in ("raw", "string")
        if not fixed and following != "space" and not glued and rng.random() < rate / 3:
            result.append(rng.choice(GAPS))
    return "".join(result)
