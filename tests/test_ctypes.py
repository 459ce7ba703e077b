"""Libraries of CUDA that programs open with ctypes are MUSA's, and answer to CUDA's names."""

import ctypes
import ctypes.util
import os
from pathlib import Path

import pytest

import torchada
from torchada import _libraries
from torchada._patch.native_calls import _CDLLWrapper

pytestmark = pytest.mark.musa


@pytest.fixture(scope="module", autouse=True)
def _runtime_is_loaded():
    import torch

    torch.cuda.init()


class TestCDLLWrapper:
    """By the names that upstream's tests have."""

    def test_upstreams_names(self):
        from torchada import _patch

        assert _patch._CDLLWrapper is _CDLLWrapper and callable(_patch._patch_ctypes_cdll)

    def test_a_subclass_that_answers_for_names_itself(self):
        class Logged(ctypes.CDLL):
            asked = []

            def __getattr__(self, name):
                self.asked.append(name)
                return super().__getattr__(name)

        opened = Logged("libcudart.so")
        assert opened.cudaMalloc.__name__ == "cudaMalloc" and "cudaMalloc" in Logged.asked

    @pytest.mark.parametrize(
        "library, names",
        [
            ("libcudart.so", ("cudaMalloc", "cudaFree", "cudaMemcpy", "cudaIpcOpenMemHandle")),
            ("libcudart.so.12", ("cudaMalloc", "cudaGetErrorString")),
            ("libmusart.so", ("cudaMalloc", "musaMalloc")),
            ("libcuda.so.1", ("cuInit", "cuMemAlloc_v2")),
            ("libnccl.so.2", ("ncclAllReduce", "ncclGetUniqueId", "ncclCommInitRank")),
            ("libmccl.so", ("ncclAllReduce", "mcclAllReduce")),
            ("libcublas.so.12", ("cublasCreate_v2", "cublasSgemm_v2")),
            ("libcurand.so.10", ("curandGenerateUniform",)),
            ("libcufft.so.11", ("cufftPlan1d",)),
            ("/usr/local/cuda/lib64/libcudart.so.11.0", ("cudaMalloc",)),
        ],
    )
    def test_functions_have_their_names_of_cuda(self, library, names):
        opened = ctypes.CDLL(library)
        assert isinstance(opened, ctypes.CDLL) and type(opened) is _CDLLWrapper
        for name in names:
            assert getattr(opened, name).__name__ == name
            assert opened[name]

    def test_every_way_to_open_one(self):
        for opened in (
            ctypes.cdll.LoadLibrary("libcudart.so"),
            ctypes.cdll["libcudart.so"],
            ctypes.PyDLL("libcudart.so"),
            ctypes.CDLL(b"libcudart.so".decode(), mode=ctypes.RTLD_GLOBAL),
            ctypes.CDLL(name="libcudart.so"),
            ctypes.CDLL(Path("/opt/cuda/libcudart.so").as_posix()),
        ):
            assert opened.cudaGetDeviceCount and opened["cudaGetDeviceCount"]
        assert isinstance(ctypes.PyDLL("libcudart.so"), ctypes.PyDLL)

    def test_a_class_of_the_user(self):
        class Runtime(ctypes.CDLL):
            """Asks for functions in its constructor."""

            def __init__(self):
                super().__init__("libcudart.so")
                self.count = self.cudaGetDeviceCount

        runtime = Runtime()
        assert isinstance(runtime, Runtime) and runtime.count is runtime.cudaGetDeviceCount

    def test_a_function_is_looked_up_once(self):
        library = ctypes.CDLL("libcudart.so")
        assert library.cudaMalloc is library.cudaMalloc is vars(library)["cudaMalloc"]
        assert library["cudaMalloc"] is not library["cudaMalloc"]  # as in ctypes

    def test_other_libraries_are_untouched(self):
        library = ctypes.CDLL("libm.so.6")
        assert type(library) is ctypes.CDLL
        assert library.cos and not hasattr(library, "cudaMalloc")
        assert type(ctypes.CDLL(None)) is ctypes.CDLL
        assert type(ctypes.pythonapi) is ctypes.PyDLL

    def test_what_is_missing_is_named_twice(self):
        library = ctypes.CDLL("libcudart.so")
        with pytest.raises(
            AttributeError, match="undefined symbol: musaNoSuch, which cudaNoSuch is on MUSA"
        ):
            library.cudaNoSuch
        assert not hasattr(library, "cudaNoSuch")
        with pytest.raises(AttributeError):
            library["cudaNoSuch"]
        with pytest.raises(OSError):
            ctypes.CDLL("libnvidia-ml.so.1")
        with pytest.raises(TypeError):
            ctypes.CDLL()

    def test_sglang_cuda_wrapper_pattern(self):
        """Prototypes first, then memory is got, filled, copied to the host and freed."""
        library = ctypes.CDLL("libcudart.so")
        prototypes = {
            "cudaMalloc": [ctypes.POINTER(ctypes.c_void_p), ctypes.c_size_t],
            "cudaMemset": [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t],
            "cudaMemcpy": [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int],
            "cudaFree": [ctypes.c_void_p],
        }
        functions = {}
        for name, arguments in prototypes.items():
            functions[name] = getattr(library, name)
            functions[name].restype, functions[name].argtypes = ctypes.c_int, arguments
        memory = ctypes.c_void_p()
        host = (ctypes.c_ubyte * 64)()
        assert functions["cudaMalloc"](ctypes.byref(memory), 64) == 0
        assert functions["cudaMemset"](memory, 7, 64) == 0
        assert functions["cudaMemcpy"](ctypes.addressof(host), memory, 64, 4) == 0
        assert functions["cudaFree"](memory) == 0
        assert bytes(host) == b"\7" * 64

    def test_nccl_identifiers_are_passed_by_value(self):
        class UniqueId(ctypes.Structure):
            """128 bytes, as vLLM's and sglang's wrappers declare it."""

            _fields_ = [("internal", ctypes.c_byte * 128)]

        library = ctypes.CDLL("libnccl.so.2")
        library.ncclCommInitRank.argtypes = [
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.c_int,
            UniqueId,
            ctypes.c_int,
        ]
        identifier, communicator = UniqueId(), ctypes.c_void_p()
        assert library.ncclGetUniqueId(ctypes.byref(identifier)) == 0
        assert library.ncclCommInitRank(ctypes.byref(communicator), 1, identifier, 0) == 0
        assert library.ncclCommDestroy(communicator) == 0
        library.ncclGetErrorString.restype = ctypes.c_char_p
        assert library.ncclGetErrorString(0)


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


def test_native_modules_get_what_they_ask_for():
    space = {"__name__": "torch_musa.something", "ctypes": ctypes}
    path = _libraries.musa_file("libmusart.so")
    opened = eval("ctypes.CDLL(path)", space, {"path": path})
    assert type(opened) is ctypes.CDLL and not hasattr(opened, "cudaMalloc")
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
