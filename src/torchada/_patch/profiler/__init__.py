"""The profiler: who profiles CUDA gets torch_musa's activity, told as CUDA's.

A profile that was asked for by MUSA's own names stays MUSA's.
"""

from . import activities, files, profiles

__all__ = ["activities", "files", "profiles"]
