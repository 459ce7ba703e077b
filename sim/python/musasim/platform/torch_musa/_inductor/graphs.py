"""What torch._inductor decides about graphs: it knows those of CUDA, and MUSA's are alike."""

import functools

import torch
from torch._inductor import cudagraph_utils as _module

_check = _module.check_multiple_devices_or_any_cpu_nodes


@functools.wraps(_check)
def check_multiple_devices_or_any_cpu_nodes(device_node_mapping):
    """The reason against a graph that lies in the devices of its nodes; None if there is none."""
    reason = _check(
        {
            torch.device("cuda", device.index) if device.type == "musa" else device: node
            for device, node in device_node_mapping.items()
        }
    )
    return reason if reason is None else reason.replace("'cuda'", "'musa'")


def _apply():
    _module.check_multiple_devices_or_any_cpu_nodes = check_multiple_devices_or_any_cpu_nodes


_apply()
