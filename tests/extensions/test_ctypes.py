"""Libraries of CUDA that programs open with ctypes are MUSA's, and answer to CUDA's names."""

import ctypes
import ctypes.util
import os

import pytest

import torchada
from torchada import _libraries

pytestmark = pytest.mark.musa


@pytest.fixture(scope="module", autouse=True)
def _runtime_is_loaded():
    import torch

    torch.cuda.init()


class TestPrototypes:
    """ctypes' other way to a function: a prototype of it, called with its name and library."""

    def test_function_of_a_library_by_cudas_name(self):
        library = ctypes.CDLL("libcudart.so")
        prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int))
        count = prototype(("cudaGetDeviceCount", library))
        number = ctypes.c_int(0)
        assert isinstance(count, prototype) and count(ctypes.byref(number)) == 0
        assert number.value > 0
        assert prototype(("musaGetDeviceCount", library))(ctypes.byref(number)) == 0
        with pytest.raises(AttributeError, match="cudaNoSuch"):
            prototype(("cudaNoSuch", library))
        create = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        assert create(("cublasCreate_v2", ctypes.CDLL("libcublas.so.12")))

    def test_names_of_parameters(self):
        prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int))
        count = prototype(("cudaGetDeviceCount", ctypes.CDLL("libcudart.so")), ((2, "count"),))
        assert count() > 0

    def test_other_functions_are_what_they_were(self):
        prototype = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
        assert prototype(("cos", ctypes.CDLL("libm.so.6")))(0.0) == 1.0
        assert prototype(lambda x: 2 * x)(3.0) == 6.0
        assert not prototype() and prototype is ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
        assert prototype.__bases__ == (ctypes._CFuncPtr,)


def test_find_library():
    path = ctypes.util.find_library("cudart")
    assert os.path.isabs(path) and "libmusart.so" in path
    assert ctypes.CDLL(path).cudaMalloc
    assert ctypes.util.find_library("m") == "libm.so.6"
    assert ctypes.util.find_library("no_such_library") is None
    assert ctypes.util.find_library("cuda_of_somebody_else") is None


def test_which_files_are_meant():
    for name in ("libcuda_utils.so", "libmuparser.so.2", "libcudart.a", "cudart", "", "libm.so.6"):
        assert _libraries.musa_file(name) is None
    assert os.path.isabs(_libraries.musa_file("libcudart.so"))
    assert _libraries.musa_file("/somewhere/libmusart.so.4") == "/somewhere/libmusart.so.4"


@pytest.mark.parametrize("caller", ["torch_musa.something", "sgl_kernel", "sglang.srt"])
def test_who_sees_musa_finds_cudas_functions_in_musas_files(caller):
    space = {"__name__": caller, "ctypes": ctypes}
    path = _libraries.musa_file("libmusart.so")
    opened = eval("ctypes.CDLL(path)", space, {"path": path})
    assert isinstance(opened, ctypes.CDLL) and opened.cudaMalloc and opened.musaMalloc
    assert type(eval("ctypes.CDLL('libm.so.6')", space)) is ctypes.CDLL


def test_native_modules_open_the_file_that_they_name():
    space = {"__name__": "torch_musa.something", "ctypes": ctypes}
    with pytest.raises(OSError, match="libcudart.so.999"):
        eval("ctypes.CDLL('libcudart.so.999')", space)


FIND_LIBCUDART = """
    import torch, torchada

    def libraries():
        with open("/proc/self/maps") as maps:
            paths = {line.split()[-1] for line in maps if "libcudart" in line}
        return [path for path in paths if "torchada" in path]
"""


def test_libcudart_is_in_the_process_once_cuda_is_in_use(run_python):
    run_python(FIND_LIBCUDART + """
    import _ctypes, ctypes
    assert libraries() == []
    torch.zeros(1, device="cuda")
    (path,) = libraries()
    assert path.endswith("/libcudart.so.12")
    library = ctypes.CDLL(path)  # as vLLM does
    assert library.cudaGetDeviceCount and "musart" in library._name

    # What code in C finds by dlsym() and dlopen().
    handle = ctypes._dlopen(path, 0)
    count = ctypes.c_int(0)
    get_count = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(
        _ctypes.dlsym(handle, "cudaGetDeviceCount")
    )
    assert get_count(ctypes.addressof(count)) == 0 and count.value == torch.cuda.device_count()
    """)


@pytest.mark.parametrize(
    "code, env",
    [
        ("torch.cuda.init()", {"TORCHADA_LIBCUDART": "0"}),
        ('torchada.unpatch(); torch.zeros(1, device="musa")', {}),
    ],
)
def test_libcudart_is_not_there(run_python, code, env):
    run_python(FIND_LIBCUDART + f"    {code}\n    assert libraries() == []", env=env)


def test_unpatch(run_python):
    run_python("""
        import ctypes, ctypes.util
        before = ctypes.CDLL.__init__, ctypes.util.find_library
        import torch, torchada
        assert ctypes.CDLL.__init__ is not before[0]
        torchada.unpatch()
        assert (ctypes.CDLL.__init__, ctypes.util.find_library) == before
        """)


def test_nothing_happens_elsewhere(run_python, no_torch_musa):
    run_python(
        """
        import ctypes
        before = ctypes.CDLL.__init__
        import torch, torchada
        assert ctypes.CDLL.__init__ is before and not torchada.is_patched()
        """,
        musasim=False,
    )
    assert torchada.is_patched()
