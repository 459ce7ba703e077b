"""Device functions of Triton for CUDA that need none of its hardware.

A kernel depends on another only where it was launched so (launch_pdl), which MUSA's Triton does not do.
"""

import triton


@triton.jit
def gdc_wait():
    """Nothing to wait for: earlier kernels of the stream have ended."""
    pass


@triton.jit
def gdc_launch_dependents():
    """No kernel waits for this one to be nearly done."""
    pass
