"""Tells torch._inductor's scheduler that the musa device has a CPU's kernels, but a GPU's streams and guards."""

from torch._inductor import scheduler as _module
from torch._inductor.scheduler import BaseSchedulerNode, Scheduler
from torch._inductor.virtualized import V

_is_cpu = BaseSchedulerNode.is_cpu
_is_gpu = BaseSchedulerNode.is_gpu
_device_need_guard = _module.device_need_guard
_codegen_extern_call = Scheduler.codegen_extern_call
_should_partition = getattr(Scheduler, "should_partition", None)  # not in torch 2.7
_partitioning = False


def _has_cpp_code(self) -> bool:
    device = self.get_device()
    return _is_cpu(self) or (device is not None and device.type == "musa")


def _runs_in_graphs(self) -> bool:
    device = self.get_device()
    return _is_gpu(self) or (_partitioning and device is not None and device.type == "musa")


def _should_partition_at(self, node, *args, **options):
    # Nodes that are not a GPU's are left out of graphs.
    global _partitioning
    _partitioning = True
    try:
        return _should_partition(self, node, *args, **options)
    finally:
        _partitioning = False


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
    BaseSchedulerNode.is_gpu = _runs_in_graphs
    Scheduler.codegen_extern_call = _codegen_call
    if _should_partition is not None:
        Scheduler.should_partition = _should_partition_at
    _module.device_need_guard = _needs_guard


_apply()
