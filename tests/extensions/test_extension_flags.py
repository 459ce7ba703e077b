"""nvcc's command lines as mcc's, GPUs by their variables, and the lock of a build folder."""

import os
import subprocess
import sys
import threading
import time

import pytest

from torchada._extensions import arch, excluded, flags, project, sources
from torchada._extensions.lock import locked

FOR_MCC = {
    "-O3 -std=c++17 -DNAME=1 -I/x": "-O3 -std=c++17 -DNAME=1 -I/x",
    "-gencode arch=compute_80,code=sm_80 -O3": "-O3",
    "-gencode=arch=compute_90a,code=sm_90a": "",
    "-arch=sm_70 -arch sm_70": "",
    "--use_fast_math": "-ffast-math -fno-finite-math-only",
    "--expt-relaxed-constexpr --expt-extended-lambda --extended-lambda": "",
    "-lineinfo": "-g1",
    "--ptxas-options=-v -Xptxas -O3 -Xptxas=-v": "",
    "-Xcompiler -Wall,-Wextra --compiler-options '-fPIC'": "-Wall -Wextra -fPIC",
    "-Xcompiler=-fopenmp": "-fopenmp",
    "--threads 4 --threads=4 -t 4 -t=4": "",
    "-U__CUDA_NO_HALF_OPERATORS__": "-U__MUSA_NO_HALF_OPERATORS__",
    "-D__CUDA_NO_BFLOAT16_CONVERSIONS__": "-D__MUSA_NO_BFLOAT16_CONVERSIONS__",
    "-rdc=true -dc": "-fgpu-rdc -fgpu-rdc",
    "--ftz=true": "-fdenormal-fp-math=preserve-sign",
    "-maxrregcount 32 --maxrregcount=32 -diag-suppress=177": "",
    "-x musa -DUSE_MUSA -x cu": "-DUSE_MUSA",
    "-x c++": "-x c++",
    "-ccbin g++ -ccbin=g++ -Xcudafe --diag_suppress=1": "",
    "--ftz true -rdc true --relocatable-device-code=false": "-fdenormal-fp-math=preserve-sign -fgpu-rdc",
    "-fmad=false --fmad true": "-ffp-contract=off -ffp-contract=fast",
    "-prec-div=false --prec-sqrt=true -prec-sqrt true": "",
    "-allow-unsupported-compiler --allow-unsupported-compiler -res-usage --resource-usage": "",
    "-src-in-ptx --restrict -dlto -forward-unknown-to-host-compiler -O2": "-O2",
    "-expt-extended-lambda -extended-lambda -Wno-deprecated-gpu-targets": "",
    "-Werror all-warnings --Werror=all-warnings -Werror": "-Werror -Werror -Werror",
    "--Werror cross-execution-space-call -Werror=reorder -Werror -O1": "-Werror=reorder -Werror -O1",
    "--std c++17 -std=c++20": "-std=c++17 -std=c++20",
    "--disable-warnings --keep -lto -lz": "-w --save-temps -lz",
    "-DA=-t a.o -DB=1": "-DA=-t a.o -DB=1",
}


@pytest.mark.parametrize("written", FOR_MCC)
def test_flags_of_nvcc(written):
    assert flags.for_mcc(written.split()).words == FOR_MCC[written].split()


def test_flags_in_the_environment(monkeypatch):
    monkeypatch.setenv("NVCC_PREPEND_FLAGS", "-DFIRST")
    monkeypatch.setenv("NVCC_APPEND_FLAGS", "-O1 -DLAST='a b'")

    assert flags.of_environment() == (["-DFIRST"], ["-O1", "-DLAST=a b"])


def test_each_dropped_flag_has_a_reason():
    dropped = flags.for_mcc("--threads 4 -gencode arch=compute_80,code=sm_80 -O2".split()).dropped

    assert [flag for flag, _ in dropped] == ["--threads 4", "-gencode arch=compute_80,code=sm_80"]
    assert all(why for _, why in dropped)


def test_libraries():
    found, dropped = flags.libraries(["cudart", "cublas", "c10_cuda", "nvToolsExt", "z"])

    assert found == ["musart", "mublas", "z"]
    assert dropped == [("-lnvToolsExt", "NVTX serves NVIDIA's profilers")]
    assert flags.for_linker(["-Lx", "-lcurand", "-lcufile", "-Wl,-z,now"]).words == [
        "-Lx",
        "-lmurand",
        "-Wl,-z,now",
    ]


def test_libraries_by_their_paths():
    written = "/usr/local/cuda/lib64/libcudart.so.12 /opt/cuda/lib/libcublas.so own/libz.so own/a.o -L/x/libcuda.so"
    translated = flags.for_linker([*written.split(), "/x/libnvToolsExt.so.1"])

    assert translated.words == "-lmusart -lmublas own/libz.so own/a.o -L/x/libcuda.so".split()
    assert [flag for flag, _ in translated.dropped] == ["-lnvToolsExt"]


ARCHITECTURES = [
    ({"MTGPU_TARGET": "mp_22"}, ["22"]),
    ({"MTGPU_TARGET": "mp_21;mp_31", "TORCH_MUSA_ARCH_LIST": "22"}, ["21", "31"]),
    ({"TORCH_MUSA_ARCH_LIST": "21;22"}, ["21", "22"]),
    ({"TORCH_CUDA_ARCH_LIST": "2.2 3.1+PTX"}, ["22", "31"]),
    ({"TORCH_CUDA_ARCH_LIST": "8.0;9.0+PTX", "MTGPU_TARGET": "22"}, ["22"]),
]


@pytest.mark.parametrize("variables, wanted", ARCHITECTURES)
def test_gpus_by_variables(monkeypatch, variables, wanted):
    for name in ("MTGPU_TARGET", "TORCH_MUSA_ARCH_LIST", "TORCH_CUDA_ARCH_LIST"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert arch.architectures() == wanted


def test_unknown_gpu_is_named(monkeypatch):
    monkeypatch.setenv("MTGPU_TARGET", "sm_80")

    text = "MTGPU_TARGET=sm_80: sm_80 is not a MUSA architecture"
    with pytest.raises(arch.ArchitectureError, match=text):
        arch.architectures()


@pytest.mark.parametrize("model, number", [("S80", "21"), ("S4000", "22"), ("S5000", "31")])
@pytest.mark.musa
def test_gpu_of_this_machine_by_musa_info(run_python, needs_simulator, model, number):
    code = "import torch\nfrom torchada._extensions import arch\nprint(arch.flags())"
    done = run_python(code, env={"MUSASIM_MODEL": model, "MTGPU_TARGET": ""})

    assert done.stdout.strip() == f"['--offload-arch=mp_{number}']"


def test_only_headers_of_the_project_are_collected(tmp_path):
    for path, text in {
        "a.cu": '#include "b.cuh"\n  #  include <c.h>\n#include <torch.h>\n#include "gone.h"\n',
        "b.cuh": '#include "sub/../c.h"\n',
        "include/c.h": "",
        "foreign/torch.h": "",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    folders = [str(tmp_path / "include"), str(tmp_path / "foreign")]

    found = sources.collect([str(tmp_path / "a.cu")], folders, [str(tmp_path / "foreign")])
    assert sorted(os.path.relpath(path, tmp_path) for path in found) == [
        "a.cu",
        "b.cuh",
        "include/c.h",
    ]


def test_excluded_folders_and_names(tmp_path, monkeypatch):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("TORCHADA_EXCLUDE_DIRS", "~/a:/b/c/, package,nowhere,not a module.x,")

    assert excluded.folders() == ["/home/me/a", "/b/c", str(tmp_path / "package")]
    assert excluded.names() == ["package", "nowhere", "not a module.x"]
    monkeypatch.delenv("TORCHADA_EXCLUDE_DIRS")
    assert excluded.folders() == excluded.names() == []


def test_headers_in_folders_of_an_excluded_name_stay(tmp_path):
    for path in ("vendor/sub/v.h", "vendors/w.h"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).touch()
    source = tmp_path / "a.cu"
    source.write_text('#include "vendor/sub/v.h"\n#include "vendors/w.h"\n')

    found = sources.collect([str(source)], [], [], ["vendor"])
    assert list(found) == [str(source), str(tmp_path / "vendors/w.h")]


def test_include_folders_among_flags():
    assert project.folders_in("-O2 -Ia -I b -isystem c -iquote d".split()) == ["a", "b", "c", "d"]


def test_lock_waits_for_another_thread(tmp_path, capfd):
    order = []
    inside = threading.Event()

    def build():
        with locked(str(tmp_path), "it"):
            inside.set()
            time.sleep(0.2)
            order.append("first")

    thread = threading.Thread(target=build)
    thread.start()
    inside.wait()
    with locked(str(tmp_path), "it"), locked(str(tmp_path), "it"):
        order.append("second")
    thread.join()

    assert order == ["first", "second"]
    assert "waiting for another process, which is building it" in capfd.readouterr().err


HOLDER = """
import sys, time
from torchada._extensions.lock import locked
with locked(sys.argv[1], "it"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_killed_holder_leaves_no_lock(tmp_path):
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    with locked(str(tmp_path), "it"):
        pass
