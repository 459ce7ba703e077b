"""The tables of CUDA names as dicts, under the names that downstream projects import.

They are made from data/ at their first use; nothing here needs torch. The keys are whole names, so a
plain replacement of text may change parts of longer names; use `torchada port` to port sources.
"""

import functools
from types import MappingProxyType
from typing import Callable, Dict

from ._names import names, tables

__all__ = ["EXT_REPLACED_MAPPING", "MAPPING_RULE", "library_mapping"]

# Domains of names that occur in sources; flags, tools and variables do not.
_DOMAINS = ("identifier", "qualified", "header", "library", "member", "key")
# Names that stand for something else in another place: they are no plain replacement.
# Calls, which the porting engine takes out: kernels of a stream run one after the other.
_CALLS = dict.fromkeys(
    ("cudaGridDependencySynchronize()", "cudaTriggerProgrammaticLaunchCompletion()"), "((void)0)"
)
_IN_PLACE_ONLY = {"key": ("CUDA",), "qualified": ("cuda",), "library": ("cuda",)}


def __getattr__(name):
    made_by: Dict[str, Callable[[], Dict[str, str]]] = {
        "EXT_REPLACED_MAPPING": _suffixes,
        "MAPPING_RULE": _all,
        "_MAPPING_RULE": _all,
    }
    if name not in made_by:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}; it has {', '.join(made_by)}"
        )
    value = globals()[name] = made_by[name]()
    return value


def __dir__():
    return sorted({*globals(), *__all__})


def library_mapping(library):
    """The CUDA names of one file of data/ with their MUSA names, as a read-only mapping."""
    if library not in tables.LIBRARIES:
        known = ", ".join(tables.LIBRARIES)
        raise ValueError(f"there is no table of names {library!r}; use one of {known}")
    return MappingProxyType(_of_library(library))


def _of_library(library):
    return _by_library().get(library, {})


@functools.lru_cache(maxsize=None)
def _by_library():
    translator = names()
    found: Dict[str, Dict[str, str]] = {"cudart": dict(_CALLS)}
    for domain, name, library in translator.known_names():
        if domain not in _DOMAINS or name in _IN_PLACE_ONLY.get(domain, ()):
            continue
        translation = translator.translate(name, domain)
        if translation is not None and translation.status == "renamed":
            mapping = found.setdefault(library, {})
            mapping.setdefault(name, translation.musa)
            if domain == "header":
                mapping[f"#include <{name}>"] = _include(translation.musa)
    return found


def _include(path):
    # torch_musa includes its own headers with quotes, which search as brackets do where they fail.
    return f'#include "{path}"' if path.startswith("torch_musa/") else f"#include <{path}>"


@functools.lru_cache(maxsize=None)
def _all():
    merged: Dict[str, str] = {}
    for library in tables.LIBRARIES:
        for name, musa in _of_library(library).items():
            merged.setdefault(name, musa)
    return merged


def _suffixes():
    """Without the dot."""
    translator = names()
    return {
        name[1:]: translator.translate(name, domain).musa[1:]
        for domain, name, _ in translator.known_names()
        if domain == "suffix"
    }
