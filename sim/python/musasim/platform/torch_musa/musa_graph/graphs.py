"""Graphs: so far only whether one is being captured."""

from torch_musa import _MUSAC


def is_current_stream_capturing():
    """Whether a graph is being captured on the current stream."""
    return _MUSAC._musa_isCurrentStreamCapturing()
