"""Inline PTX that was ported to C++: its results on the simulated GPU are those that a host computes."""

import shutil
from pathlib import Path

import pytest
from support.processes import run_command

from torchada import port

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

DATA = Path(__file__).parents[1] / "data"
HEADERS = Path(__file__).resolve().parents[2] / "ptx" / "kernel_headers"


@pytest.mark.parametrize(
    "name, statements, model", [("ptx_calls", 29, "S4000"), ("ptx_groups", 23, "S5000")]
)
def test_ported_ptx_computes_what_the_host_does(name, statements, model, tmp_path):
    import musasim

    text, report = port.translate((DATA / f"{name}.cu").read_text(), "a.cu", asm="translate")
    codes = [finding["code"] for finding in report["findings"]]
    assert codes.count("asm-translated") == statements and "asm-refused" not in codes
    (tmp_path / "ported.mu").write_text(text)
    mcc = Path(musasim.home()) / "bin" / "mcc"
    program = tmp_path / "program"
    command = [mcc, "-O1", "-std=c++17", "-I", HEADERS, tmp_path / "ported.mu", "-o", program]
    built = run_command(command)
    assert built.returncode == 0, built.stderr
    done = run_command([program], env={"MUSASIM_MODEL": model})
    assert done.stdout.endswith(" checks, 0 wrong\n"), done.stdout


def test_kept_where_that_is_asked_for():
    fence = 'asm volatile("membar.gl;" ::: "memory");'
    assert port.translate(fence, "a.cu")[0].startswith('#include "torchada/ptx.h"\n')
    assert port.translate(fence, "a.cu", asm="keep")[0] == fence
    with pytest.raises(ValueError, match="asm must be 'keep' or 'translate', not 'drop'"):
        port.translate("", "a.cu", asm="drop")


def test_headers_compile_on_a_host_without_a_gpu(tmp_path):
    (tmp_path / "host.cpp").write_text('#include "torchada/ptx.h"\nint main() {}\n')
    compiler = shutil.which("c++") or shutil.which("g++")
    command = [compiler, "-std=c++17", "-I", HEADERS, "-fsyntax-only", tmp_path / "host.cpp"]
    assert run_command(command).returncode == 0


@pytest.mark.parametrize("text", ["STR(N)", "XSTR(N)", "STR(N + 1)", "SHIFT(N)"])
def test_an_argument_that_a_use_of_the_macro_gives_is_not_taken_for_its_name(text):
    # Neither for a macro nor for a word of PTX.
    head = '#define N 3\n#define STR(x) #x\n#define XSTR(x) STR(x)\n#define SHIFT(n) "0" #n\n'
    for name in ("N", "laneid"):
        use = text.replace("N", name)
        line = f'#define USE(d, {name}) asm("mov.u32 %0, " {use} ";" : "=r"(d))\n'
        out, report = port.translate(head + line, "a.cu")
        assert out == head + line
        found = [(one["code"], one["message"]) for one in report["findings"]]
        assert found == [("asm-refused", "a part of the text comes from a macro or an #if (text)")]
