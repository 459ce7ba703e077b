"""torch.compile: code written for CUDA is traced, guarded and compiled as on CUDA; one idea a module.

Nothing here runs in compiled code. Dynamo and inductor are changed when the program imports them.
"""

from . import (  # noqa: F401
    autotune,
    by_asker,
    cudagraphs,
    guards,
    handlers,
    interface,
    trace_rules,
    traced_code,
)
