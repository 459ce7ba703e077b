"""The profiler's name for MUSA's activity."""

import torch


def set_profiler_attributes():
    """torch.profiler.ProfilerActivity.MUSA is the activity of PyTorch's custom backend."""
    activity = torch._C._profiler.ProfilerActivity
    activity.MUSA = activity.PrivateUse1
