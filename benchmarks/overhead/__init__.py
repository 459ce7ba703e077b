"""The parts of benchmark_overhead.py: rows, the measuring process, pairs, statistics, report."""
