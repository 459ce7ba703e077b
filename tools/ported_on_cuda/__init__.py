"""The parts of tools/compare_ported_on_cuda.py: which projects, how they are built, what they are asked."""
