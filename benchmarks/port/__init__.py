"""The parts of benchmark_port.py: the corpus, the programs, what is timed, rows, report."""
