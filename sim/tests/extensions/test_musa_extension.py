"""torch_musa.utils.musa_extension: C++ and MUSA sources are built."""

import ctypes
import functools
import sys
from pathlib import Path

import pytest
import torch_musa
from setuptools import Distribution
from torch.utils import cpp_extension
from torch_musa import testing
from torch_musa.utils import _mcc, musa_extension
from torch_musa.utils.ext_loader import load_ext
from torch_musa.utils.logger_util import LOGGER, create_logger

SOURCE = r"""
#include <Python.h>
#include <musa_runtime.h>
static PyObject* devices(PyObject*, PyObject*) {
  int count = -1;
  musaGetDeviceCount(&count);
  return PyLong_FromLong(count);
}
static PyMethodDef functions[] = {{"devices", devices, METH_NOARGS, ""}, {nullptr, nullptr, 0, ""}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "counted", "", -1, functions};
PyMODINIT_FUNC PyInit_counted(void) { return PyModule_Create(&module); }
"""


def test_torch_musa_has_the_names():
    assert torch_musa.BuildExtension is musa_extension.BuildExtension
    assert torch_musa.MUSAExtension is musa_extension.MUSAExtension


@pytest.mark.slow
def test_a_cpp_extension_is_built(tmp_path, monkeypatch):
    (tmp_path / "counted.cpp").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TORCH_MUSA_ARCH_LIST", "22")
    extension = torch_musa.MUSAExtension("counted", ["counted.cpp"], extra_compile_args=["-O0"])
    command = torch_musa.BuildExtension(Distribution({"ext_modules": [extension]}))
    command.inplace = 1
    command.finalize_options()
    command.run()
    monkeypatch.syspath_prepend(tmp_path)
    import counted

    assert counted.devices() == 2
    del sys.modules["counted"]


def test_an_extension_has_the_flags_of_both_compilers(monkeypatch):
    monkeypatch.setenv("TORCH_MUSA_ARCH_LIST", "21; 22")
    arguments = {"cxx": ["-O1"], "mcc": ["-O2"]}
    extension = torch_musa.MUSAExtension("x", ["x.mu"], extra_compile_args=arguments)
    assert extension.extra_compile_args["cxx"][0] == "-O1"
    flags = extension.extra_compile_args["mcc"]
    assert flags[0] == "-O2" and {"--offload-arch=mp_21", "--offload-arch=mp_22"} <= set(flags)
    assert {"torch", "c10", "musart"} <= set(extension.libraries)


def test_architectures_come_from_the_devices(monkeypatch):
    monkeypatch.delenv("TORCH_MUSA_ARCH_LIST", raising=False)
    assert musa_extension._get_musa_arch_flags() == ["--offload-arch=mp_22"]
    monkeypatch.setenv("TORCH_MUSA_ARCH_LIST", "99")
    with pytest.raises(ValueError, match="99 is not one of"):
        musa_extension._get_musa_arch_flags()


KERNEL = r"""
__global__ void fill(int* data, int value) { data[threadIdx.x] = value + threadIdx.x; }
extern "C" int last_of(int threads) {
  int* data = nullptr;
  musaMallocManaged(&data, threads * sizeof(int));
  fill<<<1, threads>>>(data, 40);
  musaDeviceSynchronize();
  const int last = data[threads - 1];
  musaFree(data);
  return last;
}
"""


def test_musa_sources_are_compiled_by_mcc(tmp_path, monkeypatch):
    source = tmp_path / "kernel.mu"
    source.write_text("#include <musa_runtime.h>\n" + KERNEL)
    build = tmp_path / "build"
    build.mkdir()
    made = []
    run = musa_extension._mcc.subprocess.run
    monkeypatch.setattr(
        musa_extension._mcc.subprocess, "run", lambda *a, **k: made.append(a) or run(*a, **k)
    )
    for _ in range(2):  # the second time nothing is compiled
        path = musa_extension.load(
            "musasim_kernel", str(source), build_directory=str(build), is_python_module=False
        )
    assert ctypes.CDLL(path or str(build / "musasim_kernel.so")).last_of(3) == 42
    assert len([call for call in made if "mcc" in str(call)]) == 1


def built(name, sources, tmp_path, monkeypatch, **arguments):
    """The library of an extension that its builder makes below tmp_path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TORCH_MUSA_ARCH_LIST", "22")
    extension = torch_musa.MUSAExtension(name, sources, **arguments)
    options = {"no_python_abi_suffix": True}
    command = torch_musa.BuildExtension.with_options(**options)(
        Distribution({"ext_modules": [extension]})
    )
    command.inplace = 1
    command.finalize_options()
    command.run()
    return ctypes.CDLL(str(tmp_path / f"{name}.so"))


def test_macros_of_an_extension_hold_in_all_its_sources(tmp_path, monkeypatch):
    for name, text in (("in_cpp.cpp", "in_cpp"), ("in_mu.mu", "in_mu")):
        (tmp_path / name).write_text(
            "#if !defined(PLAIN) || defined(GONE)\n#error macros are missing\n#endif\n"
            f'extern "C" int {text}() {{ return NUMBER; }}'
        )
    macros = {"define_macros": [("PLAIN", None), ("NUMBER", "7")], "undef_macros": ["GONE"]}
    library = built("macros", ["in_cpp.cpp", "in_mu.mu"], tmp_path, monkeypatch, **macros)
    assert (library.in_cpp(), library.in_mu()) == (7, 7)


def test_what_wraps_the_builder_of_pytorch_is_not_asked(tmp_path, monkeypatch):
    genuine = cpp_extension.BuildExtension.build_extensions

    @functools.wraps(genuine)
    def build_extensions(self):
        raise AssertionError("an adapter was asked")

    monkeypatch.setattr(cpp_extension.BuildExtension, "build_extensions", build_extensions)
    (tmp_path / "one.cpp").write_text('extern "C" int one() { return 1; }')
    assert built("one", ["one.cpp"], tmp_path, monkeypatch).one() == 1


def test_force_mcc_compiles_cpp_as_musa(tmp_path, monkeypatch):
    (tmp_path / "kernel.cpp").write_text("#include <musa_runtime.h>\n" + KERNEL)
    arguments = {"extra_compile_args": {"cxx": ["force_mcc"]}}
    assert built("forced", ["kernel.cpp"], tmp_path, monkeypatch, **arguments).last_of(3) == 42


def test_own_headers_come_before_those_of_torch(monkeypatch):
    extension = torch_musa.MUSAExtension("x", ["x.mu"], include_dirs=["mine"])
    assert extension.include_dirs[0] == "mine"


def test_pytorch_mcc_is_the_compiler(tmp_path, monkeypatch):
    (tmp_path / "kernel.mu").write_text("#include <musa_runtime.h>\n" + KERNEL)
    monkeypatch.setenv("PYTORCH_MCC", f"env CALLED=1 {musa_extension.MUSA_HOME}/bin/mcc")
    assert built("by_another", ["kernel.mu"], tmp_path, monkeypatch).last_of(3) == 42


def test_errors_of_mcc_are_told(tmp_path, monkeypatch):
    source = tmp_path / "wrong.mu"
    source.write_text("__global__ void wrong() { no_such_name(); }")
    with pytest.raises(RuntimeError, match="wrong.mu:1:.*no_such_name"):
        musa_extension.load("x", [str(source)], build_directory=str(tmp_path))
    (tmp_path / "fine.mu").write_text("int fine;")
    monkeypatch.setenv("MAX_JOBS", "1")
    with pytest.raises(RuntimeError, match="wrong.mu:1:.*no_such_name"):
        musa_extension.load(
            "x", [str(source), str(tmp_path / "fine.mu")], build_directory=str(tmp_path)
        )
    assert not list(tmp_path.glob("fine.*.mu.o"))
    with pytest.raises(RuntimeError, match="no SYCL"):
        musa_extension.load("x", "a.cpp", with_sycl=True)


def test_builds_ask_for_the_architecture(monkeypatch):
    assert testing.get_musa_arch() == 22
    monkeypatch.setenv("TORCH_MUSA_ARCH", "31")
    assert testing.get_musa_arch() == 31


def test_load_ext():
    assert load_ext("_ext", ["multi_tensor_lamb"]).__name__ == "torch_musa._ext"
    with pytest.raises(ImportError, match="_ext has no no_such_function"):
        load_ext("_ext", ["no_such_function"])
    assert create_logger() is LOGGER and LOGGER.name == "torch_musa"


def test_other_flags_compile_a_source_again(tmp_path):
    source = tmp_path / "one.mu"
    source.write_text("int one() { return ONE; }\n")

    def compiled(flag):
        mcc = [f"{musa_extension.MUSA_HOME}/bin/mcc"]
        (target,) = _mcc.compile_sources(mcc, "one", [str(source)], str(tmp_path), [], [flag])
        return Path(target).stat().st_mtime_ns

    first = compiled("-DONE=1")
    assert compiled("-DONE=1") == first
    assert compiled("-DONE=2") > first


def test_folders_of_headers_tell_whether_kernels_are_checked(monkeypatch):
    folders = {}
    for value in ("", "0", "1", "memcheck"):
        monkeypatch.setenv("MUSASIM_CHECK_KERNELS", value)
        folders[value] = musa_extension.include_paths(musa=True)

    assert folders[""] == folders["0"] != folders["1"] == folders["memcheck"]
    (sign,) = set(folders["1"]) - set(folders[""])
    assert [path.name for path in Path(sign).iterdir()] == ["README.md"]
