"""What a row is: one statement in two spellings, with its limit."""

import dataclasses
from typing import Mapping, Optional

# How the ratio cuda/native is judged.
AT_MOST = "at most"  # fails above the limit
BELOW = "below"  # fails at or above the limit
UNCHANGED = "unchanged"  # fails when the interval lies wholly outside UNCHANGED_BAND
NO_RATIO = "none"  # only the absolute limit counts

UNCHANGED_BAND = (0.97, 1.03)
REDIRECTED_LIMIT = 1.05
FAST_NS = 200.0  # the target for what only looks something up

# What a native process calls the device and its dispatch key, and what one with an adapter does.
NATIVE = {"device": "musa", "key": "PrivateUse1"}
CUDA = {"device": "cuda", "key": "CUDA"}


@dataclasses.dataclass(frozen=True)
class Row:
    """One line of the table.

    `cuda` runs with torchada active, `native` in a process that never imported it; None means that
    there is no native spelling. In `setup` and both statements `{device}` and `{key}` stand for
    NATIVE's or CUDA's, and what `names` adds to either.
    """

    name: str
    cuda: str
    native: Optional[str]
    setup: str = "pass"
    rule: str = AT_MOST
    limit: float = REDIRECTED_LIMIT
    max_ns: Optional[float] = None
    names: Mapping = dataclasses.field(default_factory=dict)

    def statement(self, spelling):
        """The (setup, statement) of one spelling, or None where it has none."""
        is_native = spelling == "native"
        body = self.native if is_native else self.cuda
        if body is None:
            return None
        words = {**(NATIVE if is_native else CUDA), **self.names.get(spelling, {})}
        if spelling == "upstream":
            words.update(self.names.get("cuda", {}))
        return _fill(self.setup, words), _fill(body, words)


def _fill(text, words):
    for word, value in words.items():
        text = text.replace("{" + word + "}", value)
    return text


def redirected(name, setup="pass", native=None, **options):
    """A row whose native spelling differs by the word "cuda" alone, unless `native` says how."""
    return Row(name, name, native or name.replace("cuda", "musa"), setup, **options)


def unchanged(name, statement, setup="pass"):
    """A row of work that has nothing to do with CUDA devices."""
    return Row(name, statement, statement, setup, rule=UNCHANGED)
