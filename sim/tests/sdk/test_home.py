"""The folder of C libraries: what `musasim home` prints, programs built against it, musaInfo."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import musasim

PROGRAM = r"""
#include <stdio.h>
#include <musa_runtime.h>

int main(void) {
  int host[4] = {1, 2, 3, 4}, back[4] = {0};
  void* device = NULL;
  if (musaMalloc(&device, sizeof host) != musaSuccess) return 1;
  musaMemcpy(device, host, sizeof host, musaMemcpyHostToDevice);
  musaMemset(device, 0, sizeof(int));
  musaMemcpy(back, device, sizeof back, musaMemcpyDeviceToHost);
  printf("%d %d\n", back[0], back[3]);
  return musaFree(device);
}
"""

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LIBRARIES = (
    "musart musa mublas mublasLt murand mufft musparse musolver mccl mtml mupti mudnn mtrtc".split()
)
MODELS = {"S80": ("2.1", 128), "S4000": ("2.2", 128), "S5000": ("3.1", 32)}


def home() -> Path:
    return Path(musasim.home())


def run(*command, env=None):
    environment = {**os.environ, **(env or {})}
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environment,
    )


def build(folder, source, *flags, compiler="g++", suffix=".cpp"):
    """A program built by the README's command line."""
    (folder / f"prog{suffix}").write_text(source)
    command = [compiler, folder / f"prog{suffix}", f"-I{home()}/include", f"-L{home()}/lib"]
    command += [f"-Wl,-rpath,{home()}/lib", *flags, "-lmusart", "-o", folder / "prog"]
    done = run(*command)
    assert done.returncode == 0, done.stderr
    return folder / "prog"


def test_command_prints_the_folder():
    done = run(sys.executable, "-m", "musasim", "home")
    assert done.stdout.strip() == musasim.home()
    assert {"bin", "include", "lib"} <= set(os.listdir(musasim.home()))


@pytest.mark.parametrize("compiler,suffix", [("g++", ".cpp"), ("gcc", ".c")])
def test_a_program_builds_and_runs(tmp_path, compiler, suffix):
    program = build(tmp_path, PROGRAM, compiler=compiler, suffix=suffix)
    assert run(program).stdout == "0 4\n"


def test_the_examples_build_and_run(tmp_path):
    source = (EXAMPLES / "vector_add.cpp").read_text()
    program = build(tmp_path, source, "-std=c++17")
    assert run(program, env={"MUSASIM_CHECK": "1"}).stdout == "sum[999] = 3.5\n"
    module = [EXAMPLES / "scale_module.cpp", f"-I{home()}/include", "-o", tmp_path / "scale.so"]
    assert run("g++", "-std=c++17", "-shared", "-fPIC", *module).stderr == ""
    code = (
        "import ctypes, sys\n"
        "musa = ctypes.CDLL(sys.argv[1])\n"
        "context, module, kernel = (ctypes.c_void_p() for _ in range(3))\n"
        "assert musa.muInit(0) == 0\n"
        "assert musa.muDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0\n"
        "assert musa.muCtxSetCurrent(context) == 0\n"
        "assert musa.muModuleLoad(ctypes.byref(module), sys.argv[2].encode()) == 0\n"
        "assert musa.muModuleGetFunction(ctypes.byref(kernel), module, b'scale') == 0\n"
    )
    done = run(sys.executable, "-c", code, home() / "lib" / "libmusa.so", tmp_path / "scale.so")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["libmusart.so", "libmusart.so.4"])
def test_ctypes(name):
    code = (
        "import ctypes, sys\n"
        "lib = ctypes.CDLL(sys.argv[1])\n"
        "count = ctypes.c_int()\n"
        "assert lib.musaGetDeviceCount(ctypes.byref(count)) == 0\n"
        "print(count.value)\n"
    )
    done = run(sys.executable, "-c", code, home() / "lib" / name, env={"MUSASIM_DEVICES": "3"})
    assert done.stdout == "3\n", done.stderr


def test_python_may_end_with_host_functions_pending():
    """Python ends the threads that call it then; it takes a while to finish here."""
    code = (
        "import ctypes, sys, threading, time\n"
        "class Slow:\n"
        "    def __del__(self, sleep=time.sleep):\n"
        "        sleep(1)\n"
        "lib = ctypes.CDLL(sys.argv[1])\n"
        "called, sys.slow = threading.Event(), Slow()\n"
        "call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda data: called.set())\n"
        "ctypes.pythonapi.Py_IncRef(ctypes.py_object(call))\n"
        "for _ in range(1000):\n"
        "    assert lib.musaLaunchHostFunc(None, call, None) == 0\n"
        "called.wait()\n"
    )
    done = run(sys.executable, "-c", code, home() / "lib" / "libmusart.so")
    assert (done.returncode, done.stderr) == (0, "")


def test_both_names_in_one_process_share_all_state():
    """A wheel holds no links, so the two names are two files."""
    code = (
        "import ctypes, sys\n"
        "one, two = (ctypes.CDLL(f'{sys.argv[1]}/{name}') for name in sys.argv[2:])\n"
        "pointer = ctypes.c_void_p()\n"
        "assert one.musaMalloc(ctypes.byref(pointer), ctypes.c_size_t(64)) == 0\n"
        "assert two.musaFree(pointer) == 0\n"
        "assert one.musaFree(pointer) != 0 and two.musaGetLastError() != 0\n"
    )
    done = run(sys.executable, "-c", code, home() / "lib", "libmusart.so", "libmusart.so.4")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("model", MODELS)
def test_musa_info(model):
    done = run(home() / "bin" / "musaInfo", env={"MUSASIM_MODEL": model, "MUSASIM_DEVICES": "2"})
    lines = [line.split(":") for line in done.stdout.splitlines() if ":" in line]
    values = {}
    for name, value in lines:
        values.setdefault(name.strip(), []).append(value.strip())
    capability, warp = MODELS[model]
    assert values["compute capability"] == [capability] * 2
    assert values["warpSize"] == [str(warp)] * 2
    assert values["Name"][0].startswith(f"MTT {model}")


def test_musa_runtime_version():
    """A line that build scripts read: a name, a colon and JSON."""
    name, text = run(home() / "bin" / "musa_runtime_version").stdout.split(":", 1)
    assert name == "musa_runtime" and json.loads(text)["version"] == "4.3.0"


def test_visible_devices():
    done = run(
        home() / "bin" / "musaInfo", env={"MUSASIM_DEVICES": "4", "MUSA_VISIBLE_DEVICES": "2,0"}
    )
    assert done.stdout.count("device# ") == 2


def test_a_bad_setting_is_named():
    done = run(home() / "bin" / "musaInfo", env={"MUSASIM_MODEL": "S1"})
    assert done.returncode == 1
    assert "MUSASIM_MODEL=S1: expected one of S80, S4000, S5000" in done.stderr


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_load_by_themselves(library):
    """Their own dependencies are found without LD_LIBRARY_PATH."""
    done = run(
        sys.executable,
        "-c",
        "import ctypes, sys; ctypes.CDLL(sys.argv[1])",
        home() / "lib" / f"lib{library}.so",
    )
    assert done.returncode == 0, done.stderr
