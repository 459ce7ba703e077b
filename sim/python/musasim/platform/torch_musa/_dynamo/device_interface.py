"""The musa device as torch._dynamo and torch._inductor see devices."""

import torch_musa
from torch._dynamo.device_interface import (
    DeviceInterface,
    caching_worker_current_devices,
    caching_worker_device_properties,
    register_interface_for_device,
)
from torch_musa._MUSAC import _musa_getCurrentRawStream as get_musa_stream

from ..core._utils import DeviceUnion as _device_t
from ..core._utils import _get_musa_device_index

_KEY = "musa"


class MusaInterface(DeviceInterface):
    """torch.musa's functions under the names that PyTorch's compiler calls."""

    device = torch_musa.device
    Event = torch_musa.Event
    Stream = torch_musa.Stream

    class Worker:
        """Answers for a compile worker, which the main process has stored for it."""

        @staticmethod
        def set_device(device: int):
            caching_worker_current_devices[_KEY] = device

        @staticmethod
        def current_device() -> int:
            if _KEY in caching_worker_current_devices:
                return caching_worker_current_devices[_KEY]
            return torch_musa.current_device()

        @staticmethod
        def get_device_properties(device: _device_t = None):
            if device is None:
                index = MusaInterface.Worker.current_device()
            else:
                index = _get_musa_device_index(device, optional=True)
            if _KEY not in caching_worker_device_properties:
                caching_worker_device_properties[_KEY] = [
                    torch_musa.get_device_properties(i) for i in range(torch_musa.device_count())
                ]
            return caching_worker_device_properties[_KEY][index]

    current_device = staticmethod(torch_musa.current_device)
    set_device = staticmethod(torch_musa.set_device)
    device_count = staticmethod(torch_musa.device_count)
    stream = staticmethod(torch_musa.stream)
    current_stream = staticmethod(torch_musa.current_stream)
    set_stream = staticmethod(torch_musa.set_stream)
    _set_stream_by_id = staticmethod(torch_musa._set_stream_by_id)
    synchronize = staticmethod(torch_musa.synchronize)
    get_device_properties = staticmethod(torch_musa.get_device_properties)
    get_raw_stream = staticmethod(get_musa_stream)
    exchange_device = staticmethod(torch_musa._exchange_device)
    maybe_exchange_device = staticmethod(torch_musa._maybe_exchange_device)
    memory_allocated = staticmethod(torch_musa.memory_allocated)

    @staticmethod
    def is_available() -> bool:
        return torch_musa.is_available()

    @staticmethod
    def get_compute_capability(device: _device_t = None):
        """Ten times the major capability plus the minor one."""
        major, minor = torch_musa.get_device_capability(device)
        return major * 10 + minor

    @staticmethod
    def is_bf16_supported(including_emulation: bool = False) -> bool:
        return torch_musa.is_bf16_supported()

    @staticmethod
    def is_triton_capable(device: _device_t = None) -> bool:
        return True

    @staticmethod
    def raise_if_triton_unavailable(device: _device_t = None) -> None:
        from torch_musa._inductor.code_generator import triton_is_missing

        reason = triton_is_missing()
        if reason is not None:
            raise RuntimeError(reason)


def _register():
    register_interface_for_device("musa", MusaInterface)
    for index in range(torch_musa.device_count()):
        register_interface_for_device(f"musa:{index}", MusaInterface)


_register()
