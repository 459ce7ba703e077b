"""CUDA names and what they become on MUSA, read from the tables of data/. Needs no torch.

The tables are read when a name is first asked for.
"""

import functools
import os

from . import tables, translator

_HERE = os.path.dirname(os.path.abspath(__file__))
# Beside this file in a wheel; at the top of the source tree for an editable installation.
_FOLDERS = (
    os.path.join(_HERE, "data"),
    os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(_HERE))), "data"),
)


def data_folder():
    """The folder of the tables."""
    for folder in _FOLDERS:
        if os.path.isfile(os.path.join(folder, "cudart.txt")):
            return folder
    raise FileNotFoundError(
        f"torchada found its tables of CUDA names in none of {', '.join(_FOLDERS)}: "
        "the installation is not complete, so install torchada again"
    )


@functools.lru_cache(maxsize=None)
def names():
    """The Translator over all tables, read once."""
    return translator.Translator(tables.read(data_folder()))


@functools.lru_cache(maxsize=None)
def files():
    """The Translator over the file names of libraries alone: to open one must not wait for all tables."""
    return translator.Translator(tables.read(data_folder(), ("libraries",)))
