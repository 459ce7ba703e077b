"""What `torchada doctor` reports: the facts of this process, and what the user should fix."""

import importlib.util
import os
import platform
import sys
from collections import Counter
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

from . import _activation, _api, _environment, _platform, _presence, _stale
from ._environment import capability
from ._errors import PlatformError
from ._failure import Failure

_SWITCH = _presence.ON + _presence.OFF


class Variable(NamedTuple):
    """An environment variable of torchada."""

    meaning: str
    # The words it understands; empty where any text will do.
    words: Tuple[str, ...] = ()


# One that starts with TORCHADA_ and is not here is probably misspelt.
VARIABLES = {
    "TORCHADA_AUTOLOAD": Variable("off: `import torch` does not activate torchada", _SWITCH),
    capability.VARIABLE: Variable("8.0, say: the compute capability that user code is told"),
    "TORCHADA_CPP_OPS_VERBOSE": Variable(
        "on: the compilers' output is shown when operator overrides are compiled", _SWITCH
    ),
    "TORCHADA_DEBUG_CPP_OPS": Variable("on: each call of an operator override prints", _SWITCH),
    "TORCHADA_ENABLE_CPP_OPS": Variable("on: operator overrides are compiled and used", _SWITCH),
    "TORCHADA_FORCE_CUDA_AVAILABLE": Variable(
        "on: torch.cuda.is_available() is True for user code", _SWITCH
    ),
    "TORCHADA_HINTS": Variable(
        "off: no hint when is_available() is False, or a setting without effect", _SWITCH
    ),
    "TORCHADA_LIBCUDART": Variable(
        "off: no libcudart.so.12 is put into the process when torch.cuda is initialized", _SWITCH
    ),
    "TORCHADA_LOG": Variable("debug or info: a log on stderr", ("debug", "info", *_presence.OFF)),
    _environment.MARK: Variable("torchada's own: what it has set for torch_musa"),
    "TORCHADA_NATIVE_MODULES": Variable("more packages that see musa, separated by commas"),
    "TORCHADA_PERSPECTIVE": Variable("off: everybody sees musa", _SWITCH),
    "TORCHADA_PLATFORM": Variable("musa, cuda or cpu: forces the platform", _presence.PLATFORMS),
    "TORCHADA_TEST_FAIL_HOOK": Variable("a test: the named hook fails"),
}
# An operator's name follows.
_DISABLED_OPERATOR = "TORCHADA_DISABLE_OP_OVERRIDE_"
# The keys of torchada._core.state().
CORE_FACTS = (
    "installed",
    "interposer",
    "libc10",
    "libc10_was_global",
    "slots",
    "descriptors",
    "perspective",
    "native_modules",
)
# They hold PyTorch's own objects on purpose.
_OURS = ("torchada", "multiprocessing")
_OTHERS = (
    "PYTORCH_NO_MUSA_MEMORY_CACHING",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
    "TORCH_USE_RTLD_GLOBAL",
)


def collect() -> Dict[str, Any]:
    """All facts, as JSON can hold them. Activates torchada first, where that is wanted."""
    state = _activation.state
    _activate()
    try:
        decision = _platform.decide()
        name, why = decision.platform.value, decision.why
    except PlatformError as error:
        name, why = "unknown", str(error)
    failure = state.failure._asdict() if state.failure is not None else None
    report = {
        "torchada": {"version": _api.get_version(), "path": os.path.dirname(__file__)},
        "python": {"version": platform.python_version(), "executable": sys.executable},
        "platform": {"name": name, "why": why},
        "activation": {"status": state.status, "failure": failure, "waits_for": state.waits_for},
        "torch": _torch(),
        "torch_musa": _torch_musa(),
        "core": _core(),
        "patches": [row._asdict() for row in (state.ledger.rows() if state.ledger else [])],
        "environment": _variables(),
        "effects": dict(_environment.effects()),
    }
    report["problems"] = _problems(report)
    return report


def _activate() -> None:
    try:
        _activation.activate()
    except PlatformError:
        # TORCHADA_PLATFORM names no platform; the look at the platform says so.
        return
    except Exception:
        if not _presence.is_torch_broken():
            raise


def _torch() -> Dict[str, Any]:
    facts: Dict[str, Any] = dict.fromkeys(("version", "path", "cuda_build", "error"))
    failure = _activation.state.failure
    if _presence.is_torch_broken():
        facts["error"] = failure.reason if failure else "an earlier import of it failed half-way"
        return facts
    try:
        torch = importlib.import_module("torch")
    except Exception as error:
        facts["error"] = f"{type(error).__name__}: {error}"
        return facts
    facts.update(version=torch.__version__, path=torch.__file__)
    facts["cuda_build"] = getattr(torch.version, "cuda", None)
    return facts


def _torch_musa() -> Dict[str, Any]:
    module = sys.modules.get("torch_musa")
    facts: Dict[str, Any] = {
        "installed": _presence.find_torch_musa(),
        "imported": module is not None,
        "error": _activation.state.torch_musa_problem or None,
        "simulator": importlib.util.find_spec("musasim") is not None,
        **dict.fromkeys(("version", "path", "devices")),
    }
    if module is not None:
        facts["version"] = getattr(module, "__version__", None)
        facts["path"] = getattr(module, "__file__", None)
        facts["devices"] = module.device_count()
    return facts


def _core() -> Dict[str, Any]:
    core = sys.modules.get(f"{__package__}._core")
    if core is None:
        return {"loaded": False, **dict.fromkeys(CORE_FACTS)}
    state = core.state()
    slots = Counter(os.path.basename(slot["library"]) for slot in state["slots"])
    return {"loaded": True, **state, "slots": dict(slots)}


def _variables() -> Dict[str, str]:
    prefixes = ("TORCHADA_", "MUSA", "MUBLAS_", "MCCL_", "PYTORCH_MUSA_", "TORCH_MCCL_")
    shown = {*_OTHERS, *dict(_environment.effects())}
    names = [name for name in os.environ if name.startswith(prefixes) or name in shown]
    return {name: os.environ[name] for name in sorted(names)}


def _problems(report: Dict[str, Any]) -> List[Dict[str, str]]:
    """What the user should fix: what is wrong, and what to do."""
    problems = []

    def add(what, todo):
        problems.append({"what": what, "todo": todo})

    if report["platform"]["name"] == "unknown":
        add(report["platform"]["why"], "correct or unset TORCHADA_PLATFORM")
    failure = report["activation"]["failure"]
    if failure is not None:
        text = str(Failure(**failure))
        add(f"torchada is not active: {text}", _remedy(report, failure))
    for text in _environment.problems.values():
        what, _, todo = text.partition(". ")
        add(what, todo)
    if capability.problem():
        what, _, todo = capability.problem().partition(". ")
        add(what, todo)
    if not _environment.problems and _will_be_too_late():
        add(
            "CUDA_VISIBLE_DEVICES has an effect only where torchada is imported before torch and "
            "torch_musa: torchada's autoload is off",
            "unset TORCHADA_AUTOLOAD, or set MUSA_VISIBLE_DEVICES as well",
        )
    if "TORCH_USE_RTLD_GLOBAL" in report["environment"] and report["torch_musa"]["installed"]:
        add(
            "TORCH_USE_RTLD_GLOBAL is set: torchada works only where it is imported before torch",
            "unset TORCH_USE_RTLD_GLOBAL, or import torchada first",
        )
    for row in report["patches"]:
        # A patch that failed during activation is the failure above.
        if row["state"] == "failed" and failure is None:
            add(f"patch {row['target']}: {row['reason']}", "report it with this output")
    for module, names in _stale_names().items():
        add(
            f"{', '.join(names)}: taken from torch.cuda before torchada was active, so PyTorch's own",
            f"import torchada before {module}, or write torch.cuda.<name> there",
        )
    _check_variables(report["environment"], add)
    return problems


def _stale_names() -> Dict[str, List[str]]:
    """By module of the user, the names that hold what torchada has replaced."""
    found: Dict[str, List[str]] = {}
    ledger = _activation.state.ledger
    if ledger is None or _activation.state.status != _activation.ACTIVE:
        return found
    is_native = sys.modules[f"{__package__}._core"].is_native_module
    # A module may have another name than the one that it is imported by, as torch_musa's in C++.
    native = {id(module) for name, module in list(sys.modules.items()) if is_native(name)}
    for module, path, target in _stale.holders(ledger):
        if module.partition(".")[0] not in _OURS and id(sys.modules[module]) not in native:
            found.setdefault(module, []).append(f"{module}.{path}")
    return found


def _check_variables(environment: Dict[str, str], add: Callable[[str, str], None]) -> None:
    for name, value in environment.items():
        if not name.startswith("TORCHADA_"):
            continue
        if name.startswith(_DISABLED_OPERATOR):
            continue
        if name not in VARIABLES:
            add(f"{name} is no variable of torchada", _closest(name))
            continue
        words = VARIABLES[name].words
        # A wrong TORCHADA_PLATFORM is an error of the platform's, and reported as that.
        if words and _presence.setting(name) not in ("", *words) and name != "TORCHADA_PLATFORM":
            add(
                f"{name}={value!r} is not understood, so it has no effect",
                f"use one of {', '.join(words)}, or unset it",
            )


def _remedy(report: Dict[str, Any], failure: Dict[str, str]) -> str:
    if os.environ.get("TORCHADA_TEST_FAIL_HOOK"):
        return "unset TORCHADA_TEST_FAIL_HOOK: it makes this hook fail"
    if failure["library"] == "torch_musa":
        if not report["torch_musa"]["installed"]:
            return "install torch_musa, or unset TORCHADA_PLATFORM"
        return f"repair or reinstall torch_musa for torch {report['torch']['version']}"
    if failure["library"] == "torch":
        return (
            "repair or reinstall what the error names; where that is a backend, "
            "TORCH_DEVICE_BACKEND_AUTOLOAD=0 lets torch be imported without it"
        )
    if failure["library"] == f"{__package__}._core":
        return "reinstall torchada for this Python"
    return "report it with this output; TORCHADA_PLATFORM=cpu hides the warning meanwhile"


def _will_be_too_late() -> bool:
    cuda_only = "CUDA_VISIBLE_DEVICES" in os.environ and not _is_musa_variable_users()
    is_off = _presence.is_off("TORCHADA_AUTOLOAD")
    return cuda_only and is_off and _presence.find_torch_musa()


def _is_musa_variable_users() -> bool:
    return "MUSA_VISIBLE_DEVICES" in os.environ and not _environment.is_ours("MUSA_VISIBLE_DEVICES")


def _closest(name: str) -> str:
    from difflib import get_close_matches

    matches = get_close_matches(name, VARIABLES, n=1)
    return f"use {matches[0]}" if matches else f"use one of {', '.join(VARIABLES)}, or unset it"
