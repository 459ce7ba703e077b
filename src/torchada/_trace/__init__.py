"""Tracing: what a program called that became something else on MUSA, where, how often and how long.

The core (core/trace) counts; this package chooses the functions that are counted, and writes the file.
"""

# An environment variable: of the program's processes, the nearest one above that has a file of its own name.
MARK = "TORCHADA_TRACE_RUN"
