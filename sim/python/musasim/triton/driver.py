"""Triton's driver of the simulated GPU: which device and stream it is, loading modules, measuring."""

import functools
import importlib

from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from . import check_version
from ._launcher import MUSALauncher
from ._libmusa import MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device_attribute, load_kernel
from ._tuning import benchmarker

# Bytes that a benchmark overwrites to have caches empty: those of a host.
_CACHE_BYTES = 32 << 20
# Properties that Triton and its programs ask for, and libmusa's numbers for them (MU_DEVICE_ATTRIBUTE_*).
_ATTRIBUTES = {
    "max_shared_mem": MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
    "max_num_regs": 12,
    "multiprocessor_count": 16,
    "warpSize": 10,
    "sm_clock_rate": 13,
    "mem_clock_rate": 36,
    "mem_bus_width": 37,
    "major": 75,
    "minor": 76,
}
_CPP_TYPES = {
    "i1": "int8_t",
    "i8": "int8_t",
    "i16": "int16_t",
    "i32": "int32_t",
    "i64": "int64_t",
    "u1": "uint8_t",
    "u8": "uint8_t",
    "u16": "uint16_t",
    "u32": "uint32_t",
    "u64": "uint64_t",
    "fp16": "double",
    "bf16": "double",
    "fp32": "double",
    "f32": "double",
    "fp64": "double",
}


class _Utils:
    """The object that Triton calls a driver's utils."""

    load_binary = staticmethod(load_kernel)

    @staticmethod
    @functools.lru_cache()
    def get_device_properties(device):
        """The device's properties under Triton's names."""
        known = {name: device_attribute(number, device) for name, number in _ATTRIBUTES.items()}
        return {**known, "arch": 10 * known.pop("major") + known.pop("minor")}

    @staticmethod
    def fill_2d_tma_descriptor(*arguments):
        """Vendor builds of Triton 3.1 have it, and programs look for it before they know whether they need it."""
        raise NotImplementedError(
            "fill_2d_tma_descriptor() fills what tl._experimental_descriptor_load() reads, which Triton "
            "3.4 and later do not have; use tl.make_tensor_descriptor() or TensorDescriptor instead"
        )


def warp_size(device: int) -> int:
    """The number of lanes in a warp of a device."""
    return _Utils.get_device_properties(device)["warpSize"]


class MUSADriver(DriverBase):
    """The devices are those of torch.musa."""

    def __init__(self):
        import torch

        check_version()
        # Kernels say tl.extra.musa without importing it.
        importlib.import_module("triton.language.extra.musa")
        super().__init__()
        self.utils = _Utils()
        self.launcher_cls = MUSALauncher
        self.get_current_device = torch.musa.current_device
        self.set_current_device = torch.musa.set_device
        self.get_device_capability = torch.musa.get_device_capability
        self.get_current_stream = torch.musa._MUSAC._musa_getCurrentRawStream

    @staticmethod
    def is_active():
        """Whether the program's GPU is ours."""
        import torch

        return hasattr(torch, "musa") and torch.musa.is_available()

    def map_python_to_cpp_type(self, ty: str) -> str:
        """The C++ spelling of a type in a kernel's signature."""
        return "MUdeviceptr" if ty.startswith("*") else _CPP_TYPES[ty]

    def get_current_target(self):
        """The target that kernels are compiled for."""
        device = self.get_current_device()
        arch = self.utils.get_device_properties(device)["arch"]
        return GPUTarget("musa", arch, warp_size(device))

    def get_active_torch_device(self):
        """The current device as PyTorch names it."""
        import torch

        return torch.device("musa", self.get_current_device())

    def get_device_interface(self):
        """PyTorch's module of the device: streams, events."""
        import torch

        return torch.musa

    def get_benchmarker(self):
        """The function that measures the configurations of triton.autotune."""
        return benchmarker()

    def get_empty_cache_for_benchmark(self):
        """Memory for clear_cache()."""
        import torch

        return torch.empty(_CACHE_BYTES // 4, dtype=torch.int, device="musa")

    def clear_cache(self, cache):
        """Have the caches filled with something else."""
        cache.zero_()
