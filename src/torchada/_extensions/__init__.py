"""Building extensions with CUDA sources on MUSA: what torch.utils.cpp_extension is changed by.

PyTorch's builder goes on to do the work. What it is told is translated: sources (`sources`, `ported`),
flags (`flags`), the compiler and its libraries (`toolchain`, `arch`); `setup` and `jit` are the two
ways in, for setup.py and for load(); `lock` and `run` let one process at a
time build in a folder, and leave nothing behind when it is killed.
"""
