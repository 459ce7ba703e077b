"""Decisions of torch._inductor about graphs: it knows those of CUDA, and MUSA's are alike."""

import functools

from torch._inductor import cudagraph_utils as _module

_check = _module.check_multiple_devices_or_any_cpu_nodes


class AsCuda:
    """A musa device in the place of one of CUDA."""

    type = "cuda"

    def __init__(self, device):
        self._device = device

    def __repr__(self):
        return repr(self._device)


@functools.wraps(_check)
def check_multiple_devices_or_any_cpu_nodes(device_node_mapping):
    """The reason against a graph that lies in the devices of its nodes; None if nothing is against it."""
    return _check(
        {
            AsCuda(device) if device.type == "musa" else device: node
            for device, node in device_node_mapping.items()
        }
    )


def _apply():
    _module.check_multiple_devices_or_any_cpu_nodes = check_multiple_devices_or_any_cpu_nodes


_apply()
