"""The lines of generated code that set, guard and wait for a musa device."""

from torch._inductor.codegen.common import DeviceOpOverrides


class MUSADeviceOpOverrides(DeviceOpOverrides):
    """Python code only: the simulated device has neither a C++ wrapper nor AOTInductor."""

    def import_get_raw_stream_as(self, name):
        return f"from torch_musa._MUSAC import _musa_getCurrentRawStream as {name}"

    def set_device(self, device_idx):
        return f"torch.musa.set_device({device_idx})"

    def synchronize(self):
        return "torch.musa.synchronize()"

    def device_guard(self, device_idx):
        return f"torch.musa._DeviceGuard({device_idx})"

    def current_stream(self):
        return "torch.musa.current_stream()"

    # Later versions of PyTorch have it under another name.
    def cpp_global_scratch(self, idx: int):
        raise NotImplementedError("the simulated musa device has no C++ wrapper")
