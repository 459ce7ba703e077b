"""The verdicts on tests that do not pass, and the form of a rule."""

from typing import NamedTuple

NOT_APPLICABLE, MISSING, FAILED = "not applicable", "missing", "failed"
UNEXPLAINED = "failed, unexplained"


class Rule(NamedTuple):
    """Tests (file::Class::test) and messages this is about, and what it says."""

    test: str
    message: str
    verdict: str
    reason: str


INTERNALS = "upstream's internals"
