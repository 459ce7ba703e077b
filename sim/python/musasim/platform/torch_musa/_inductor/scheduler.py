"""What torch._inductor's scheduler takes the musa device for.

Its kernels are the CPU's, its streams and device guards a GPU's.
"""

from torch._inductor import scheduler as _module
from torch._inductor.scheduler import BaseSchedulerNode, Scheduler
from torch._inductor.virtualized import V

_is_cpu = BaseSchedulerNode.is_cpu
_device_need_guard = _module.device_need_guard
_codegen_extern_call = Scheduler.codegen_extern_call


def _has_cpp_code(self) -> bool:
    device = self.get_device()
    return _is_cpu(self) or (device is not None and device.type == "musa")


def _needs_guard(device) -> bool:
    return device == "musa" or _device_need_guard(device)


def _codegen_call(self, scheduler_node):
    # Without a device it is a call about streams or events: what comes before must have been written.
    if scheduler_node.get_device() is None and "musa" in V.graph.device_types:
        self.flush()
    _codegen_extern_call(self, scheduler_node)


def _apply():
    """Spare musa nodes the reorderings of loops that the C++ code generator cannot take, and have them
    run with their device as the current one, on the streams that the program puts them on."""
    BaseSchedulerNode.is_cpu = _has_cpp_code
    Scheduler.codegen_extern_call = _codegen_call
    _module.device_need_guard = _needs_guard


_apply()
