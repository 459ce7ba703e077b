"""torch.profiler's evaluation of a profile, with MUSA's launches and kernels as the device's work."""

import bisect
from typing import Any, List

from torch.autograd import DeviceType
from torch.profiler import _utils as _torch
from torch.profiler._utils import EventKey, EventMetrics, Interval

_LAUNCH = "musaLaunchKernel"
_NO_KERNELS = ("mem", "cpy", "alloc", "free")


class BasicEvaluation(_torch.BasicEvaluation):
    """Self time, idle time and queue depth of each event of a profile.

    The simulator's operators run in the calling thread, without launches: their queue is empty.
    """

    def compute_queue_depth(self) -> List[Interval]:
        """The number of launched kernels that had not begun when an event began; one interval a device event."""
        device_events = self.profile.kineto_results.events()
        launches = sorted(filter(_is_launch, device_events), key=_start)
        kernels = sorted(filter(_is_kernel, device_events), key=_start)
        self.cuda_events = sorted(launches + kernels, key=_start)
        launched, begun = list(map(_start, launches)), list(map(_start, kernels))

        def depth(time):
            count = bisect.bisect_right(launched, time) - bisect.bisect_right(begun, time)
            return max(count, 0)

        for event in self.events:
            self.metrics[EventKey(event)].queue_depth = depth(event.start_time_ns)
        return [
            Interval(_start(e), _start(e) + e.duration_ns(), depth(_start(e)))
            for e in self.cuda_events
        ]


def _start(event: Any) -> int:
    return event.start_ns()


def _is_launch(event: Any) -> bool:
    return event.name().startswith(_LAUNCH)


def _is_kernel(event: Any) -> bool:
    name = event.name().lower()
    on_device = event.device_type() == DeviceType.PrivateUse1
    return on_device and not any(part in name for part in _NO_KERNELS)
