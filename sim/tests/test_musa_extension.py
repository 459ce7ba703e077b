"""torch_musa.utils.musa_extension: C++ is built, MUSA sources are refused with a clear error."""

import sys

import pytest
import torch_musa
from setuptools import Distribution
from torch_musa.utils import musa_extension
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
    with pytest.raises(ValueError, match="99 is none of"):
        musa_extension._get_musa_arch_flags()


def test_musa_sources_are_refused():
    extension = torch_musa.MUSAExtension("x", ["a.cpp", "b.mu"])
    command = torch_musa.BuildExtension(Distribution({"ext_modules": [extension]}))
    command.extensions = [extension]
    for build in (
        command.build_extensions,
        lambda: musa_extension.load("x", ["b.mu"]),
        lambda: musa_extension.load_inline("x", "", musa_sources="kernel"),
    ):
        with pytest.raises(RuntimeError, match="no compiler for MUSA sources"):
            build()
    with pytest.raises(RuntimeError, match="no SYCL"):
        musa_extension.load("x", "a.cpp", with_sycl=True)


def test_load_ext():
    assert load_ext("_ext", ["multi_tensor_lamb"]).__name__ == "torch_musa._ext"
    with pytest.raises(ImportError, match="_ext has no no_such_function"):
        load_ext("_ext", ["no_such_function"])
    assert create_logger() is LOGGER and LOGGER.name == "torch_musa"
