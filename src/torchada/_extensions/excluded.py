"""TORCHADA_EXCLUDE_DIRS: folders whose headers are not ported.

TORCHADA_EXCLUDE_DIRS=/opt/thirdparty,torch_musa    # or with a colon between them
"""

import os
import re
from importlib.util import find_spec
from typing import List

VARIABLE = "TORCHADA_EXCLUDE_DIRS"


def folders() -> List[str]:
    """The folders, absolute; of a package that Python finds, its own folder."""
    found = []
    for entry in _entries():
        if _is_name(entry):
            found += _of_package(entry)
        else:
            found.append(os.path.abspath(os.path.expanduser(os.path.expandvars(entry))))
    return found


def names() -> List[str]:
    """Names that exclude each folder called so, wherever it is."""
    return [entry for entry in _entries() if _is_name(entry)]


def _entries() -> List[str]:
    return [word for word in map(str.strip, re.split("[:,]", os.environ.get(VARIABLE, ""))) if word]


def _is_name(entry: str) -> bool:
    return "/" not in entry and entry[0] not in "~$."


def _of_package(name: str) -> List[str]:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # no name of a module, or one without a spec
        return []
    return list((spec and spec.submodule_search_locations) or ())
