"""fast-hadamard-transform: Hadamard transforms of rows."""

SWITCHES = {"FAST_HADAMARD_TRANSFORM_FORCE_BUILD": "TRUE"}
NVCC = True
BLOCKED = "its sdist lacks the folder of the CUDA sources"
