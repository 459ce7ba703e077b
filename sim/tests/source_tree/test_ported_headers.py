"""cmake/ported_headers.py: PyTorch's headers under MUSA's names."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "cmake" / "ported_headers.py"


def test_older_names_include_the_present_ones(tmp_path):
    torch = tmp_path / "torch"
    for name in ("ATen/cuda/CUDAUtils.cuh", "ATen/cuda/Other.h"):
        (torch / name).parent.mkdir(parents=True, exist_ok=True)
        (torch / name).write_text("int cudaStreams;\n")
    made = tmp_path / "made"
    runpy.run_path(str(SCRIPT))["main"](torch, tmp_path, made)
    (folder,) = made.rglob("ATen/musa")
    assert (folder / "MUSAUtils.muh").read_text().endswith("int musaStreams;\n")
    assert "#include <ATen/musa/MUSAUtils.muh>" in (folder / "MUSA_PORT_Utils.muh").read_text()
    assert not (folder / "MUSA_PORT_Other.h").exists() and (folder / "Other.h").exists()
    assert (folder.parent.parent / "c10" / "musa" / "MUSA_PORT_Stream.h").exists()


SHIM = """int before();
#ifdef USE_CUDA
AOTI_TORCH_EXPORT AOTITorchError
torch_cuda_stream_synchronize(void* stream, int32_t device_index);

// Of CUDA alone.
AOTI_TORCH_EXPORT AOTITorchError torch_c10_cuda_check_msg(
    int32_t err);
#endif // USE_CUDA

int after();
"""


def test_functions_of_the_c_interface_are_declared_for_both():
    made = runpy.run_path(str(SCRIPT))["with_functions_of_musa"](SHIM)
    assert made.replace(SHIM.removesuffix("\nint after();\n"), "") == """
AOTI_TORCH_EXPORT AOTITorchError
torch_musa_stream_synchronize(void* stream, int32_t device_index);


int after();
"""
