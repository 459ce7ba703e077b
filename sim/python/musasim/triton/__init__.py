"""Triton's backend "musa": kernels of plain Triton from PyPI run on the simulated GPU.

Triton finds it by the entry point of platform/torch_musa-2.7.1.egg-info, while the simulator is on.
"""

# Versions whose compiler was tried; others have other passes.
TRITON_VERSIONS = ("3.6.0", "3.7.1")


def check_version() -> None:
    """Refuse a Triton that was not tried."""
    import triton

    if triton.__version__ not in TRITON_VERSIONS:
        tried = " and ".join(TRITON_VERSIONS)
        raise RuntimeError(
            f"the simulated GPU runs kernels of Triton {tried}, but this is Triton {triton.__version__}: "
            f"pip install triton=={TRITON_VERSIONS[-1]}"
        )
