"""Collects the report of `torchada doctor`: the facts of this process, and what the user should fix."""

import importlib.util
import os
import platform
import sys
from collections import Counter
from typing import Any, Callable, Dict, List

from . import _activation, _api, _environment, _platform, _presence, _simulator, _stale
from ._environment import capability
from ._errors import PlatformError
from ._failure import Failure
from ._toolkit import cuda_home
from ._variables import VARIABLES, not_understood

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
    "partner_modules",
)
# They hold PyTorch's own objects on purpose.
_OURS = ("torchada", "multiprocessing")
_OTHERS = (
    "PYTORCH_NO_MUSA_MEMORY_CACHING",
    "TORCH_DEVICE_BACKEND_AUTOLOAD",
    "TORCH_USE_RTLD_GLOBAL",
)


def collect() -> Dict[str, Any]:
    """All facts, as objects that JSON can hold; activates torchada first on a MUSA platform."""
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
        "porting": _porting(name == "musa"),
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
        facts["error"] = failure.reason if failure else "an earlier import of torch failed half-way"
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
        "simulator": _simulator.is_installed(),
        **dict.fromkeys(("version", "path", "devices")),
    }
    if module is not None:
        facts["version"] = getattr(module, "__version__", None)
        facts["path"] = getattr(module, "__file__", None)
        facts["devices"] = module.device_count()
    return facts


def _porting(has_musa: bool) -> Dict[str, Any]:
    """Whether CUDA sources can be ported here, and the compiler of what comes out."""
    home = cuda_home() if has_musa else None
    compiler = os.path.join(home, "bin", "mcc") if home is not None else None
    return {
        "engine": importlib.util.find_spec("torchada._port") is not None,
        "compiler": compiler if compiler is not None and os.path.exists(compiler) else None,
    }


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
    """The problems that the user should fix: each says what is wrong and what to do."""
    problems = []

    def add(what, todo):
        problems.append({"what": what, "todo": todo})

    if report["platform"]["name"] == "unknown":
        add(report["platform"]["why"], "correct TORCHADA_PLATFORM or unset it")
    failure = report["activation"]["failure"]
    if failure is not None:
        text = str(Failure(**failure))
        add(f"torchada is not active: {text}", _remedy(report, failure))
    if report["torch"]["error"] and failure is None:
        add(f"torch cannot be imported: {report['torch']['error']}", "install PyTorch or repair it")
    simulator = _simulator.problem()
    if simulator and (_simulator.is_requested() or not report["torch_musa"]["installed"]):
        what, _, todo = simulator.partition(". ")
        add(what, todo)
    for text in _environment.problems.values():
        what, _, todo = text.partition(". ")
        add(what, todo)
    if capability.problem():
        what, _, todo = capability.problem().partition(". ")
        add(what, todo)
    if not _environment.problems and _will_be_too_late():
        add(
            "TORCHADA_AUTOLOAD is off, so CUDA_VISIBLE_DEVICES has an effect only in programs that "
            "import torchada before torch and torch_musa",
            "unset TORCHADA_AUTOLOAD, or set MUSA_VISIBLE_DEVICES as well",
        )
    if "TORCH_USE_RTLD_GLOBAL" in report["environment"] and report["torch_musa"]["installed"]:
        add(
            "TORCH_USE_RTLD_GLOBAL is set, so torchada works only in programs that import it before "
            "torch",
            "unset TORCH_USE_RTLD_GLOBAL, or import torchada before torch",
        )
    for row in report["patches"]:
        # A patch that failed during activation is the failure above.
        if row["state"] == "failed" and failure is None:
            what = f"the patch of {row['target']} failed: {row['reason']}"
            add(what, "report this to torchada's developers, with the output of this command")
    for module, names in _stale_names().items():
        add(
            f"{module} copied names from torch.cuda before torchada was active, so they are still "
            f"PyTorch's objects: {', '.join(names)}",
            f"import torchada before {module}, or use torch.cuda.<name> in {module}",
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
    for name in environment:
        if not name.startswith("TORCHADA_"):
            continue
        if name.startswith(_DISABLED_OPERATOR):
            continue
        if name not in VARIABLES:
            add(f"torchada has no environment variable {name}", _closest(name))
            continue
        for text in not_understood([name]):
            add(text, "use one of these values, or unset the variable")


def _remedy(report: Dict[str, Any], failure: Dict[str, str]) -> str:
    if os.environ.get("TORCHADA_TEST_FAIL_HOOK"):
        return "unset TORCHADA_TEST_FAIL_HOOK, which makes this hook fail"
    if failure["library"] == "torch_musa":
        if not report["torch_musa"]["installed"]:
            return "install torch_musa, or unset TORCHADA_PLATFORM"
        return f"repair or reinstall torch_musa for torch {report['torch']['version']}"
    if failure["library"] == "torch":
        return (
            "repair or reinstall the package that the error names; if it is a device backend, "
            "TORCH_DEVICE_BACKEND_AUTOLOAD=0 lets torch be imported without it"
        )
    if failure["library"] == f"{__package__}._core":
        return f"reinstall torchada for this Python ({sys.executable})"
    return (
        "report this to torchada's developers, with the output of this command; until it is "
        "solved, TORCHADA_PLATFORM=cpu hides the warning"
    )


def _will_be_too_late() -> bool:
    cuda_only = "CUDA_VISIBLE_DEVICES" in os.environ and not _is_musa_variable_users()
    is_off = _presence.is_off("TORCHADA_AUTOLOAD")
    return cuda_only and is_off and _presence.find_torch_musa()


def _is_musa_variable_users() -> bool:
    return "MUSA_VISIBLE_DEVICES" in os.environ and not _environment.is_ours("MUSA_VISIBLE_DEVICES")


def _closest(name: str) -> str:
    from difflib import get_close_matches

    matches = get_close_matches(name, VARIABLES, n=1)
    other = matches[0] if matches else f"one of {', '.join(VARIABLES)}"
    return f"use {other}, or unset {name}"
