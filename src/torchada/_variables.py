"""The environment variables of torchada, for `torchada doctor` and for the warning about wrong words."""

import os
from typing import Iterable, Iterator, NamedTuple, Tuple

from . import _environment, _presence
from ._environment import capability, rows
from ._trace import MARK

_SWITCH = _presence.ON + _presence.OFF


class Variable(NamedTuple):
    """An environment variable of torchada."""

    meaning: str
    # The words it understands; empty where any text will do.
    words: Tuple[str, ...] = ()


# One that starts with TORCHADA_ and is not here is probably misspelt.
VARIABLES = {
    "TORCHADA_AUTOLOAD": Variable("off: `import torch` does not activate torchada", _SWITCH),
    capability.VARIABLE: Variable(
        "for example 8.0: torch.cuda reports this compute capability to user code"
    ),
    "TORCHADA_CUDA_GRAPH_DEBUG_DUMP_PATH": Variable(
        "a folder: each graph is written there when its capture ends"
    ),
    "TORCHADA_CPP_OPS_VERBOSE": Variable(
        "on: print the compiler's output while operator overrides are compiled", _SWITCH
    ),
    "TORCHADA_CUDA_VERSION": Variable(
        "a version as 11.8: what guards on the versions of CUDA and nvcc read as in sources of "
        "extensions"
    ),
    "TORCHADA_DEBUG_CPP_OPS": Variable("on: print a line at each operator override call", _SWITCH),
    "TORCHADA_ENABLE_CPP_OPS": Variable("on: compile and use the operator overrides", _SWITCH),
    "TORCHADA_EXCLUDE_DIRS": Variable(
        "folders, separated by commas or colons: headers below them are not ported"
    ),
    "TORCHADA_FLASH_ATTN": Variable(
        "off: do not find flash_attn where it is not installed", _SWITCH
    ),
    "TORCHADA_FORCE_CUDA_AVAILABLE": Variable(
        "on: torch.cuda.is_available() returns True to user code", _SWITCH
    ),
    "TORCHADA_GRAPH_AUTOPROBE": Variable(
        "on: measure how many executable graphs the driver has room for", _SWITCH
    ),
    "TORCHADA_GRAPH_EXEC_CAP": Variable(
        "a number: have at most so many executable graphs at a time"
    ),
    "TORCHADA_GRAPH_EXEC_MARGIN": Variable("a number: stay this far below what was measured"),
    "TORCHADA_GRAPH_ROTATION": Variable("off: leave all executable graphs to the driver", _SWITCH),
    "TORCHADA_HINTS": Variable(
        "off: print no hint when torch.cuda.is_available() returns False, and no line about "
        "settings that have no effect",
        _SWITCH,
    ),
    "TORCHADA_LIBCUDART": Variable(
        "off: do not load a libcudart.so.12 when torch.cuda is initialized", _SWITCH
    ),
    "TORCHADA_LOG": Variable("debug or info: log to stderr", ("debug", "info", *_presence.OFF)),
    _environment.MARK: Variable(
        "set by torchada itself: the variables that it has set for torch_musa"
    ),
    rows.MOE_TABLES: Variable(
        "a folder: SGLang and vLLM find tuned tables of their fused-MoE kernels there"
    ),
    "TORCHADA_NATIVE_MODULES": Variable(
        "packages, separated by commas: their code sees musa instead of cuda, as PyTorch's does"
    ),
    "TORCHADA_PERSPECTIVE": Variable("off: all code sees musa instead of cuda", _SWITCH),
    "TORCHADA_PLATFORM": Variable(
        "musa, cuda or cpu: use this platform instead of detecting it", _presence.PLATFORMS
    ),
    "TORCHADA_TEST_FAIL_HOOK": Variable("for tests: part of the name of a hook that shall fail"),
    "TORCHADA_TRACE": Variable(
        "a file: record there each call that became another on MUSA (docs/trace.md)"
    ),
    MARK: Variable("set by torchada itself: the run that a traced process is of"),
}


def not_understood(names: Iterable[str]) -> Iterator[str]:
    """A text for each of these variables whose value is none of its words."""
    for name in names:
        words = VARIABLES[name].words if name in VARIABLES else ()
        # A wrong TORCHADA_PLATFORM is an error of the platform's, and reported as that.
        if words and _presence.setting(name) not in ("", *words) and name != "TORCHADA_PLATFORM":
            value = os.environ[name]
            yield f"{name}={value!r} has no effect: the value is not one of {', '.join(words)}"
