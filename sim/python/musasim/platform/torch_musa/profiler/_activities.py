"""Completes older versions of torch, whose profiler knows no device of another make."""

import functools

import torch
from torch.autograd import profiler as _module

_supported_activities = _module._supported_activities
_parse = _module.profile._parse_kineto_results


def _supported_with_ours():
    return _supported_activities() | {torch._C._profiler.ProfilerActivity.PrivateUse1}


@functools.wraps(_parse)
def _parse_kineto_results(self, *args, **options):
    if self.use_device != "musa":
        return _parse(self, *args, **options)
    # It looks for the device's name before it was renamed.
    self.use_device = "privateuseone"
    try:
        events = _parse(self, *args, **options)
    finally:
        self.use_device = "musa"
    for event in events:
        event.use_device = "musa"
    return events


def apply():
    """Change torch.autograd.profiler where it is needed: torch 2.7."""
    if torch._C._profiler.ProfilerActivity.PrivateUse1 not in _supported_activities():
        _module._supported_activities = _supported_with_ours
        torch.autograd._supported_activities = _supported_with_ours
    if "privateuseone" in _parse.__code__.co_consts:
        _module.profile._parse_kineto_results = _parse_kineto_results
