"""What `torchada check` finds around Python: packages, extensions, sources, compiled files; its verdict."""

import struct

import pytest
from support.checked import check, found, run, write

from torchada._check import files, tree
from torchada._check.packages import PACKAGES
from torchada._errors import CommandError

SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
setup(ext_modules=[CUDAExtension("a", ["csrc/a.cpp", "csrc/a.cu"])])
"""
KERNEL = "#include <cuda_runtime.h>\n__global__ void f() {}\n"
OPENS = "import ctypes\nlib = ctypes.cdll.LoadLibrary(folder / f'libk_cuda{version}.so')"
REQUIRED = "bitsandbytes>=0.43"


@pytest.mark.parametrize(
    "path, text, optional",
    [
        ("requirements.txt", f"torch\n{REQUIRED}  # 8 bits\n", ""),
        (
            "requirements-dev.txt",
            f"-r requirements.txt\n{REQUIRED}\n",
            "only for requirements-dev.txt",
        ),
        ("requirements/cuda.txt", REQUIRED, "only for cuda.txt"),
        ("pyproject.toml", f'[project]\nname = "a"\ndependencies = ["{REQUIRED}"]\n', ""),
        (
            "pyproject.toml",
            f'[project.optional-dependencies]\nquantized = ["{REQUIRED}"]\n',
            "only for quantized",
        ),
        (
            "pyproject.toml",
            f'[dependency-groups]\nquantized = [{{include-group = "dev"}}, "{REQUIRED}"]\ndev = []\n',
            "only for quantized",
        ),
        (
            "pyproject.toml",
            f'[tool.poetry.dependencies]\n"{REQUIRED}" = "*"\n',
            "",
        ),
        (
            "pyproject.toml",
            f'[tool.poetry.dependencies]\n"{REQUIRED}" = {{version = "*", optional = true}}\n',
            "only for an extra",
        ),
        ("setup.cfg", f"[options]\ninstall_requires =\n    torch\n    {REQUIRED}\n", ""),
        ("setup.py", f"from setuptools import setup\nsetup(install_requires=['{REQUIRED}'])", ""),
        ("setup.py", f"needs = ['{REQUIRED}']\nsetup(install_requires=needs)", ""),
        ("setup.py", f"needs = ['{REQUIRED}']\nsetup(install_requires=['torch'] + needs)", ""),
        ("PKG-INFO", f"Metadata-Version: 2.1\nName: a\nRequires-Dist: {REQUIRED}\n\ntext", ""),
        (
            "a.dist-info/METADATA",
            f'Name: a\nRequires-Dist: {REQUIRED}; extra == "quantized"\n',
            "only for quantized",
        ),
    ],
)
def test_a_package_for_nvidia_gpus(tmp_path, path, text, optional):
    report = check(tmp_path, {path: text})

    (one,) = found(report, "requirement")
    assert (one.subject, one.outcome, one.optional) == ("bitsandbytes", "fails", optional)
    assert one.path == path and REQUIRED in text.splitlines()[one.line - 1]
    assert report.verdict == ("works" if optional else "will not work")
    assert "torchao" in one.help


@pytest.mark.parametrize("folder", ["benchmarks", "examples", "tests"])
@pytest.mark.parametrize("own, verdict", [("", "works"), (REQUIRED, "will not work")])
def test_only_what_the_project_itself_needs_blocks_it(tmp_path, folder, own, verdict):
    report = check(
        tmp_path,
        {
            "setup.cfg": f"[options]\ninstall_requires =\n    {own}\n",
            f"{folder}/requirements.txt": REQUIRED,
        },
    )

    assert report.verdict == verdict
    assert [one.path for one in report.blocking] == ["setup.cfg"] * bool(own)


@pytest.mark.parametrize("spelling", ["Flash_Attn", "flash-attn[extra]>2", "flash.attn ; a == 'b'"])
def test_a_name_of_a_package_has_several_spellings(tmp_path, spelling):
    (one,) = found(check(tmp_path, {"requirements.txt": spelling}), "requirement")

    assert (one.subject, one.outcome, one.is_blocking) == ("flash-attn", "setting", False)


def test_a_package_is_told_once(tmp_path):
    files = {
        "PKG-INFO": f"Name: a\nRequires-Dist: {REQUIRED}\n",
        "pyproject.toml": f'[project]\ndependencies = ["{REQUIRED}"]\n',
    }
    assert len(found(check(tmp_path, files), "requirement")) == 1


@pytest.mark.parametrize("path", ["PKG-INFO", "a-1.0/PKG-INFO", "cupy.dist-info/METADATA"])
def test_a_project_that_is_such_a_package_itself(tmp_path, path):
    report = check(tmp_path, {path: "Metadata-Version: 2.1\nName: CuPy_CUDA12x\n"})

    (one,) = found(report, "package")
    assert (one.subject, one.line, report.verdict) == ("cupy-cuda12x", 2, "will not work")


@pytest.mark.parametrize("is_itself", [False, True])
def test_a_package_that_can_be_imported_but_not_used(tmp_path, is_itself):
    about = "Name: torch-memory-saver" if is_itself else "Requires-Dist: torch_memory_saver"
    report = check(tmp_path, {"PKG-INFO": f"Metadata-Version: 2.1\n{about}\n"})

    assert [one.outcome for one in report.statements] == ["fails" if is_itself else "review"]
    assert report.verdict == ("will not work" if is_itself else "works")


def test_files_that_cannot_be_parsed(tmp_path):
    report = check(tmp_path, {"pyproject.toml": "[project\n", "setup.cfg": "x\n"})

    assert [one.code for one in report.statements] == ["unparsable", "unparsable"]
    assert report.verdict == "works"


@pytest.mark.parametrize(
    "data",
    [REQUIRED.encode("utf-16"), b"\xef\xbb\xbf" + REQUIRED.encode(), b"\x0c" + REQUIRED.encode()],
    ids=["utf-16", "mark", "form feed"],
)
def test_requirements_as_other_systems_write_them(tmp_path, data):
    (tmp_path / "requirements.txt").write_bytes(data)

    (one,) = found(tree.check(str(tmp_path), jobs=1), "requirement")
    assert (one.subject, one.line) == ("bitsandbytes", 1)


@pytest.mark.parametrize("path", ["setup.py", "pyproject.toml", "setup.cfg"])
def test_a_mark_of_utf_8_is_no_error(tmp_path, path):
    text = {
        "setup.py": f"setup(install_requires=['{REQUIRED}'])",
        "pyproject.toml": f"[project]\ndependencies = ['{REQUIRED}']",
        "setup.cfg": f"[options]\ninstall_requires =\n    {REQUIRED}",
    }[path]
    report = check(tmp_path, {path: "\ufeff" + text})

    assert len(found(report, "requirement")) == 1 and not found(report, "unparsable")


@pytest.mark.parametrize(
    "marker, optional",
    [
        ("sys_platform == 'win32'", "only where sys_platform == win32"),
        ('platform_system=="Darwin" and a == "b"', "only where platform_system == Darwin"),
        ("sys_platform != 'linux'", "only where sys_platform != linux"),
        ("sys_platform == 'linux'", ""),
        ("os_name != 'nt'", ""),
        ("sys_platform == 'win32' or sys_platform == 'linux'", ""),
    ],
)
def test_a_requirement_of_another_platform(tmp_path, marker, optional):
    (one,) = found(check(tmp_path, {"requirements.txt": f"{REQUIRED}; {marker}"}), "requirement")

    assert one.optional == optional


@pytest.mark.parametrize(
    "text",
    [
        "project = 3",
        "[project]\ndependencies = 5",
        f"[project]\ndependencies = '{REQUIRED}'",
        "[project]\noptional-dependencies = []",
        "[project.optional-dependencies]\na = 1",
    ],
)
def test_an_entry_of_the_wrong_type_is_a_statement(tmp_path, text):
    (one,) = check(tmp_path, {"pyproject.toml": text}).statements

    assert one.code == "unparsable" and "should be of type" in one.message


def test_a_setup_script_that_is_too_deep(tmp_path):
    report = check(tmp_path, {"setup.py": "x = " + "+".join(["1"] * 50000)})

    assert {one.code for one in report.statements} == {"unparsable"}


def test_requirements_of_tests_do_not_block(tmp_path):
    report = check(tmp_path, {"tests/requirements.txt": REQUIRED})

    assert len(report.statements) == 1 and report.verdict == "works"


def test_packages_have_one_row_and_pypi_s_spelling():
    names = [package.name for package in PACKAGES]

    assert len(names) == len(set(names))
    assert all(name == name.lower() and "_" not in name for name in names)


def test_an_extension_that_is_ported(tmp_path):
    report = check(tmp_path, {"setup.py": SETUP, "csrc/a.cpp": "", "csrc/a.cu": KERNEL})

    assert report.verdict == "works" and report.edits == {"headers": 1}
    assert [one.subject for one in found(report, "port-ready")] == ["csrc/a.cu"]


def test_a_missing_source_of_an_extension(tmp_path):
    report = check(tmp_path, {"setup.py": SETUP, "csrc/a.cpp": ""})

    (one,) = found(report, "source-missing")
    assert (one.subject, one.line, one.is_blocking) == ("csrc/a.cu", 4, True)
    assert report.verdict == "will not work"


def test_a_source_that_the_build_makes_is_not_missing(tmp_path):
    setup = "setup(ext_modules=[Extension('a', sources=['a.c', '/b.c', '../c.c', name])])"

    assert check(tmp_path, {"setup.py": setup, "a.pyx": ""}).verdict == "works"


PTX = '__device__ void f() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }\n'


@pytest.mark.parametrize(
    "test, verdict",
    [
        ("os.getenv('BUILD_CUDA', '0') == '1'", "works"),
        ("'BUILD_CUDA' in os.environ", "works"),
        ("sys.version_info > (3,)", "will not work"),
    ],
)
def test_a_missing_source_of_an_extension_on_request(tmp_path, test, verdict):
    script = f"extensions = []\nif {test}:\n    extensions.append(Extension('a', ['a.c']))\n"
    report = check(tmp_path, {"setup.py": script + "setup(ext_modules=extensions)\n"})

    assert len(found(report, "source-missing")) == 1 and report.verdict == verdict


def test_sources_that_are_links_or_tests_are_there(tmp_path):
    script = SETUP.replace("csrc/a.cpp", "tests/a.cpp")
    write(tmp_path, {"setup.py": script, "real/a.cu": KERNEL, "tests/a.cpp": "int a;\n"})
    (tmp_path / "csrc").mkdir()
    (tmp_path / "csrc" / "a.cu").symlink_to("../real/a.cu")

    report = tree.check(str(tmp_path), with_tests=False, jobs=1)
    assert not found(report, "source-missing")


def test_sources_with_findings(tmp_path):
    kernel = PTX + "__device__ int g(int x) { return __shfl_sync(0xffffffff, x, 0); }\n"
    report = check(tmp_path, {"setup.py": SETUP, "csrc/a.cpp": "", "csrc/a.cu": kernel})

    (refused,) = found(report, "port-asm-refused")
    (mask,) = found(report, "port-warp-mask")
    assert (refused.outcome, refused.line, mask.outcome) == ("fails", 1, "review")
    assert report.ptx == {"tcgen05": 1}
    assert report.verdict == "works with edits"
    assert [(cost.code, cost.hours) for cost in report.costs] == [
        ("port-asm-refused", 4),
        ("port-warp-mask", 0.25),
    ]


def test_sources_that_no_build_script_compiles_are_optional(tmp_path):
    report = check(tmp_path, {"a/kernel.cu": PTX})

    assert found(report, "port-asm-refused")[0].optional == "compiled only when it is called for"
    assert report.verdict == "works" and report.hours == 0


def test_sources_of_a_cmake_project(tmp_path):
    cmake = (
        "cmake_minimum_required(VERSION 3.20)\nproject(a LANGUAGES CXX CUDA)\nadd_library(a a.cu)\n"
    )
    report = check(tmp_path, {"CMakeLists.txt": cmake, "a.cu": PTX})

    assert report.verdict == "works with edits"


@pytest.mark.parametrize(
    "path, is_blocking",
    [("csrc/a.cu", True), ("csrc/cutlass/b.h", None), ("tests/a.cu", False)],
)
def test_cutlass(tmp_path, path, is_blocking):
    files = {"setup.py": SETUP, "csrc/a.cpp": "", "csrc/a.cu": ""}
    files[path] = '#include "x.h"\n#  include <cutlass/gemm.h>\n'
    statements = found(check(tmp_path, files), "cutlass")

    if is_blocking is None:
        assert statements == []
    else:
        assert [(one.line, one.is_blocking) for one in statements] == [(2, is_blocking)]


def elf(text: bytes) -> bytes:
    return b"\x7fELF" + struct.pack("60x") + text


@pytest.mark.parametrize(
    "name, data, is_found",
    [
        ("a.so", elf(b"\0.nv_fatbin\0"), True),
        ("a.abi3.so", elf(b"\0libcudart.so.12\0"), True),
        ("libb.so.1", elf(b"\0libcuda.so.1\0"), True),
        ("a.so", elf(b"\0libc10.so\0libc.so.6\0"), False),
        ("a.so", b"INPUT(libcudart.so.12)" * 9, False),
        ("a.so", b"", False),
        ("k.cubin", b"x", True),
        ("k.ptx", b".version 8.0", True),
    ],
)
def test_compiled_files(tmp_path, name, data, is_found):
    report = check(tmp_path, {f"a/{name}": data})

    assert [one.subject for one in found(report, "binary")] == [name] * is_found
    assert report.verdict == ("works with edits" if is_found else "works")


@pytest.mark.parametrize(
    "files, verdict",
    [
        ({}, "will not work"),
        ({"k.cu": KERNEL}, "works with edits"),
        ({"k/__init__.py": "", "tests/k.py": OPENS}, "works with edits"),
    ],
)
def test_a_compiled_file_that_the_project_opens(tmp_path, files, verdict):
    report = check(
        tmp_path, {"k/__init__.py": OPENS, "k/libk_cuda12.so": elf(b".nv_fatbin\0"), **files}
    )

    assert report.verdict == verdict


def test_tests_copies_and_examples_need_no_edits(tmp_path):
    use = "import torch\ntorch.cuda.current_solver_handle()"
    paths = ["tests/a.py", "benchmarks/a.py", "test_a.py", "third_party/b/a.py", "examples/a.py"]
    report = check(tmp_path, dict.fromkeys(paths, use))

    assert len(found(report, "name-unsupported")) == 5
    assert report.verdict == "works" and report.costs == []


def test_tests_are_left_out(tmp_path):
    use = "import torch\ntorch.cuda.current_solver_handle()"
    report = check(tmp_path, {"tests/a.py": use, "test_b.py": use, "a.py": ""}, with_tests=False)

    assert report.statements == [] and report.files == {".py": 1}


def test_one_name_counts_once_for_a_file(tmp_path):
    use = "import torch\n" + "torch.cuda.current_solver_handle()\n" * 3
    report = check(tmp_path, {"a.py": use, "b.py": use})

    (cost,) = report.costs
    assert (cost.places, cost.hours, report.verdict) == (2, 4, "works with edits")


def test_settings(tmp_path):
    use = "import torch\nif torch.cuda.is_available():\n    print(torch.cuda.current_device())"
    report = check(tmp_path, {"a.py": use})

    assert report.verdict == "works"
    assert report.settings == [
        "Set TORCHADA_FORCE_CUDA_AVAILABLE=1, or ask torch.accelerator.is_available() as well."
    ]


def test_mentions_are_counted(tmp_path):
    text = "x.cuda(); y.to('cuda:0'); z.to(\"cuda\"); init_process_group('nccl')"
    report = check(tmp_path, {"a.py": text})

    assert report.mentions == {
        '"cuda" as a device': 2,
        ".cuda()": 1,
        '"nccl" as a backend': 1,
    }


def test_processes_find_what_one_finds(tmp_path):
    use = "import torch\ntorch.cuda.current_solver_handle()\n" + "#" * 30_000
    folder = str(write(tmp_path, {f"a{number}.py": use for number in range(60)}))

    assert tree.check(folder, jobs=3).statements == tree.check(folder, jobs=1).statements


def test_links_and_folders_of_tools_are_not_followed(tmp_path):
    write(tmp_path, {".git/a.py": "", "b/.venv/a.py": "", "b/c.py": ""})
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "link.py").symlink_to(tmp_path / "b" / "c.py")

    assert [file.path for file in files.walk(str(tmp_path))] == ["b/c.py"]


@pytest.mark.parametrize("files, verdict", [({}, "nothing"), ({"README.md": "cuda"}, "nothing")])
def test_nothing_to_check(tmp_path, files, verdict):
    assert check(tmp_path, files).verdict == f"{verdict} to check"
    assert run(tmp_path).returncode == 3
    assert check(tmp_path, {"a.py": ""}).verdict == "works"
    assert run(tmp_path).returncode == 0


@pytest.mark.parametrize(
    "summary, source, verdict",
    [
        ("Reads NVML", "import ctypes", "will not work"),
        ("Kernels for NVIDIA GPUs", "import torch.nn", "works"),
        ("Cudastream of news", "import ctypes", "works"),
    ],
)
def test_a_summary_about_cuda_alone(tmp_path, summary, source, verdict):
    files = {"PKG-INFO": f"Name: a\nSummary: {summary}\n", "a.py": source}
    assert check(tmp_path, files).verdict == verdict


def test_no_folder(tmp_path):
    with pytest.raises(CommandError, match="there is no folder"):
        tree.check(str(tmp_path / "missing"))
