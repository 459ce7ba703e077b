"""CUDA's names of devices, functions and libraries, translated to MUSA's."""

import ctypes
import os
import time
from pathlib import Path

import pytest
import torch

import torchada
from torchada import _libraries, _runtime
from torchada._patch import _translate_device
from torchada._patch.native_calls import _CDLLWrapper

pytestmark = pytest.mark.musa


class TestTranslateDevice:
    @pytest.mark.parametrize(
        "given, expected",
        [
            ("cuda", "musa"),
            ("cuda:0", "musa:0"),
            ("cuda:127", "musa:127"),
            ("cpu", "cpu"),
            ("musa:1", "musa:1"),
            ("cudax", "cudax"),
            ("meta", "meta"),
            ("", ""),
            (0, 0),
            (None, None),
            (b"cuda", b"cuda"),
        ],
    )
    def test_translation(self, given, expected):
        assert _translate_device(given) == expected

    def test_devices_are_returned_as_they_are(self):
        for device in (torch.device("cuda:1"), torch.device("cpu")):
            assert _translate_device(device) is device

    @pytest.mark.slow  # a limit in seconds, which `make bench` holds as well
    def test_cost(self):
        best = float("inf")
        for _ in range(20):
            start = time.perf_counter()
            for _ in range(5000):
                _translate_device("cuda")
            best = min(best, (time.perf_counter() - start) / 5000)
        assert best < 200e-9


class TestRuntimeNameConversion:
    """torchada._runtime: names that programs look up with ctypes."""

    @pytest.mark.parametrize(
        "function, cuda, musa",
        [
            ("cuda_to_musa_name", "cudaMalloc", "musaMalloc"),
            ("cuda_to_musa_name", "cudaNobodyListed", "musaNobodyListed"),
            ("cu_to_mu_name", "cuMemAlloc_v2", "muMemAlloc_v2"),
            ("nccl_to_mccl_name", "ncclAllReduce", "mcclAllReduce"),
            ("nccl_to_mccl_name", "ncclCommInitRank", "mcclCommInitRank"),
            ("cublas_to_mublas_name", "cublasSgemm_v2", "mublasSgemm_v2"),
            ("cublas_to_mublas_name", "cublasLtMatmul", "mublasLtMatmul"),
            ("cublaslt_to_mublaslt_name", "cublasLtMatmul", "mublasLtMatmul"),
            ("curand_to_murand_name", "curandCreateGenerator", "murandCreateGenerator"),
            ("cudnn_to_mudnn_name", "cudnnCreate", "mudnnCreate"),
            ("cufft_to_mufft_name", "cufftPlan1d", "mufftPlan1d"),
            ("cusparse_to_musparse_name", "cusparseSpMM", "musparseSpMM"),
            ("cusolver_to_musolver_name", "cusolverDnCungqr", "musolverDnCungqr"),
            ("nvrtc_to_mtrtc_name", "nvrtcCompileProgram", "mtrtcCompileProgram"),
            ("cupti_to_mupti_name", "cuptiActivityEnable", "muptiActivityEnable"),
            ("to_musa_name", "ncclSend", "mcclSend"),
            ("library_to_musa_name", "libcudart.so.12", "libmusart.so"),
            ("library_to_musa_name", "libnccl.so.2", "libmccl.so"),
        ],
    )
    def test_a_name_of_each_library(self, function, cuda, musa):
        assert getattr(_runtime, function)(cuda) == musa

    @pytest.mark.parametrize(
        "function", [name for name in _runtime.__all__ if "library" not in name]
    )
    @pytest.mark.parametrize(
        "name", ["", "malloc", "musaMalloc", "mcclSend", "cudnnAddTensor", "x.y"]
    )
    def test_any_other_name_stays(self, function, name):
        assert getattr(_runtime, function)(name) == name

    @pytest.mark.parametrize("name", ["", "libm.so.6", "libmusart.so", "libnvidia-ml.so.1"])
    def test_any_other_library_stays(self, name):
        assert _runtime.library_to_musa_name(name) == name

    def test_each_function_takes_one_librarys_names(self):
        assert _runtime.cuda_to_musa_name("ncclSend") == "ncclSend"
        assert _runtime.nccl_to_mccl_name("cudaMalloc") == "cudaMalloc"
        assert _runtime.cublaslt_to_mublaslt_name("cublasSgemm_v2") == "cublasSgemm_v2"

    def test_the_package_has_the_names_that_downstream_projects_import(self):
        assert torchada.cuda_to_musa_name("cudaFree") == "musaFree"
        assert torchada.nccl_to_mccl_name("ncclSend") == "mcclSend"
        assert torchada.cublas_to_mublas_name("cublasCreate_v2") == "mublasCreate_v2"
        assert torchada.curand_to_murand_name("curandGenerate") == "murandGenerate"

    @pytest.mark.parametrize(
        "name", ["cudaMalloc ", "cudaMalloc\0", "cudaMalloc\n", "cuda Malloc", ""]
    )
    def test_what_is_no_name_is_returned_unchanged(self, name):
        assert _runtime.cuda_to_musa_name(name) == _runtime.library_to_musa_name(name) == name

    @pytest.mark.parametrize("name", [b"cudaMalloc", None, 5, []])
    def test_names_are_str(self, name):
        for function in (_runtime.cuda_to_musa_name, _runtime.library_to_musa_name):
            with pytest.raises(TypeError, match="must be a str, not "):
                function(name)


class TestCDLLWrapper:
    """Libraries of CUDA that programs open with ctypes are MUSA's, and answer to CUDA's names."""

    @pytest.fixture(autouse=True)
    def _runtime_is_loaded(self):
        torch.cuda.init()

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
