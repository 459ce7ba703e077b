"""load() and load_inline() of CUDA sources on MUSA."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.extension_builds import Builds
from support.processes import clean_environment

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

LIBRARY = """
#include "value.cuh"
#include <cuda_runtime_api.h>
extern "C" int value() { return cudaGetLastError() == cudaSuccess ? VALUE : -1; }
"""
LOAD = """
import ctypes, os, sys
{imports}
from torch.utils import cpp_extension
from torch.utils.cpp_extension import load
{late}
path = os.path.join(os.environ["TORCH_EXTENSIONS_DIR"], "loaded", "loaded.so")
load("loaded", ["value.cu", "same.cpp"], extra_cuda_cflags=["--threads", "2"], extra_ldflags=["-lcublas"],
     is_python_module=False)
print(ctypes.CDLL(path).value(), cpp_extension.CUDA_HOME)
"""
FILES = {"value.cu": LIBRARY, "value.cuh": "#define VALUE 7\n", "same.cpp": "int same;\n"}
IMPORTS = {
    "autoload": ("import torch", ""),
    "torchada first": ("import torchada", ""),
    "torchada last": (
        "import os; os.environ['TORCHADA_AUTOLOAD'] = '0'; import torch",
        "import torchada",
    ),
}


@pytest.fixture
def builds(tmp_path):
    import musasim

    made = Builds(tmp_path, musasim.home())
    made.write(FILES)
    return made


@pytest.mark.parametrize("order", IMPORTS)
def test_load_whatever_the_order_of_imports(builds, order):
    imports, late = IMPORTS[order]
    done = builds.run("-c", LOAD.format(imports=imports, late=late))

    assert done.stdout.split() == ["7", builds.environment["MUSA_HOME"]]
    calls = [call.split() for call in builds.calls()]
    (device,) = [call for call in calls if call[0] == builds.mcc]
    assert {"-x", "musa", "--offload-arch=mp_22", "-fPIC"} <= set(device)
    (link,) = [call for call in calls if "-shared" in call]
    assert {"-lmublas", "-lmusart"} <= set(link)
    assert not [word for word in link if word.startswith("-l") and "cuda" in word]


def test_a_ported_project_builds_by_the_names_of_before(builds):
    """`torchada port` makes value.mu of value.cu, and leaves the build script as it is."""
    ported = (builds.folder / "value.cu").read_text().replace("cuda", "musa")
    (builds.folder / "value.cu").unlink()
    builds.write({"value.mu": ported})

    done = builds.run("-c", LOAD.format(imports="import torch", late=""))
    assert done.stdout.split()[0] == "7"


def test_second_load_compiles_nothing_and_a_changed_header_is_seen(builds):
    code = LOAD.format(imports="import torch", late="")
    builds.run("-c", code)
    builds.calls()
    builds.run("-c", code)
    assert builds.calls() == []

    builds.write({"value.cuh": "#define VALUE 8\n"})
    assert builds.run("-c", code).stdout.split()[0] == "8"
    assert len(builds.calls()) == 2


def test_builds_of_two_processes_at_once(builds):
    code = LOAD.format(imports="import torch", late="")
    command = [sys.executable, "-c", code]
    environment = clean_environment(builds.environment)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [
        subprocess.Popen(command, env=environment, cwd=builds.folder, **pipes) for _ in range(2)
    ]
    results = [process.communicate(timeout=300) for process in both]

    assert [out.split()[0] for out, _ in results] == ["7", "7"], results
    assert len(builds.calls()) == 3


def test_lock_file_that_pytorch_left_behind_blocks_nothing(builds, tmp_path):
    (tmp_path / "cache/loaded").mkdir(parents=True)
    (tmp_path / "cache/loaded/lock").touch()

    done = builds.run("-c", LOAD.format(imports="import torch", late=""))
    assert done.stdout.split()[0] == "7"


def test_killed_build_leaves_nothing_that_blocks_or_writes(builds):
    code = LOAD.format(imports="import torch", late="")
    started = builds.folder / "started"
    mcc = Path(builds.mcc)
    working = mcc.read_text()
    mcc.write_text(
        f"#!/bin/sh\necho $$ > {started}.new && mv {started}.new {started}\nexec sleep 100\n"
    )
    environment = clean_environment(builds.environment)
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, cwd=builds.folder
    ) as build:
        wait_for(started.exists)
        build.kill()
    compiler = Path("/proc") / started.read_text().strip()
    wait_for(lambda: not compiler.exists())

    mcc.write_text(working)
    assert builds.run("-c", code).stdout.split()[0] == "7"


def wait_for(condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


def test_folder_of_its_own_for_musa(builds):
    code = """
    import torch
    from torch.utils import cpp_extension
    print(cpp_extension._get_build_directory("x", False))
    """
    environment = {"XDG_CACHE_HOME": str(builds.folder), "TORCH_EXTENSIONS_DIR": "."}
    done = builds.run(
        "-c", "import os; del os.environ['TORCH_EXTENSIONS_DIR']\n" + _dedent(code), **environment
    )

    assert "_mu" in done.stdout and "_cpu" not in done.stdout


def _dedent(code):
    import textwrap

    return textwrap.dedent(code)


def test_paths_and_names_of_torchada(run_python):
    run_python("""
        import sys, torchada
        assert "torch.utils.cpp_extension" not in sys.modules
        import torch
        assert "torch.utils.cpp_extension" not in sys.modules
        from torchada.utils.cpp_extension import BuildExtension, CUDAExtension, CUDA_HOME
        from torch.utils import cpp_extension
        assert CUDAExtension is cpp_extension.CUDAExtension
        assert BuildExtension is cpp_extension.BuildExtension
        assert CUDA_HOME == cpp_extension.CUDA_HOME == torchada.CUDA_HOME is not None
        from torch_musa.utils import musa_extension
        of_musa = musa_extension.include_paths(musa=True)
        # Before them stand torchada's headers for the stable interface, where PyTorch has it.
        assert cpp_extension.include_paths("cuda")[-len(of_musa):] == of_musa
        assert cpp_extension.library_paths("cuda") == musa_extension.library_paths(musa=True)
        for paths in (cpp_extension.include_paths, cpp_extension.library_paths):
            own = [path for path in paths("cuda") if path not in paths()]
            assert own and paths("cuda", False) == own
            assert paths("cuda", torch_include_dirs=False) == own
            assert paths(cuda=True) == paths("cuda") and paths(cuda=False) == paths()
        assert cpp_extension.include_paths() == musa_extension.include_paths()
        genuine = cpp_extension.__dict__["_jit_compile"].__wrapped__
        torchada.unpatch()
        assert cpp_extension._jit_compile is genuine
        assert cpp_extension.CUDA_HOME != torchada.CUDA_HOME  # None, or that of a CUDA build
        """)


def test_nothing_changes_without_musa(run_python):
    run_python(
        """
        import torchada
        from torch.utils import cpp_extension
        names = ("load", "_jit_compile", "_write_ninja_file", "include_paths", "_is_cuda_file")
        for name in names:
            assert getattr(cpp_extension, name).__module__ == "torch.utils.cpp_extension", name
        assert cpp_extension.BuildExtension.build_extensions.__module__ == "torch.utils.cpp_extension"
        from torchada.utils.cpp_extension import load
        assert load is cpp_extension.load
        """,
        musasim=False,
        env={"TORCHADA_PLATFORM": "cpu"},
    )
