"""Faults of one test: the fixture and the marker musa_faults."""

import os

import pytest


class Faults:
    """Sets the rules that a test asks for, and tells how often each of the present ones struck."""

    def __init__(self, native):
        self._native = native
        self._rules = []
        self._optional = False
        self._missed = []

    def __call__(self, rules: str, *, optional: bool = False) -> None:
        """From now on these rules are in force, in place of earlier ones; "" is none.

        A test fails if one of its rules never strikes, unless they are optional.
        """
        self._note_missed()
        problem = self._native.set_faults(rules)
        if problem:
            raise ValueError(f'musa_faults("{rules}"): {problem}')
        self._rules = [rule for rule in map(str.strip, rules.split(";")) if rule]
        self._optional = optional

    @property
    def strikes(self) -> list:
        """How often each of the rules has struck so far."""
        self._native.finish_work()
        return [self._native.fault_rule(number)[1] for number in range(len(self._rules))]

    def end(self) -> list:
        """What is to say of rules that never struck; then the environment's rules hold again."""
        self("")
        self._native.set_faults(os.environ.get("MUSASIM_FAULTS", ""))
        missed, self._missed = self._missed, []
        return missed

    def _note_missed(self) -> None:
        for number, (rule, strikes) in enumerate(zip(self._rules, self.strikes)):
            if not strikes and not self._optional:
                events = self._native.fault_rule(number)[0]
                self._missed.append(f"the fault `{rule}` never struck: it fitted {events} events")


FAULTS = pytest.StashKey[Faults]()


def skip_without_simulator(item) -> None:
    named = item.get_closest_marker("musa_faults") or "musa_faults" in getattr(
        item, "fixturenames", ()
    )
    if named and not item.config.pluginmanager.has_plugin("musasim_watch"):
        pytest.skip("faults need the simulator (pytest --musasim)")


def of_item(item) -> Faults:
    """The faults of a running test."""
    if FAULTS not in item.stash:
        item.stash[FAULTS] = Faults(item.config.pluginmanager.get_plugin("musasim_watch").native)
    return item.stash[FAULTS]


@pytest.fixture
def musa_faults(request) -> Faults:
    """musa_faults("alloc:after=3") lets allocations fail from then on until the test ends."""
    return of_item(request.node)


def begin(item) -> None:
    """Set the rules of the test's marker."""
    marker = item.get_closest_marker("musa_faults")
    if marker is not None:
        of_item(item)(*marker.args, **marker.kwargs)


def end(item) -> list:
    return item.stash[FAULTS].end() if FAULTS in item.stash else []
