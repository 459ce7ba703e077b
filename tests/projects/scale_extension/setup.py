"""A small extension with a kernel, as projects for CUDA write it."""

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="scale_extension",
    ext_modules=[
        CUDAExtension(
            "scale_extension_C",
            ["csrc/bindings.cpp", "csrc/kernels.cu"],
            include_dirs=["include"],
            extra_compile_args={
                "cxx": ["-O2"],
                "nvcc": [
                    "-O2",
                    "--use_fast_math",
                    "--expt-relaxed-constexpr",
                    "-lineinfo",
                    "-gencode=arch=compute_80,code=sm_80",
                    "-U__CUDA_NO_HALF_OPERATORS__",
                ],
            },
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
