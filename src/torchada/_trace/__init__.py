"""Tracing: what a program called that became something else on MUSA, where, how often and how long.

The core (core/trace) counts; this package chooses the functions that are counted, and writes the file.
"""

# Tells a process about the nearest one above it whose file has no number: run, pid, rank, TORCHADA_TRACE, path.
MARK = "TORCHADA_TRACE_RUN"
