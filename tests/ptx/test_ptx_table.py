"""The table of PTX names functions and words that the headers of the calls have."""

import re
from pathlib import Path

PTX = Path(__file__).resolve().parents[2] / "ptx"
HEADERS = "".join(
    path.read_text() for path in (PTX / "kernel_headers" / "torchada" / "ptx").glob("*.h")
)
CALL = re.compile(
    r'^PTX_CALL(?:_AS\("(\w+)", |\()"([\w.:]+)", "([^"]*)", "(\w*@?[^"]*)", k\w+\)', re.M
)
OTHERS = {"and": "and_", "or": "or_", "xor": "xor_", "not": "not_", "prefetchu": "prefetch"}
OTHERS.update({"mad.lo.cc": "mad_cc", "mad.hi.cc": "mad_cc"})


def calls():
    """Function, words and operands of each row."""
    text = (PTX / "src" / "instructions.def").read_text()
    rows = CALL.findall(text)
    assert len(rows) == len(re.findall(r"^PTX_CALL", text, re.M)) > 250
    for function, name, words, _ in rows:
        yield function or OTHERS.get(name, name.replace(".", "_")), words


def test_every_instruction_has_its_function():
    made = set(re.findall(r"TORCHADA_PTX void (\w+)\(", HEADERS))
    made |= set(re.findall(r"^TORCHADA_PTX_(?:APPROXIMATE|BITWISE|VIDEO\w*)\((\w+)", HEADERS, re.M))
    made |= {f"{name}{count}" for name in made for count in "24" if name.startswith("v")}
    assert not {function for function, _ in calls()} - made


def test_every_word_has_its_type():
    classes = dict(
        re.findall(
            r'^PTX_CLASS\("(\w+)", "([^"]*)"\)', (PTX / "src" / "classes.def").read_text(), re.M
        )
    )
    made = set(re.findall(r"TORCHADA_PTX_(?:TYPE|WORD|SHAPE)\(_(\w+)", HEADERS))
    made |= set(re.findall(r"^using _(\w+) =", HEADERS, re.M))
    handed = set()
    for _, words in calls():
        for part in words.split():
            if not part.startswith("-"):
                for word in part.rstrip("?*").split("|"):
                    handed |= set(classes[word[1:]].split("|")) if word.startswith("$") else {word}
    missing = {word.replace("::", "_") for word in handed if "#" not in word} - made
    assert not missing
