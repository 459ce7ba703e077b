"""An extension that uses PyTorch's stable interface alone, built as vllm-musa builds vLLM's."""

from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

from torchada.utils.cpp_extension import stable_compat_box_header, stable_compat_include_dir

BOX = ["-include", stable_compat_box_header()]

setup(
    name="stable_extension",
    ext_modules=[
        CUDAExtension(
            "stable_extension_C",
            ["kernels.cu", "bindings.cpp"],
            include_dirs=[stable_compat_include_dir()],
            extra_compile_args={"mcc": ["-O1", "-w", *BOX], "cxx": ["-w", "force_mcc", *BOX]},
            libraries=["torch_cpu"],
        )
    ],
    cmdclass={"build_ext": BuildExtension},
)
