"""torchada._runtime: names that programs look up with ctypes."""

import pytest

import torchada
from torchada import _runtime


class TestRuntimeNameConversion:
    """By the name that upstream's tests have."""

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
