"""All differences between the facts and what is there, by full name."""

from typing import Dict, Iterable, Tuple

import torch_musa

from . import checks, side_effects
from .facts import Fact, read_facts

_BY_MODULE = {
    "patch": side_effects.check_patch,
    "environment": side_effects.check_variable,
    "torch.ops.aten": side_effects.check_operator,
    "torch.ops": side_effects.check_operator,
}


def _check(fact: Fact) -> None:
    _BY_MODULE.get(fact.module, checks.check)(fact)


def problems() -> Tuple[Dict[str, str], Dict[str, str]]:
    """What is missing, and what is different: full name -> what was found.

    Of a missing module or class only its own name is given, not those below it.
    """
    torch_musa._lazy_init()  # some names are there only afterwards
    missing, different = {}, {}
    for fact in read_facts():
        if fact.module in ("memory_stats", "memory_snapshot"):
            continue
        name = fact.full_name
        if parents(name) & missing.keys():
            continue
        try:
            _check(fact)
        except checks.Missing:
            missing[name] = "missing"
        except checks.Different as error:
            different[name] = str(error)
    return missing, different


def parents(name: str) -> set:
    parts = name.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts))}


def not_listed(found: Iterable[str], listed: Iterable[str]) -> list:
    """Names that neither are listed nor lie below a listed name."""
    return sorted(n for n in found if n not in listed and not parents(n) & set(listed))


def listed_in_vain(found: Iterable[str], listed: Iterable[str]) -> list:
    """Listed names that are no problem, and are no missing parents of problems either."""
    above = {parent for name in found for parent in parents(name)}
    return sorted(
        name for name in set(listed) - set(found) if name not in above or checks.is_there(name)
    )
