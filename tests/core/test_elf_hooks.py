"""The hook on c10::Device(string), seen from extensions: however bound, loaded before or after."""

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.musa

HOOKS = Path(__file__).parents[2] / "core" / "hooks.def"
# What a user's C++ extension does: makes a c10::Device from a string that says "cuda".
CALLER = r"""
#include <c10/core/Device.h>

#include <cstdio>
#include <exception>
#include <string>

// Writes "type index" or the error's first line; `text` comes from Python through ctypes.
extern "C" void describe_device(const char* text, char* answer, unsigned long size) {
  try {
    const c10::Device device{std::string(text)};
    std::snprintf(answer, size, "%d %d", static_cast<int>(device.type()),
                  static_cast<int>(device.index()));
  } catch (const std::exception& error) {
    std::string line = error.what();
    line.resize(line.find('\n') == std::string::npos ? line.size() : line.find('\n'));
    std::snprintf(answer, size, "error: %s", line.c_str());
  }
}
"""
VARIANTS = {
    "lazy": ["-Wl,-z,lazy"],
    "now": ["-Wl,-z,now"],
    "noplt": ["-fno-plt"],
    "rpath": ["-Wl,-z,lazy", "-Wl,-rpath,{lib}", "-Wl,--enable-new-dtags"],
}
STRINGS = ["cuda", "cuda:3", "cuda:128", "cpu", "cuda:x"]
PRIVATE_USE_1 = {
    "cuda": "20 -1",
    "cuda:3": "20 3",
    "cuda:128": "20 -128",
    "cpu": "0 -1",
    "cuda:x": "error: Invalid device string: 'cuda:x'",
}

PRELUDE = f"""
import ctypes, importlib.machinery, json, os, sys

def describe(library):
    answer = ctypes.create_string_buffer(512)
    answers = {{}}
    for text in {STRINGS!r}:
        library.describe_device(text.encode(), answer, ctypes.c_ulong(512))
        answers[text] = answer.value.decode()
    return answers

def load_all():
    return {{name: ctypes.CDLL(path) for name, path in json.loads(os.environ["CALLERS"]).items()}}

def protections():
    # Protection of every mapped region of the libraries whose slots are patched.
    regions = {{}}
    for line in open("/proc/self/maps"):
        fields = line.split()
        if len(fields) > 5 and ("libtorch_" in fields[5] or "caller" in fields[5]):
            regions[fields[0]] = fields[1]
    return regions

def report(**values):
    print(json.dumps(values))
"""


def hooks():
    """Who calls the function of each row of hooks.def that the interposer serves, by its symbol."""
    row = re.compile(
        r'^TORCHADA_HOOK\(\w+,\s*(\w+),[^"]*"[\w.]+", (others|itself)\)$', re.MULTILINE
    )
    found = dict(row.findall(HOOKS.read_text()))
    assert len(found) == len(re.findall(r"^TORCHADA_HOOK\(", HOOKS.read_text(), re.MULTILINE)) > 3
    return found


@pytest.fixture(scope="session")
def callers(tmp_path_factory, worker_id):
    """Paths of the tiny extension, built once per test process in each variant."""
    from torch.utils import cmake_prefix_path

    torch_dir = Path(cmake_prefix_path).parents[1]
    folder = tmp_path_factory.mktemp("callers")
    paths = {}
    for name, flags in VARIANTS.items():
        paths[name] = str(folder / f"libcaller_{name}.so")
        flags = [flag.format(lib=torch_dir / "lib") for flag in flags]
        command = ["g++", "-std=c++17", "-O1", "-fPIC", "-shared", "-w", "-x", "c++", "-"]
        command += ["-isystem", str(torch_dir / "include"), "-o", paths[name]]
        command += ["-L", str(torch_dir / "lib"), "-lc10", *flags]
        subprocess.run(command, check=True, input=CALLER, text=True)
    return paths


@pytest.fixture
def run(callers, run_python):
    def run(code, **environment):
        environment["CALLERS"] = json.dumps(callers)
        result = run_python(PRELUDE + textwrap.dedent(code), env=environment)
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout.splitlines()[-1])

    return run


ORDERS = {
    "torchada_first_loaded_after": "import torchada; libraries = load_all()",
    "torch_first_loaded_before": "import torch; libraries = load_all(); import torchada",
    "torch_first_loaded_after": "import torch; import torchada; libraries = load_all()",
    "called_before_activation": """
        import torch
        libraries = load_all()
        for library in libraries.values():
            describe(library)
        import torchada
    """,
}


@pytest.mark.parametrize("order", ORDERS)
def test_every_caller_reaches_the_hook(run, order):
    code = textwrap.dedent(ORDERS[order])
    code += "\nreport(**{name: describe(library) for name, library in libraries.items()})"
    answers = run(code, TORCHADA_AUTOLOAD="0")
    assert answers == {name: PRIVATE_USE_1 for name in VARIANTS}


def test_callers_loaded_before_are_patched_slots_and_protection_is_kept(run):
    state = run(
        """
        import torch, torch_musa
        libraries = load_all()
        before = protections()
        import torchada
        from torchada import _core
        slots = [
            (slot["library"].rsplit("/", 1)[1], slot["kind"], slot["relro"], slot["symbol"])
            for slot in _core.state()["slots"]
        ]
        report(slots=slots, same=before == protections())
        """,
        TORCHADA_AUTOLOAD="0",
    )
    assert state["same"]
    own = {symbol: name for name, _, _, symbol in state["slots"] if hooks()[symbol] == "itself"}
    assert set(own) == {symbol for symbol, callers in hooks().items() if callers == "itself"}
    assert set(own.values()) == {"libtorch_python.so"}
    constructor = next(iter(hooks()))
    slots = {
        name: (kind, relro) for name, kind, relro, symbol in state["slots"] if symbol == constructor
    }
    assert slots["libcaller_lazy.so"] == ("JUMP_SLOT", False)
    assert slots["libcaller_now.so"] == ("JUMP_SLOT", True)
    assert slots["libcaller_noplt.so"][0] == "GLOB_DAT"
    assert "libtorch_python.so" in slots and "libtorch_cpu.so" in slots
    assert "libc10.so" not in {name for name, *_ in state["slots"]}


def test_unpatch_gives_every_slot_back_and_activation_takes_them_again(run):
    answers = run(
        """
        import torch
        libraries = load_all()
        import torchada
        from torchada import _core, _patch
        slots = _core.state()["slots"]
        def held():
            return [ctypes.c_void_p.from_address(slot["address"]).value for slot in slots]
        patched = held()
        torchada.unpatch()
        off = {name: describe(library)["cuda"] for name, library in libraries.items()}
        restored = held()
        _patch.apply_patches()
        on = {name: describe(library)["cuda"] for name, library in libraries.items()}
        symbols = {slot["symbol"] for slot in slots}
        report(off=off, on=on, patched=len(set(patched)), symbols=len(symbols), differ=all(
            a != b for a, b in zip(patched, restored)), active=torchada.is_patched())
        """,
        TORCHADA_AUTOLOAD="0",
    )
    assert set(answers["off"].values()) == {"1 -1"}
    assert set(answers["on"].values()) == {"20 -1"}
    assert answers["patched"] == answers["symbols"] and answers["differ"] and answers["active"]


def test_global_libc10_is_detected(run_python):
    code = """
        import torch, warnings
        warnings.simplefilter("always")
        import torchada
        print(torchada.is_patched())
    """
    environment = {"TORCH_USE_RTLD_GLOBAL": "1", "TORCHADA_AUTOLOAD": "0"}
    result = run_python(textwrap.dedent(code), env=environment)
    assert result.stdout.split() == ["False"]
    assert "import torchada before torch" in result.stderr
    result = run_python("import torchada, torch; print(torchada.is_patched())", env=environment)
    assert result.stdout.split() == ["True"]


def test_a_function_that_was_global_before_is_detected(run_python, tmp_path):
    symbol = next(symbol for symbol, callers in hooks().items() if callers == "itself")
    library = str(tmp_path / "libearlier.so")
    command = ["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", library]
    subprocess.run(command, input=f"int {symbol}(void) {{ return 0; }}", text=True, check=True)
    code = "import torchada, torch; print(torchada.is_patched())"
    result = run_python(code, env={"LD_PRELOAD": library, "TORCHADA_AUTOLOAD": "0"})
    assert result.stdout.split() == ["False"]
    assert f"libraries loaded later would bypass {symbol}" in result.stderr


def needed_and_exported(library):
    dynamic = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True)
    needed = [
        line.split("[")[1].rstrip("]\n") for line in dynamic.stdout.splitlines() if "NEEDED" in line
    ]
    symbols = subprocess.run(
        ["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True
    )
    return needed, {line.split()[-1] for line in symbols.stdout.splitlines()}


def test_the_global_library_needs_libc_alone_and_exports_what_it_replaces():
    from torchada import _core

    library = os.path.join(os.path.dirname(_core.__file__), "libtorchada_interposer.so")
    needed, exported = needed_and_exported(library)
    assert needed == ["libc.so.6"]
    assert exported == {"torchada_interposer", *hooks()}


def test_the_core_module_needs_no_torch_and_exports_its_init_function():
    from torchada import _core

    needed, exported = needed_and_exported(_core.__file__)
    assert not [name for name in needed if "torch" in name or "c10" in name or "python" in name]
    assert exported == {"PyInit__core"}


def test_subinterpreters_are_refused(run_python):
    if sys.version_info >= (3, 13):
        create, run_string = "import _interpreters as m; i = m.create()", "m.exec(i, code)"
    else:
        create, run_string = (
            "import _xxsubinterpreters as m; i = m.create()",
            "m.run_string(i, code)",
        )
    code = f"""
import torchada._core
{create}
code = '''
import sys
sys.path[:] = {sys.path!r}
try:
    import torchada._core
except ImportError as error:
    print(error, flush=True)
'''
{run_string}
"""
    result = run_python(code, env={"TORCHADA_PLATFORM": "cpu"})
    assert "subinterpreters" in result.stdout + result.stderr, result
