"""The command line of mcc: inputs and outputs, dependency files, errors."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from support.mcc_tool import (  # noqa: F401
    HOME,
    HOST,
    KERNEL,
    MCC,
    compiled,
    folder_with_a_source,
    mcc,
    mcc_fails,
    run,
)

MAIN = "int main() { k<<<1, 1>>>(nullptr); return 0; }\n"


def test_version_names_the_tool_and_the_host_compiler():
    done = mcc("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("mcc version ")
    assert str(HOME) in done.stdout
    assert mcc("-dumpversion").stdout.strip() in done.stdout


def test_help_lists_options():
    assert "--offload-arch=" in mcc("--help").stdout


@pytest.mark.parametrize("compiler", ["{}", "env {}", f"{HOME}/bin/clang++"])
def test_variable_that_names_mcc_itself_is_passed_over(folder, compiler):
    """CMake sets CXX to its compiler, which may be mcc, or the clang++ that starts it."""
    for variable in ("MUSASIM_CXX", "CXX"):
        compiled(folder, "-c", "a.mu", env={"CXX": None, variable: compiler.format(MCC)})


def test_print_options_are_answered():
    assert mcc("-print-resource-dir").stdout.strip() == str(HOME)
    assert mcc("--print-resource-dir").stdout.strip() == str(HOME)
    target = mcc("-print-target-triple").stdout.strip()
    assert f"Target: {target}\n" in mcc("--version").stdout
    assert mcc("-print-file-name=libstdc++.so").stdout.strip().endswith("libstdc++.so")


def test_the_commands_of_the_builder_of_torch_musa(folder):
    """$mcc -MD -MF $out.d $musa_cflags -c $in -o $out; and with -x musa -MMD for forced .cpp files."""
    flags = [
        "-fPIC",
        "--offload-arch=mp_22",
        "-march=native",
        "-std=c++17",
        "-D_GLIBCXX_USE_CXX11_ABI=1",
    ]
    compiled(folder, "-MD", "-MF", "a.o.d", *flags, "-c", "a.mu", "-o", "a.o")
    assert (folder / "a.o.d").read_text().startswith("a.o:")
    assert "k.muh" in (folder / "a.o.d").read_text()
    (folder / "b.cpp").write_text(KERNEL.replace("k(", "k2("))
    compiled(folder, "-x", "musa", "-MMD", "-MF", "b.o.d", *flags, "-c", "b.cpp", "-o", "b.o")
    assert "device_language.h" not in (folder / "b.o.d").read_text()
    compiled(folder, "-dlink", "a.o", "b.o", "-o", "linked.o", "-L/nowhere", "-lmusart")
    compiled(folder, "-shared", "a.o", "b.o", "linked.o", "-o", "libab.so")
    assert "libmusart" in run("readelf", "-d", folder / "libab.so").stdout


def test_objects_are_named_after_sources_without_o(folder):
    compiled(folder, "-c", "-MD", "a.mu")
    assert (folder / "a.o").exists()
    assert (folder / "a.d").read_text().startswith("a.o:")
    compiled(folder, "-S", "a.mu")
    assert (folder / "a.s").exists()


def test_dependencies_alone_and_other_targets(folder):
    assert compiled(folder, "-MM", "a.mu").stdout.split() == ["a.o:", "a.mu", "k.muh"]
    compiled(folder, "-c", "a.mu", "-o", "a.o", "-MMD", "-MF", "d", "-MT", "target", "-MP")
    assert (folder / "d").read_text().startswith("target: a.mu")
    assert "k.muh:" in (folder / "d").read_text()


def test_dependencies_of_a_program_made_in_one_step(folder):
    """They name the program, and lie beside it."""
    (folder / "main.cpp").write_text("int main() {}\n")
    compiled(folder, "-MMD", "a.mu", "main.cpp", "-MF", "d", "-o", "prog")
    assert (folder / "d").read_text().startswith("prog:")
    compiled(folder, "-MMD", "-shared", "-fPIC", "a.mu", "-o", "liba.so")
    assert (folder / "liba.d").read_text().split() == ["liba.so:", "a.mu", "k.muh"]
    compiled(folder, "-MMD", "-shared", "-fPIC", "a.mu")
    assert (folder / "a.d").read_text().split() == ["a.o:", "a.mu", "k.muh"]


def test_preprocessing_goes_to_stdout_or_a_file(folder):
    text = compiled(folder, "-E", "a.mu").stdout
    assert "__global__ void k" in text
    compiled(folder, "-E", "a.mu", "-o", "a.ii")
    assert (folder / "a.ii").read_text() == text


def test_device_functions_of_a_header_are_in_many_files(folder):
    """Members that are defined outside of their class, friends, and specializations, without inline."""
    (folder / "shared.muh").write_text("""
template <class T> __device__ int as_int(T);
template <> __device__ int as_int<float>(float v) { return v; }
class A { int v; friend __device__ int twice(const A&); public:
__device__ A(); __device__ ~A(); __device__ int get() const; __device__ A& operator+=(int); };
__device__ A::A() : v(1) {}
__device__ A::~A() {}
__device__ int A::get() const { return v; }
__device__ int twice(const A& a) { return 2 * a.v; }
__device__ A& A::operator+=(int i) { v += i; return *this; }
""")
    source = '#include "shared.muh"\n__global__ void k(int* p) { A a; a += as_int(2.5f); *p = a.get() + twice(a); }\n'
    (folder / "one.mu").write_text(source.replace("k(", "one("))
    (folder / "two.mu").write_text(
        "#include <cstdio>\n" + source + "int main() { int* p; musaMallocManaged(&p, 4);\n"
        'k<<<1, 1>>>(p); musaDeviceSynchronize(); std::printf("%d", *p); }\n'
    )
    compiled(folder, "one.mu", "two.mu", "-o", "program")
    assert run(folder / "program").stdout == "9"


def test_a_program_of_sources_of_all_kinds(folder):
    (folder / "main.mu").write_text(
        KERNEL + 'int b(); extern "C" int c(); int main() { return b() + c(); }\n'
    )
    (folder / "b.cpp").write_text("#include <musa_runtime.h>\nint b() { return musaSuccess; }\n")
    (folder / "c.c").write_text("int c(void) { return 7; }\n")
    compiled(folder, "-c", "c.c")
    compiled(folder, "main.mu", "b.cpp", "c.o", "-o", "program", "-Wl,--as-needed", "-lm")
    assert run(folder / "program").returncode == 7


def test_response_files(folder):
    (folder / "options").write_text("-c a.mu\n-D \"NAME=a b\" -o 'the object.o'\n")
    compiled(folder, "@options")
    assert (folder / "the object.o").exists()
    assert "@nothing: no such file" in mcc_fails("@nothing", cwd=folder)


def test_clang_is_mcc_for_the_device_and_the_host_compiler_otherwise(folder):
    (folder / "h.c").write_text("int new(void) { return __STDC_VERSION__ > 0; }\n")
    main = "void launch(int*); int main(int count, char**) { if (count > 1) launch(nullptr); }\n"
    (folder / "main.cpp").write_text(main)
    compiled(folder, "--driver-mode=gcc", "-c", "h.c")
    cpp = "--driver-mode=g++"
    compiled(folder, cpp, "-x", "musa", "--cuda-gpu-arch=mp_22", "-c", "a.mu")
    compiled(folder, cpp, "-Wno-unknown-warning-option", "-mllvm", "-x", "-c", "main.cpp")
    libraries = [f"-L{HOME}/lib", "-lmusart", f"-Wl,-rpath,{HOME}/lib"]
    compiled(folder, cpp, "main.o", "a.o", "h.o", "-o", "program", *libraries)
    assert run(folder / "program").returncode == 0
    version = run(*os.environ.get("CXX", "g++").split(), "--version").stdout
    assert compiled(folder, cpp, "--version").stdout == version


def test_a_dry_run_prints_commands_and_runs_none(folder):
    done = compiled(folder, "-###", "-c", "a.mu", "-o", "never.o", "-D", 'X=a "$b')
    lines = done.stderr.splitlines()
    assert lines[0].startswith("mcc version ") and f"InstalledDir: {HOME}/bin" in lines
    preprocessing, compiling = [line for line in lines if line.startswith(' "')]
    assert ' "-E" ' in preprocessing and r' "X=a \"\$b" ' in preprocessing
    assert ' "-c" ' in compiling and compiling.endswith(' "-o" "never.o"')
    assert not (folder / "never.o").exists()
    done = compiled(folder, "--driver-mode=g++", "-###", "-c", "b.cpp", env={"CXX": "g++"})
    assert done.stderr == ' "g++" "-c" "b.cpp"\n'
    assert compiled(folder, "-###").stderr.startswith("mcc version ")


def test_the_plugin_for_names_of_cuda_is_not_simulated(folder):
    done = compiled(folder, "-c", "a.mu", "-fplugin=$SDK/libMusaMapping.so", "-o", "a.o")
    (line,) = done.stderr.splitlines()
    assert line.startswith("mcc: warning: -fplugin=$SDK/libMusaMapping.so: names of CUDA are not ")
    assert (folder / "a.o").exists()


def test_the_host_compiler_is_chosen_by_the_environment(folder):
    for variables in ({"MUSASIM_CXX": "/no/g++"}, {"MUSASIM_CXX": None, "CXX": "/no/g++"}):
        assert "cannot run /no/g++" in mcc_fails("-c", "a.mu", cwd=folder, env=variables)
    compiled(folder, "-c", "a.mu", env={"MUSASIM_CXX": "g++ -pipe", "CXX": "/no/g++"})


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--no-such-option", "a.mu"], ["unknown argument: '--no-such-option'", "--help"]),
        (["-c", "a.mu", "-o"], ["-o needs a value"]),
        (["-c"], ["no input files"]),
        (["-c", "nothing.mu"], ["nothing.mu: no such file"]),
        (["-c", "-x", "fortran", "a.mu"], ["language not recognized: 'fortran'; -x takes musa"]),
        (["-c", "-x", "ir", "a.bc"], ["language not recognized: 'ir'", "not simulated"]),
        (["-c", "a.mu", "a.mu", "-o", "x.o"], ["-o x.o with 2 input files"]),
        (["-c", "k.o"], ["k.o: not a source file"]),
    ],
)
def test_errors_name_what_is_wrong(folder, arguments, words):
    error = mcc_fails(*arguments, cwd=folder)
    assert error.startswith("mcc: error: ")
    for word in words:
        assert word in error


def test_a_file_that_kept_its_name_of_cuda_is_compiled(folder):
    (folder / "ported.cu").write_text((folder / "a.mu").read_text())
    assert compiled(folder, "-c", "ported.cu").stderr == ""
    assert (folder / "ported.o").exists()
    (folder / "cuda.cu").write_text("#include <cuda_runtime.h>\n")
    error = mcc_fails("-c", "cuda.cu", cwd=folder)
    assert "cuda.cu:1:10: fatal error: " in error
    assert error.splitlines()[-1].startswith("mcc: note: cuda.cu was compiled as MUSA code; ")


def test_errors_of_the_users_code_have_its_lines(folder):
    (folder / "bad.mu").write_text(KERNEL + HOST + "\nint f() {\n  return undeclared;\n}\n")
    assert "bad.mu:5:10: error: " in mcc_fails("-c", "bad.mu", cwd=folder)
    (folder / "bad.mu").write_text(KERNEL + "\nvoid f(int* p) {\n  k<<<1>>>;\n}\n")
    assert "bad.mu:4: error: expected a launch: kernel<<<" in mcc_fails("-c", "bad.mu", cwd=folder)
    (folder / "bad.mu").write_text("\n__global__ void k(int* p) {\n  *p = missing;\n}\n" + HOST)
    assert "bad.mu:3:8: error: " in mcc_fails("-c", "bad.mu", cwd=folder)


def test_assembly_in_device_code_is_an_error_where_it_is_used(folder):
    asm = '__device__ inline int lane() {\n  int x;\n  asm("mov.u32 %0, %nosuch;" : "=r"(x));\n  return x;\n}\n'
    (folder / "asm.mu").write_text(asm)
    compiled(folder, "-c", "asm.mu")
    (folder / "asm.mu").write_text(asm + "__global__ void k(int* p) { *p = lane(); }\n")
    error = mcc_fails("-c", "asm.mu", cwd=folder)
    assert (
        "asm.mu:3" in error
        and "cannot run assembly: `mov.u32`: the register nosuch is not declared" in error
    )


def test_a_failed_compilation_leaves_no_object(folder):
    (folder / "bad.mu").write_text("int x = ;\n")
    assert mcc("-c", "bad.mu", "-o", "bad.o", cwd=folder).returncode == 1
    assert not (folder / "bad.o").exists()


def test_a_terminated_compilation_leaves_nothing(folder):
    """Neither temporary files nor a compiler that goes on."""
    slow = folder / "slow"
    slow.write_text('#!/bin/sh\ntouch "$STARTED"\nexec sleep 60\n')
    slow.chmod(0o755)
    scratch, started = folder / "scratch", folder / "started"
    scratch.mkdir()
    variables = {"MUSASIM_CXX": str(slow), "TMPDIR": str(scratch), "STARTED": str(started)}
    command = [str(MCC), "-c", "a.mu"]
    with subprocess.Popen(command, cwd=folder, env={**os.environ, **variables}) as process:
        while not started.exists():
            time.sleep(0.01)
        assert os.listdir(scratch)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert not os.listdir(scratch)


@pytest.mark.parametrize("text, status", [("int x;\n", 0), ("int x = ;\n", 1)])
def test_who_starts_mcc_may_ignore_how_programs_end(folder, text, status):
    (folder / "b.mu").write_text(text)
    command = ["sh", "-c", "trap '' CHLD; exec \"$@\"", "sh", MCC, "-c", "b.mu"]
    assert run(*command, cwd=folder).returncode == status
    assert (folder / "b.o").exists() == (status == 0)


def test_temporary_files_are_kept_on_demand(folder):
    compiled(folder, "-save-temps", "-c", "a.mu")
    assert "configure(1, 32)" in (folder / "a.rewritten.ii").read_text()
    assert "<<<" in (folder / "a.mu.ii").read_text()


def test_the_example_of_the_readme(tmp_path):
    example = Path(__file__).resolve().parents[2] / "examples" / "saxpy.mu"
    compiled(tmp_path, example, "-o", "saxpy")
    assert run(tmp_path / "saxpy").stdout == "no error, y[999] = 2997\n"
