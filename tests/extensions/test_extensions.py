"""setup.py with CUDAExtension and BuildExtension on MUSA: what is compiled, how, and when not."""

import os
import subprocess
import sys
import textwrap

import pytest
from support.extension_builds import Builds
from support.processes import clean_environment

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

FILES = {
    "csrc/main.cpp": """
#include "kernels/scale.cuh"
#include <cuda_runtime_api.h>
extern "C" int devices() { int count = 0; return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1; }
extern "C" int scaled(int x) { return scale(x); }
""",
    "csrc/kernels/scale.cu": '#include "scale.cuh"\nint scale(int x) { return FACTOR * x; }\n',
    "csrc/kernels/scale.cuh": "#pragma once\n#include <project/config.h>\nint scale(int x);\n",
    "include/project/config.h": "#define FACTOR 3\n",
    "csrc/cuda_names.txt": "cudaMalloc",
}
EXTENSION = """CUDAExtension(
    "project_C",
    ["csrc/main.cpp", "csrc/kernels/scale.cu"],
    include_dirs=["include"],
    libraries=["cublas", "nvToolsExt"],
    extra_compile_args={{"cxx": ["-O0"], "nvcc": {nvcc}}},
)"""
NVCC = ["-O1", "--use_fast_math", "-gencode", "arch=compute_80,code=sm_80", "-Xcompiler", "-Wall"]
USE = """
import ctypes, glob, torch
(path,) = glob.glob("./project_C*.so")
library = ctypes.CDLL(path)
print(library.devices(), library.scaled(5))
"""


@pytest.fixture
def builds(tmp_path):
    import musasim

    return Builds(tmp_path, musasim.home())


@pytest.fixture
def project(builds):
    builds.write(FILES)
    builds.setup(EXTENSION.format(nvcc=NVCC))
    return builds


def snapshot(folder):
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.relative_to(folder).parts[0] not in ("build",)
    }


def test_setup_py_builds_and_the_library_works(project):
    before = snapshot(project.folder)
    done = project.build()

    after = snapshot(project.folder)
    (built,) = set(after) - set(before)
    assert built.name.startswith("project_C.") and before.items() <= after.items()
    assert "left out on MUSA: -gencode arch=compute_80,code=sm_80" in done.stderr
    devices, scaled = project.run("-c", USE).stdout.split()
    assert int(devices) > 0 and scaled == "15"


def test_each_compiler_gets_its_flags(project):
    project.build()
    calls = project.calls()

    (device,) = [call.split() for call in calls if call.startswith(project.mcc)]
    assert {"-x", "musa", "-O1", "-ffast-math", "-Wall", "-fPIC"} <= set(device)
    assert "--offload-arch=mp_22" in device and "-O0" not in device
    assert not [word for word in device if "NO_HALF" in word]
    assert not [word for word in device if "gencode" in word or word.startswith(("-Xc", "--comp"))]
    (host,) = [call for call in calls if "main.cpp" in call]
    assert "-O0" in host.split() and "-ffast-math" not in host
    (link,) = [call.split() for call in calls if "-shared" in call]
    assert {"-lmublas", "-lmusart", "-lc10"} <= set(link)
    assert not [word for word in link if "cuda" in word or "nvTools" in word]


def test_unchanged_build_runs_no_compiler(project):
    project.build()
    project.calls()
    done = project.build()

    assert project.calls() == []
    assert "no work to do" in done.stdout


TIMED = """
import sys, time
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
sources = [f"csrc/f{i}.{'cu' if i % 2 else 'cpp'}" for i in range(50)]
begin = time.perf_counter()
setup(name="project", ext_modules=[CUDAExtension("project_C", sources)], cmdclass={"build_ext": BuildExtension})
print("took", time.perf_counter() - begin)
"""


@pytest.mark.slow
def test_unchanged_build_of_fifty_files_takes_less_than_a_second(builds):
    text = '#include "n.cuh"\n#include <cuda_runtime_api.h>\nint f{i}() {{ return N + cudaSuccess; }}\n'
    files = {f"csrc/f{i}.{'cu' if i % 2 else 'cpp'}": text.format(i=i) for i in range(50)}
    builds.write({**files, "csrc/n.cuh": "#define N 1\n", "setup.py": TIMED})
    builds.build()
    assert len(builds.calls()) == 51
    took = [float(builds.build().stdout.split()[-1]) for _ in range(3)]

    assert builds.calls() == [] and min(took) < 1


def test_changed_header_is_ported_and_compiled_again(project):
    project.build()
    project.calls()
    project.write({"include/project/config.h": "#define FACTOR 4\n"})
    project.build()

    assert len(project.calls()) == 3
    assert project.run("-c", USE).stdout.split()[1] == "20"


def test_changed_source_alone_is_compiled_again(project):
    project.build()
    project.calls()
    project.write({"csrc/kernels/scale.cu": FILES["csrc/kernels/scale.cu"] + "// cudaFree\n"})
    project.build()

    assert [call.split()[0] == project.mcc for call in project.calls()] == [True, False]


def test_header_that_is_gone_is_missed(project):
    project.build()
    (project.folder / "include/project/config.h").unlink()
    done = project.build(check=False)

    assert done.returncode != 0 and "project/config.h" in done.stdout


def test_build_without_ninja(project):
    project.setup(EXTENSION.format(nvcc=NVCC), "BuildExtension.with_options(use_ninja=False)")
    project.build()

    (device,) = [call.split() for call in project.calls() if call.startswith(project.mcc)]
    assert {"-ffast-math", "--offload-arch=mp_22", "-Wall", "-fPIC"} <= set(device)
    assert project.run("-c", USE).stdout.split()[1] == "15"


def test_subclass_and_options_of_build_extension(project):
    text = SUBCLASS.format(extension=EXTENSION.format(nvcc=[]))
    project.write({"setup.py": text})
    done = project.build()

    assert "subclass: ['csrc/main.cpp', 'csrc/kernels/scale.cu']" in done.stdout
    assert os.path.exists(project.folder / "project_C.so")


SUBCLASS = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
class Mine(BuildExtension):
    def build_extensions(self):
        super().build_extensions()
        print("subclass:", self.extensions[0].sources)
extension = {extension}
command = Mine.with_options(no_python_abi_suffix=True)
assert issubclass(command, BuildExtension)
setup(name="project", ext_modules=[extension], cmdclass={{"build_ext": command}})
"""


def test_subclass_gives_names_of_its_own(project):
    project.write(
        {
            "csrc/kernels/scale.cu": '#include "scale.cuh"\nint musa_times(int x) { return 7 * x; }\n'
            "int scale(int x) { return cudaTimes(x); }\n",
            "setup.py": OWN_NAMES.format(extension=EXTENSION.format(nvcc=[])),
        }
    )
    project.build()

    assert project.run("-c", USE).stdout.split()[1] == "35"


OWN_NAMES = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
class Mine(BuildExtension):
    def get_mapping_rule(self):
        names = super().get_mapping_rule()
        assert names["cudaMalloc"] == "musaMalloc"
        return {{**names, "cudaTimes": "musa_times"}}
extension = {extension}
setup(name="project", ext_modules=[extension], cmdclass={{"build_ext": Mine}})
"""


def test_errors_name_the_file_of_the_user(project):
    project.write({"csrc/kernels/scale.cu": "\n\nint scale(int x) { return missing; }\n"})
    done = project.build(check=False)

    assert done.returncode != 0
    assert f"{project.folder}/csrc/kernels/scale.cu:3:" in done.stdout


def test_what_cannot_be_ported_is_shown(project):
    project.write(
        {
            "csrc/kernels/ptx.cuh": '#pragma once\ninline void f() { asm("wgmma.fence.sync.aligned;"); }\n'
        }
    )
    project.write(
        {"csrc/kernels/scale.cu": '#include "ptx.cuh"\n#include "scale.cuh"\nint scale(int x);\n'}
    )
    first = project.build(check=False)
    second = project.build(check=False)

    assert "csrc/kernels/ptx.cuh:2:" in first.stderr and "[asm-refused]" in first.stderr
    assert "[asm-refused]" not in second.stderr


def test_sources_outside_the_project_and_with_the_same_name(builds):
    builds.write(
        {
            "a/same.cu": "int one() { return 1; }\n",
            "b/same.cu": "int two() { return 2; }\n",
            "b/same.cpp": "int three() { return 3; }\n",
            "../beside/same.cu": '#include "../shared/four.cuh"\nint four() { return FOUR; }\n',
            "../shared/four.cuh": "#define FOUR 4\n",
            "all.cpp": textwrap.dedent("""
                int one(); int two(); int three(); int four();
                extern "C" int all() { return one() + 10 * two() + 100 * three() + 1000 * four(); }
                """),
        }
    )
    outside = str(builds.folder.parent / "beside/same.cu")
    sources = ["all.cpp", "a/same.cu", "b/same.cu", "b/same.cpp", outside]
    builds.setup(f'CUDAExtension("project_C", {sources})')
    builds.build()

    use = "import ctypes, glob, torch; print(ctypes.CDLL(glob.glob('./*.so')[0]).all())"
    assert builds.run("-c", use).stdout.strip() == "4321"
    builds.calls()
    builds.build()
    assert builds.calls() == []


def test_a_build_folder_elsewhere_holds_all_objects(project):
    elsewhere = project.folder.parent / "a" / "b"
    project.run("setup.py", "build_ext", "--inplace", f"--build-temp={elsewhere}")

    objects = set(project.folder.parent.rglob("*.o"))
    assert len(objects) == 2 and objects == set(elsewhere.rglob("*.o"))
    assert project.run("-c", USE).stdout.split()[1] == "15"


def test_two_extensions_with_the_same_sources(project):
    one = EXTENSION.format(nvcc=NVCC)
    project.setup(one + ", " + one.replace("project_C", "package.other_C"))
    (project.folder / "package").mkdir()
    project.build()
    assert len(project.calls()) == 6
    project.build()

    assert project.calls() == []
    assert project.run("-c", USE).stdout.split()[1] == "15"


def test_two_builds_of_a_folder_at_once(project):
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    environment = clean_environment(project.environment)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    both = [
        subprocess.Popen(command, env=environment, cwd=project.folder, **pipes) for _ in range(2)
    ]
    outputs = [process.communicate(timeout=300)[0] for process in both]

    assert [process.returncode for process in both] == [0, 0], outputs
    assert len(project.calls()) == 3
    assert project.run("-c", USE).stdout.split()[1] == "15"


def test_arguments_as_a_list_go_to_both_compilers(project):
    project.setup(
        'CUDAExtension("project_C", ["csrc/main.cpp", "csrc/kernels/scale.cu"], '
        'include_dirs=["include"], extra_compile_args=["-O1", "-DHERE=1"])'
    )
    project.build()

    compiled = [call.split() for call in project.calls() if " -c " in call]
    assert len(compiled) == 2 and all({"-O1", "-DHERE=1"} <= set(call) for call in compiled)


def test_project_that_wants_mcc_for_all(project):
    """As projects say it that know torch_musa's builder."""
    project.setup(
        EXTENSION.format(nvcc=["-DNVCC=1"])
        .replace('["-O0"]', '["force_mcc", "-O0"]')
        .replace('"nvcc":', '"mcc": ["-DUSE_MUSA", "-x musa"], "nvcc":')
    )
    project.build()

    device = [call.split() for call in project.calls() if call.startswith(project.mcc)]
    assert len(device) == 2 and all({"-DNVCC=1", "-DUSE_MUSA"} <= set(call) for call in device)
    assert project.run("-c", USE).stdout.split()[1] == "15"


def test_device_linking(project):
    project.setup(
        'CUDAExtension("project_C", ["csrc/main.cpp", "csrc/kernels/scale.cu"], '
        'include_dirs=["include"], dlink=True, dlink_libraries=["cudadevrt"], '
        'extra_compile_args={"cxx": [], "nvcc": ["-rdc=true"]})'
    )
    done = project.build(check=False)

    calls = [call.split() for call in project.calls()]
    assert "-fgpu-rdc" in [call for call in calls if call[0] == project.mcc][0]
    (link,) = [call for call in calls if "-dlink" in call]
    assert link[0] == project.mcc and "-lcudadevrt" not in link, done.stdout
    assert any("-shared" in call and "dlink.o" in " ".join(call) for call in calls)


def test_plain_cpp_extension_is_compiled_where_it_is(builds):
    builds.write({"plain.cpp": 'extern "C" int one() { return 1; }\n'})
    builds.setup('CppExtension("project_C", ["plain.cpp"])')
    builds.build()

    assert f"{builds.folder}/plain.cpp" in builds.call_for("plain.cpp")


def test_build_host_without_a_device_builds_for_all(project):
    del project.environment["MTGPU_TARGET"]
    done = project.build(MUSASIM_DEVICES="0", TORCHADA_PLATFORM="musa")

    (device,) = [call.split() for call in project.calls() if call.startswith(project.mcc)]
    assert {f"--offload-arch=mp_{number}" for number in (21, 22, 31)} <= set(device)
    assert "compiling for all architectures: mp_21, mp_22, mp_31" in done.stderr


def test_missing_compiler_is_named(project):
    os.unlink(project.mcc)
    done = project.build(check=False)

    assert done.returncode != 0
    assert f"{project.mcc} does not exist" in done.stderr
