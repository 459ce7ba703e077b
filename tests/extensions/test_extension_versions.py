"""TORCHADA_CUDA_VERSION: what guards on versions read as in an extension, whose own flags win."""

import pytest
from support.extension_builds import Builds

from torchada._extensions import flags

CUDA = ["-DCUDA_VERSION=12040", "-DCUDART_VERSION=12040"]
NVCC = ["-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=4"]


def test_nothing_is_defined_without_the_variable(monkeypatch):
    monkeypatch.delenv(flags.VERSION, raising=False)
    assert flags.macros_of_nvcc(["-O2"]) == flags.macros_of_cuda() == []


@pytest.mark.parametrize(
    "words, wanted",
    {
        "": [*NVCC, *CUDA],
        "-DCUDA_VERSION=12000": [*NVCC, CUDA[1]],
        "-D CUDA_VERSION=12000": [*NVCC, CUDA[1]],
        "-UCUDART_VERSION": [*NVCC, CUDA[0]],
        "-DCUDA_VERSION_STRING=x -DTEXT=CUDA_VERSION -DX -D": [*NVCC, *CUDA],
        "-D__CUDACC_VER_MAJOR__=13": CUDA,
        "-D__CUDACC_VER_MINOR__=0": CUDA,
    }.items(),
)
def test_flags_of_the_extension_win(monkeypatch, words, wanted):
    monkeypatch.setenv(flags.VERSION, "12.4")
    assert flags.macros_of_nvcc(words.split()) == wanted
    assert flags.macros_of_nvcc([words]) == wanted or " -D" in words
    assert flags.macros_of_cuda(words.split()) == [word for word in wanted if word in CUDA]


def test_what_is_no_version(monkeypatch):
    monkeypatch.setenv(flags.VERSION, "12")
    with pytest.raises(ValueError, match="TORCHADA_CUDA_VERSION is '12'; expected"):
        flags.macros_of_cuda()


READ = """
#ifndef CUDART_VERSION
#define CUDART_VERSION 0
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 0
#endif
extern "C" int read_{name}() {{ return CUDA_VERSION * 1000 + CUDART_VERSION / 1000 + __CUDACC_VER_MAJOR__; }}
"""
USE = """
import ctypes, glob, sys
(path,) = glob.glob(sys.argv[1])
library = ctypes.CDLL(path)
print(library.read_host(), library.read_device())
"""
# The extension says 12000; the others are the variable's.
EXPECTED = [str(12000 * 1000 + 12), str(12000 * 1000 + 12 + 12)]


@pytest.fixture
def builds(tmp_path):
    import musasim

    made = Builds(tmp_path, musasim.home())
    made.environment[flags.VERSION] = "12.4"
    made.write({"host.cpp": READ.format(name="host"), "device.cu": READ.format(name="device")})
    return made


def ours_come_first(builds):
    compiled = [call.split() for call in builds.calls() if " -c " in call]
    firsts = [call.index("-DCUDART_VERSION=12040") for call in compiled]
    users = [call.index("CUDA_VERSION=12000") for call in map(apart, compiled)]
    return len(firsts) == 2 and all(map(int.__lt__, firsts, users))


def apart(call):
    return [word.removeprefix("-D") if word.startswith("-DCUDA_") else word for word in call]


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
@pytest.mark.parametrize("use_ninja", [True, False])
def test_define_macros_of_setup_py(builds, use_ninja):
    extension = """CUDAExtension("versions", ["host.cpp", "device.cu"],
                                 define_macros=[("CUDA_VERSION", "12000")])"""
    builds.setup(extension, f"BuildExtension.with_options(use_ninja={use_ninja})")
    builds.build()

    assert builds.run("-c", USE, "./versions*.so").stdout.split() == EXPECTED
    assert ours_come_first(builds)


@pytest.mark.musa
@pytest.mark.usefixtures("needs_simulator")
def test_flags_of_load(builds):
    code = """
    from torch.utils.cpp_extension import load
    words = ["-D CUDA_VERSION=12000", "-DCUDART_VERSION_STRING=x"]
    load("versions", ["host.cpp", "device.cu"], extra_cflags=words, extra_cuda_cflags=words, is_python_module=False)
    """
    builds.write({"build.py": "\n".join(line.strip() for line in code.splitlines())})
    builds.run("build.py")

    path = builds.environment["TORCH_EXTENSIONS_DIR"] + "/versions/versions.so"
    assert builds.run("-c", USE, path).stdout.split() == EXPECTED
    assert ours_come_first(builds)
