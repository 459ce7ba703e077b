"""tools/check_port_corpus.py: a tree that the engine ports well passes, and each wrong edit or silence shows."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "port" / "tests" / "cases"
sys.path.insert(0, str(ROOT / "tools"))

from port_check import own, record  # noqa: E402
from port_check.checks import FileCheck  # noqa: E402
from port_check.looks import Judge, symbols_in  # noqa: E402
from port_check.project import Own  # noqa: E402
from port_check.source import Source  # noqa: E402


def run(folder):
    command = [sys.executable, str(ROOT / "tools" / "check_port_corpus.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True)


def checked(text, edits=(), findings=(), names=()):
    """What the checks say of a text with (begin, old, new) edits and (line, column, length, code)."""
    data = text.encode()
    found = [dict(zip(("line", "column", "length", "code", "name"), f)) for f in findings]
    owned = Own()
    owned.update(names)
    edits = [record.Edit(data.index(old), old, new) for old, new in edits]
    check = FileCheck("a.cu", Source(data), edits, record.Findings(found, data), Judge())
    check.run(owned, False)
    return [(violation.line, violation.check) for violation in check.violations]


def test_golden_cases_of_the_engine_pass(tmp_path):
    for area in CASES.iterdir():
        for case in area.iterdir():
            if case.suffix not in (".expected", ".report", ".rules"):
                project = tmp_path / f"{area.name}-{case.stem}"
                project.mkdir()
                shutil.copy(case, project)
    done = run(tmp_path)

    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "violations: 0"), done.stdout


def test_a_corpus_without_projects_is_an_error(tmp_path):
    done = run(tmp_path / "missing")

    assert done.returncode == 2 and "tools/port_corpus.py fetches the projects" in done.stderr


@pytest.mark.parametrize(
    "text, old, new, check",
    [
        ("// cudaFree\n", b"cudaFree", b"musaFree", "edit in a comment"),
        ("/* a\ncudaFree */\n", b"cudaFree", b"musaFree", "edit in a comment"),
        ('f("cudaFree");\n', b"cudaFree", b"musaFree", "edit in a string"),
        ('R"x(" cudaFree)x";\n', b"cudaFree", b"musaFree", "edit in a string"),
        ("'cuda';\n", b"cuda", b"musa", "edit in a character"),
        ("#error cudaFree\n", b"cudaFree", b"musaFree", "edit in a message"),
        ("my_cuda_name;\n", b"cuda", b"musa", "edit in a longer identifier"),
        ("cudaFree;\n", b"cudaFree", b"cudaMalloc", "edit to a name of CUDA"),
        ("cudaFree;\n", b"cudaFree", b"musaMalloc", "another name than the table's"),
    ],
)
def test_wrong_edit_shows(text, old, new, check):
    assert check in [found for _, found in checked(text, [(old, new)])]


@pytest.mark.parametrize(
    "text, check",
    [
        ("\ncudaFree(0);\n", "name of a table left"),
        ("#if 0\ncudaFree(0);\n#endif\n", "name of a table left"),
        ("\ncuda\\\nFree(0);\n", "name of a table left"),
        ("\nat::cuda::getCurrentCUDAStream();\n", "qualified name left"),
        ("\n#include <cuda_runtime.h>\n", "header left"),
        ("\ncudaNeverHeardOf_t x;\n", "CUDA-looking name left"),
        ("\n#if (800) <= __CUDA_ARCH__\n", "guard not reported"),
        ("\nif (CUDA_VERSION/10 > 1100) f();\n", "guard not reported"),
        ('\nasm("trap;");\n', "asm not reported"),
    ],
)
def test_silence_shows(text, check):
    assert (2, check) in checked(text)


@pytest.mark.parametrize(
    "text",
    [
        "// cudaFree, asm, __CUDA_ARCH__ >= 800\n",
        "'\"'; f('\\'', \"cudaFree // \\\" \"); // don't cudaFree\n",
        "1'000'000; // cudaFree\n",
        "caf$::cuda::stream_ref a; caf\u00e9cudaFree; cudaFree$;\n",
        "x.cudaNeverHeardOf; mine::cudaNeverHeardOf; my_cudaFree;\n",
        "#define cudaFree musaFree\n# define cudaMalloc \\\n  musaMalloc\n",
    ],
)
def test_what_is_no_code_or_no_name_of_cuda_passes(text):
    assert checked(text) == []


def test_a_finding_of_the_name_or_of_a_whole_range_is_a_report():
    text = '#ifdef USE_ROCM\ncudaFree(0); asm("trap;");\n#endif\n'

    assert checked(text, findings=[(1, 1, len(text), "other-vendor")]) == []
    assert checked("cudaFree(0);\n", findings=[(1, 1, 8, "unsupported-name", "cudaFree")]) == []
    assert checked("f(); cudaFree(0);\n", findings=[(1, 1, 1, "tma", "f")]) != []


def test_own_names_are_known_by_their_definitions():
    code = b"""#define CUDA_A(x) x
struct __align__(8) cudaB { };  using cudaC = int;  typedef int cudaD;
enum { cudaE = 1, cudaF }; int cudaG(int* cudaH); namespace cudaI::cudaJ { }
return cudaX; f(cudaY); new cudaZ(1); a = cudaW;
"""
    names = own.defined_in(code)

    assert {b"CUDA_A", *(b"cuda" + bytes([c]) for c in b"BCDEFGHIJ")} <= names
    assert not names & {b"cudaX", b"cudaY", b"cudaZ", b"cudaW"}
    assert own.passed_in(b"add_definitions(-DCUDA_K) option(CUDA_L x)") == {b"CUDA_K", b"CUDA_L"}


def test_names_of_a_table_of_symbols_are_looked_for(tmp_path):
    table = tmp_path / "symbols.tsv"
    rows = [
        "h\t1\t1\tc\t1\t0\t0\tk",
        "strangeOne\t1\t1\truntime\t1\t0\t0\t0",
        "h2v\t1\t1\tdevice\t1\t0\t0\t0",
    ]
    table.write_text("\n".join(rows) + "\n")

    assert symbols_in(table) == {"strangeOne"}
    assert Judge(symbols_in(table)).kind(b"strangeOne") == "looks"


def test_edits_are_read_from_the_manifest():
    manifest = b"torchada-port manifest 1\nfile\ta.mu\ta%09.cu\t1\t2\t3\t4\tchanged\t5\nedit\t0\t4\tcudA%0a\n"
    ((path, (output, changed)),) = record.changes(manifest).items()
    edits, back = record.edits(changed, b"musa rest")

    assert (path, output) == ("a\t.cu", "a.mu")
    assert (back, [(e.begin, e.end, e.old, e.new) for e in edits]) == (
        b"cudA\n rest",
        [(0, 5, b"cudA\n", b"musa")],
    )
