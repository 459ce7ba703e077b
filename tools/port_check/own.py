"""Which names a project defines itself, by rules on text that share nothing with the engine's.

A name is the project's own when somewhere in its code, comments and strings aside,

* `#define NAME` defines it, or a build script passes `-DNAME`, `option(NAME` or `("NAME", ...)`;
* `struct`, `class`, `union`, `enum`, `namespace` or `concept` comes before it, and `{`, `:`, `;`,
  `<` or `final` behind it; or `using NAME =`; or it ends a `typedef`;
* a type comes before it and what a declaration goes on with behind it: `int NAME(`, `T* NAME =`;
* it is an enumerator, or a parameter of a template or of a macro.
"""

import re

_WORD = rb"[A-Za-z_]\w*"
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(" + _WORD + rb")(?:\(([\w, .\t]*)\))?", re.M)
_TYPE = re.compile(
    rb"\b(?:struct|class|union|enum|namespace|concept)\s+(?:"
    + _WORD
    + rb"(?:\([^()]*\))?\s+){0,3}?(?:"
    + _WORD
    + rb"\s*::\s*)*("
    + _WORD
    + rb")\s*(?=[{:;<]|final\b)"
)
_NESTED = re.compile(rb"\bnamespace\s+(" + _WORD + rb"(?:\s*::\s*" + _WORD + rb")+)")
_USING = re.compile(rb"\busing\s+(" + _WORD + rb")\s*=")
_TYPEDEF = re.compile(rb"\btypedef\b[^;]*?(" + _WORD + rb")\s*(?:\([^;]*\)|\[[^;\]]*\])?\s*;")
_TYPEDEF_FUNCTION = re.compile(rb"\btypedef\b[^;]*?\(\s*\*\s*(" + _WORD + rb")\s*\)")
_PARAMETER = re.compile(rb"\b(?:typename|class)\s*(?:\.\.\.)?\s*(" + _WORD + rb")\s*(?=[,>=])")
# A lookahead, so that in `A B C(` both A B and B C are seen.
_DECLARATOR = re.compile(
    rb"(?=(?:^|[^\w.>])("
    + _WORD
    + rb")(?:\s*<[^;{}()]*>)?(?:\s+|\s*[*&]+\s*(?:const\s+|__restrict__\s+|__restrict\s+)?)(?:"
    + _WORD
    + rb"(?:<[^;{}()]*>)?::)*("
    + _WORD
    + rb")\s*(?:[(=;,)\[{]|:[^:]))"
)
_NO_TYPES = frozenset(
    b"return else case new delete throw goto sizeof co_return co_await co_yield not and or define if "
    b"ifdef ifndef elif defined undef while for switch do using typename operator alignof decltype "
    b"public private protected include pragma error warning endif template friend".split()
)
_ENUM = re.compile(rb"\benum\b[^;{}()]*\{([^{}]*)\}")
_ENUMERATOR = re.compile(rb"(?:^|,)\s*(?:#[^\n]*\s+)*(" + _WORD + rb")")
_PASSED = re.compile(
    rb"-D[ ]?("
    + _WORD
    + rb")|\boption\s*\(\s*("
    + _WORD
    + rb")|\(\s*[\"']("
    + _WORD
    + rb")[\"']\s*,"
    rb"|\badd_(?:compile_)?definitions\s*\(\s*(" + _WORD + rb")|#cmakedefine\w*\s+(" + _WORD + rb")"
)


def defined_in(code):
    """The names that the code of one file defines."""
    names = set()
    for match in _DEFINE.finditer(code):
        names.add(match.group(1))
        names.update(re.findall(_WORD, match.group(2) or b""))
    for pattern in (_TYPE, _USING, _TYPEDEF, _TYPEDEF_FUNCTION, _PARAMETER):
        names.update(pattern.findall(code))
    for match in _NESTED.finditer(code):
        names.update(re.findall(_WORD, match.group(1)))
    for match in _DECLARATOR.finditer(code):
        if match.group(1) not in _NO_TYPES:
            names.add(match.group(2))
    for match in _ENUM.finditer(code):
        names.update(_ENUMERATOR.findall(match.group(1)))
    return names


def macros_in(code):
    """The macros that the code of one file defines."""
    return {match.group(1) for match in _DEFINE.finditer(code)}


def passed_in(script):
    """The macros that a build script defines for its compilers."""
    return {name for groups in _PASSED.findall(script) for name in groups if name}
