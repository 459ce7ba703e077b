"""The profiler's activities and device types, where they pass between Python and C++."""

from functools import wraps

from ... import _core
from .._ledger import current
from .._registry import patch_function, requires_import
from .._views import as_user

AREA = "profiler"

# Activity types that CUDA and the custom backend have under names of their own.
_FILTERS = {
    "CUDA_RUNTIME": "PRIVATEUSE1_RUNTIME",
    "CUDA_DRIVER": "PRIVATEUSE1_DRIVER",
}


def as_native(activities):
    """A set of activities, or a dict of the types wanted of each, with ours in the place of CUDA's."""
    from torch._C._profiler import ProfilerActivity as activity

    if activity.CUDA not in activities:
        return activities
    if not isinstance(activities, dict):
        return {activity.PrivateUse1 if one == activity.CUDA else one for one in activities}
    result = {one: names for one, names in activities.items() if one != activity.CUDA}
    result[activity.PrivateUse1] = {_FILTERS.get(name, name) for name in activities[activity.CUDA]}
    return result


def as_cuda(activities):
    """A set of activities with CUDA's in the place of ours."""
    from torch._C._profiler import ProfilerActivity as activity

    return {activity.CUDA if one == activity.PrivateUse1 else one for one in activities}


@patch_function
@requires_import("torch_musa")
def _translate_activities():
    """The functions that start the profiler take CUDA's activity, whoever calls them."""
    import torch

    ledger = current()
    for name in ("_prepare_profiler", "_enable_profiler"):
        genuine = getattr(torch._C._autograd, name)
        for module in (torch._C._autograd, torch.autograd, torch.autograd.profiler):
            if vars(module).get(name) is genuine:
                ledger.set_attr(module, name, _taking_cuda(genuine), area=AREA)


def _taking_cuda(genuine):
    @wraps(genuine)
    def translated(config, activities, *others, **options):
        # A newer torch also takes filters, under this name, and scopes.
        filters = options.get("activity_filter")
        if filters:
            options["activity_filter"] = as_native(filters)
        return genuine(config, as_native(activities), *others, **options)

    return translated


@patch_function
@requires_import("torch_musa")
def _support_cuda():
    """Users find CUDA among the supported activities."""
    import torch
    from torch.profiler import ProfilerActivity

    ledger, genuine = current(), torch.autograd._supported_activities

    def for_users():
        return as_cuda(genuine()) | {ProfilerActivity.CUDA}

    for module in (torch._C._autograd, torch.autograd, torch.profiler):
        asked = _core.ByAsker(module._supported_activities, for_users)
        ledger.set_attr(module, "_supported_activities", asked, area=AREA)
    ours = as_user(torch.profiler.profiler.supported_activities, ledger, AREA)
    for module in (torch.profiler.profiler, torch.profiler):
        ledger.set_attr(module, "supported_activities", ours, area=AREA)


@patch_function
@requires_import("torch_musa")
def _tell_device_types():
    """The events of Kineto, in C++, say CUDA to users."""
    from torch._C._autograd import DeviceType, _KinetoEvent

    genuine, ours, cuda = _KinetoEvent.device_type, DeviceType.PrivateUse1, DeviceType.CUDA

    def device_type(self):
        found = genuine(self)
        return cuda if found == ours else found

    asked = _core.ByAsker(genuine, device_type)
    current().set_attr(_KinetoEvent, "device_type", asked, area=AREA)
