"""torchada-port on texts that no person writes: right or a clear error, in bounded time and memory."""

import subprocess
import sys

import pytest
from support.port_trees import OWN, PORT, run_port

MEGABYTE = 1 << 20
CODE = "cudaFree(0);\n"

# What is repeated, and whether `cudaFree` behind it is still code.
PIECES = {
    "comments": (b"/*", False),
    "comments that end": (b"/* /* */", True),
    "line comments": (b"//", True),
    "strings": (b'"', True),
    "escapes": (b'"\\', False),
    "characters": (b"'", True),
    "raw strings": (b'R"(', False),
    "raw delimiters": (b'R"abcdefghijklmnop(', False),
    "splices": (b"\\\n", True),
    "backslashes": (b"\\", True),
    "NUL": (b"\0", True),
    "high bytes": (b"\x80\xc0", True),
    "carriage returns": (b"\r", True),
    "blanks": (b" ", True),
    "newlines": (b"\n", True),
    "parentheses": (b"(", True),
    "braces": (b"}{", True),
    "launches": (b"a<<<", True),
    "closes": (b">>>", True),
    "scopes": (b"cuda::", None),
    "absolute": (b"::", None),
    "members": (b"x->y.", None),
    "hashes": (b"#", None),
    "pastes": (b"##", None),
    "directives": (b"#if cudaFree\n", True),
    "conditions": (b"#if !(!(defined(A) || B) && __CUDA_ARCH__ >= 800)\n#else\n", True),
    "one condition": (b"#if A || ", None),
    "includes": (b'#include "', None),
    "asm": (b'asm("mov.u32 %0, %1;" : "=r"(a', None),
    "asm template": (b'asm volatile("a;b;c;d;', None),
    "registrations": (b"TORCH_LIBRARY_IMPL(a, CUDA, ", None),
    "markers": (b"// torchada: off\n// torchada: on\n", True),
    "identifier": (b"cuda", None),
    "digits": (b"1'0", None),
    "templates": (b"a<b<", None),
    "enums": (b"enum { cudaMine,", None),
    "defines": (b"#define cudaMine \\\n", None),
    "unknown names": (b"cudaMine(", True),
}


@pytest.mark.parametrize("name", PIECES)
def test_repeated(name):
    piece, is_code = PIECES[name]
    text = piece * (MEGABYTE // len(piece)) + b"\n" + CODE.encode()
    done = subprocess.run(
        [PORT, "-", "-q"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
    )
    assert done.returncode in (0, 1), done.stderr
    if is_code is not None:
        assert done.stdout.endswith(b"\n" + (b"musa" if is_code else b"cuda") + b"Free(0);\n")
    again = subprocess.run([PORT, "-", "-q"], input=done.stdout, capture_output=True)
    assert again.stdout == done.stdout


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_kept(tmp_path, encoding):
    (tmp_path / "project").mkdir()
    text = CODE.encode(encoding)
    (tmp_path / "project" / "wide.cu").write_bytes(text)
    done = run_port(tmp_path / "project", "-o", tmp_path / "target")
    assert (tmp_path / "target" / "wide.mu").read_bytes() == text
    marked = text[:2] in (b"\xff\xfe", b"\xfe\xff")
    assert ("1 encoding" in done.stderr) == marked


def test_text_alone_in_utf_16_is_kept_and_reported():
    text = CODE.encode("utf-16")
    done = subprocess.run([PORT, "-", "-q", "-j1"], input=text, capture_output=True)
    assert done.stdout == text
    assert b"warnings: 1 encoding" in done.stderr


def test_text_is_utf_16_and_the_report_says_so(tmp_path):
    (tmp_path / "a.cu").write_bytes(b"\xff\xfe" + CODE.encode("utf-16-le"))
    done = run_port(tmp_path, "--check")
    assert "1 encoding" in done.stderr


def run_limited(arguments, memory):
    """Run the program with so much memory; what it used, in bytes."""
    code = (
        "import os, resource, subprocess, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)\n"
        "code = subprocess.run(sys.argv[2:]).returncode\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)\n"
        "sys.exit(code)\n"
    )
    command = [sys.executable, "-c", code, str(memory), PORT, *arguments, "-q", "-j", "2"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done, int(done.stdout)


def large_file(path, size, unit):
    with open(path, "wb") as file:
        written = 0
        while written < size:
            written += file.write(unit * max(1, MEGABYTE // len(unit)))


def test_out_of_memory_is_an_error(tmp_path):
    (tmp_path / "project").mkdir()
    large_file(tmp_path / "project" / "large.cu", 300 * MEGABYTE, b"cudaFree(0); ")
    for arguments in (
        [tmp_path / "project", "-o", tmp_path / "target"],
        [tmp_path / "project", "--in-place"],
        [tmp_path / "project" / "large.cu", "-o", tmp_path / "large.mu"],
    ):
        done, _ = run_limited(arguments, 256 * MEGABYTE)
        assert done.returncode == 2
        assert "out of memory" in done.stderr
    assert not (tmp_path / "large.mu").exists()
    assert not (tmp_path / "target" / "large.mu").exists()
    assert (tmp_path / "project" / "large.cu").exists()


@pytest.mark.slow
def test_memory_is_bounded_by_the_largest_file(tmp_path):
    """The size of the largest file, 256 MiB of others, 40 bytes an edit, and what is fixed."""
    project, target = tmp_path / "project", tmp_path / "target"
    project.mkdir()
    filler = b"q1 = a + b * c[i]; // cudaFree\t" * 30
    for number in range(4):
        large_file(project / f"{number}.cu", 200 * MEGABYTE, b"cudaFree(0); " + filler + b"\n")
    done, used = run_limited([project, "-o", target], 4 << 30)
    assert done.returncode == 0, done.stderr
    assert used < (200 + 256 + 150) * MEGABYTE
    assert (target / "3.mu").stat().st_size == (project / "3.cu").stat().st_size


@pytest.mark.slow
@pytest.mark.parametrize("unit", [b"cudaFree(0); " + b"q1 = a + b; " * 60, b"/*", b'"', b"\0"])
def test_one_gigabyte_in_one_line(tmp_path, unit):
    project, target = tmp_path / "project", tmp_path / "target"
    project.mkdir()
    large_file(project / "one.cu", 1 << 30, unit)
    done, used = run_limited([project, "-o", target], 4 << 30)
    assert done.returncode in (0, 1), done.stderr
    assert used < 1.3 * (1 << 30)
    with open(project / "one.cu", "rb") as before, open(target / "one.mu", "rb") as after:
        piece = len(unit) * (MEGABYTE // len(unit))
        while text := before.read(piece):
            assert text.replace(b"cuda", b"musa") == after.read(piece)
    assert not list((target / OWN / "tmp").iterdir())
