"""Build scripts, those of CMake aside, are copied, and what in them is CUDA's is reported."""

import pytest

from torchada import port

SCRIPTS = {
    "setup.py": """from torch.utils.cpp_extension import CUDA_HOME, CUDAExtension
if torch.cuda.is_available() and CUDA_HOME is not None:  # nvcc
    flags = ["-gencode", "arch=compute_80", "--use_fast_math", "-O3", "-lcudart"]
    sources = ["kernel.cu", "other.cu", "main.cpp"]
""",
    "BUILD.bazel": 'cuda_library(srcs = ["kernel.cu"])\n',
    "Makefile": "all:\n\tnvcc -O3 kernel.cu\n",
    "other.py": "CUDA_HOME nvcc\n",
}
IN_SCRIPTS = [
    (
        "BUILD.bazel",
        1,
        "warning",
        "`cuda_library` builds for CUDA; `kernel.cu` is renamed to kernel.mu",
    ),
    ("Makefile", 2, "warning", "`nvcc` is mcc on MUSA; `kernel.cu` is renamed to kernel.mu"),
    (
        "setup.py",
        2,
        "warning",
        "`torch.cuda.is_available` tests for CUDA; `CUDA_HOME` tests for CUDA",
    ),
    ("setup.py", 3, "note", "`-gencode` (it names an NVIDIA architecture); `arch=compute_80`"),
    ("setup.py", 4, "note", "`kernel.cu` is renamed to kernel.mu"),
]


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    (root / "kernel.cu").write_text("cudaFree(0);")
    return root


def test_build_scripts_are_copied_and_reported(project, tmp_path):
    for name, text in SCRIPTS.items():
        (project / name).write_text(text)
    report = port.port_tree(project, tmp_path / "ported")

    found = [
        (file["path"], finding["line"], finding["severity"], finding["message"])
        for file in report["files"]
        for finding in file["findings"]
        if finding["code"] == "build-script"
    ]
    assert [place[:3] for place in found] == [place[:3] for place in IN_SCRIPTS]
    for (*_, message), (*_, beginning) in zip(found, IN_SCRIPTS):
        assert message.startswith(beginning)
    assert (tmp_path / "ported" / "setup.py").read_text() == SCRIPTS["setup.py"]


@pytest.mark.parametrize(
    "script, text, severity",
    [
        ("setup.py", 'Extension("x", libraries=["cublas"])', "note"),
        ("setup.py", 'name = "my cublas"; extra = "cuda"; cublas = 1', None),
        ("Makefile", "LIBS = cublas", None),
    ],
)
def test_libraries_that_build_scripts_name(tmp_path, script, text, severity):
    root = tmp_path / "project"
    root.mkdir()
    (root / script).write_text(text + "\n")
    (file,) = port.port_tree(root, check=True)["files"]
    expected = [] if severity is None else [(severity, "`cublas` is mublas on MUSA")]
    assert [(one["severity"], one["message"]) for one in file["findings"]] == expected


def test_a_long_line_of_a_build_script_is_read_in_time_and_cut(tmp_path):
    (tmp_path / "Makefile").write_text(f"X = {' '.join(f'a{n}*.cu' for n in range(60000))}\n")
    (file,) = port.port_tree(tmp_path, check=True)["files"]
    (finding,) = file["findings"]
    assert "`a19*.cu`" in finding["message"] and finding["message"].endswith("; ...")


def test_a_build_script_alone_stays_as_it_is():
    text = "flags = ['-gencode']\ncudaFree\n"
    done, report = port.translate(text, "setup.py")

    assert done == text and [f["line"] for f in report["findings"]] == [1]


def test_sources_that_python_compiles_when_it_runs(project, tmp_path):
    (project / "ops.py").write_text("""from torch.utils.cpp_extension import load, load_inline
nvcc = "nvcc --use_fast_math"
cuda_sources = [KERNEL]
a = load_inline(name="a", cpp_sources="", cuda_sources=cuda_sources)
b = load("b", sources=["kernel.cu"])
c = torch.cuda._compile_kernel(KERNEL, "f")
""")
    (project / "other.py").write_text("cuda_sources=1; open('kernel.cu')\n")
    report = port.port_tree(project, tmp_path / "ported")

    (ops,) = [file["findings"] for file in report["files"] if file["path"] == "ops.py"]
    assert [(found["line"], found["severity"]) for found in ops] == [
        (4, "warning"),
        (5, "note"),
        (6, "warning"),
    ]
    assert "`cuda_sources` compiles CUDA sources in strings" in ops[0]["message"]
    assert ops[0]["help"].startswith(
        "On MUSA: translate the strings with torchada.port.translate()"
    )
    assert "`kernel.cu` is renamed to kernel.mu" in ops[1]["message"]
    (other,) = [file["findings"] for file in report["files"] if file["path"] == "other.py"]
    assert other == []
    assert port.translate("cudaFree", "other.py")[0] == "cudaFree"
