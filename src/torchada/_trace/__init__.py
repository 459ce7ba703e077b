"""Tracing: what a program called that became something else on MUSA, where, how often and how long.

The core (core/trace) counts; this package chooses the functions that are counted, and writes the file.
"""
