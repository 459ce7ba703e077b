"""CUDA extensions from PyPI, built unmodified by their own setup.py on the simulated platform, and asked.

A module of projects/ is a project of tools/port_corpus.txt or sdists.txt. It has

SWITCHES    environment variables for the build, as the project documents them
NVCC        True where setup.py asks nvcc: the toolkit has one then, which is mcc and tells a release of CUDA
COMPARED    what is computed, and what it is held against (a sentence of the page)
TESTS       files of the sdist's own tests that are run (make built-extensions installs what they import)
BLOCKED     why it cannot be built, where that is so
results()   yields (name, result on the GPU, result wanted[, tolerance relative to the largest value])
"""
