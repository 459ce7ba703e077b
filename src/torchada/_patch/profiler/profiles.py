"""torch.autograd.profiler.profile and torch.profiler.profile on CUDA.

PyTorch profiles "cuda" only where torch.cuda.is_available(), which is False here, so it is told our
device's name where it asks; the profile and its events carry CUDA's.
"""

from functools import partial, wraps
from warnings import warn
from weakref import WeakSet

from ...cuda._once import say_once
from .._ledger import current
from .._registry import patch_function, requires_import
from .activities import AREA, as_cuda

_DEPRECATED = (
    "The attribute `use_cuda` will be deprecated soon, please use ``use_device = 'cuda'`` instead."
)
_TOGGLE = (
    "toggle_collection_dynamic() has no effect on the GPU's activity on MUSA: PyTorch can toggle its "
    "own backends only. The profiler records the GPU all the time"
)


@patch_function
@requires_import("torch_musa")
def _profile_cuda():
    """use_cuda and use_device="cuda", which torch.profiler passes for ProfilerActivity.CUDA."""
    import torch

    ledger, profile = current(), torch.autograd.profiler.profile
    genuine, native_name = profile.__init__, torch._C._get_privateuse1_backend_name()
    profiles: WeakSet = WeakSet()

    @wraps(genuine)
    def __init__(self, enabled=True, *, use_cuda=False, use_device=None, **options):
        if not enabled or not (use_cuda or use_device == "cuda"):
            genuine(self, enabled, use_cuda=use_cuda, use_device=use_device, **options)
            return
        if use_cuda:
            warn(_DEPRECATED, FutureWarning, stacklevel=2)
        genuine(self, use_device=native_name, **options)
        self.use_cuda, self.use_device = use_cuda, "cuda"
        self.kineto_activities = as_cuda(self.kineto_activities)
        profiles.add(self)

    ledger.set_attr(profile, "__init__", __init__, area=AREA)
    give_back = partial(_name_device_of, profiles, native_name)
    ledger.call(lambda: None, give_back, "profiles that run when torchada is deactivated", AREA)


def _name_device_of(profiles, name):
    """A profile's end waits for its device: with PyTorch's own torch.cuda, for the GPU by its other name."""
    for profile in profiles:
        profile.use_device = name


@patch_function
@requires_import("torch_musa")
def _tell_events_as_cudas():
    """PyTorch reads the results of its custom backend; then the events become CUDA's."""
    import torch
    from torch.autograd import DeviceType

    profile = torch.autograd.profiler.profile
    genuine, native_name = profile._parse_kineto_results, torch._C._get_privateuse1_backend_name()
    ours, cuda = DeviceType.PrivateUse1, DeviceType.CUDA

    @wraps(genuine)
    def _parse_kineto_results(self, *arguments, **options):
        if self.use_device != "cuda":
            return genuine(self, *arguments, **options)
        self.use_device = native_name
        try:
            events = genuine(self, *arguments, **options)
        finally:
            self.use_device = "cuda"
        for event in events:
            event.use_device = "cuda"
            if event.device_type == ours:
                event.device_type = cuda
        return events

    current().set_attr(profile, "_parse_kineto_results", _parse_kineto_results, area=AREA)


@patch_function
@requires_import("torch_musa")
def _toggle_what_can_be():
    """The CPU's activity can be switched while a profile runs."""
    import torch

    profile, activity = torch.autograd.profiler.profile, torch.profiler.ProfilerActivity
    genuine = profile.toggle_collection_dynamic

    @wraps(genuine)
    def toggle_collection_dynamic(self, enabled, activities):
        wanted = set(activities)
        if activity.CUDA in wanted:
            say_once(_TOGGLE)
        return genuine(self, enabled, wanted - {activity.CUDA})

    current().set_attr(profile, "toggle_collection_dynamic", toggle_collection_dynamic, area=AREA)
