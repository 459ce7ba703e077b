"""The profiler's names for MUSA: its activity, its evaluation and its patterns."""

import sys

import torch

from .._on_import import when_imported
from . import _activities


def set_profiler_attributes():
    """Add these names to torch.profiler; ProfilerActivity.MUSA is that of PyTorch's custom backend."""
    activity = torch._C._profiler.ProfilerActivity
    activity.MUSA = activity.PrivateUse1
    _activities.apply()
    when_imported("torch.profiler._utils", _replace_evaluation)
    when_imported("torch.profiler._pattern_matcher", _replace_patterns)


def _replace_evaluation():
    from . import _utils

    sys.modules["torch.profiler._utils"].BasicEvaluation = _utils.BasicEvaluation


def _replace_patterns():
    # Replaces them at its end: it may be what imports PyTorch's patterns and brought us here.
    from . import _pattern_matcher  # noqa: F401
