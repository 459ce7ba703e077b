"""Optimizers in CUDA graphs: what cannot be captured is refused, as on CUDA.

PyTorch asks torch.cuda.is_available(), or the accelerator's type, before it looks at the stream, so
on MUSA it would capture a step whose bias correction stays what it was in the capture.
"""

import warnings

from ._ledger import current
from ._registry import patch_function, requires_import

AREA = "optimizers"
# The steps of optimizers call these; newer torch has both names.
_CHECKS = ("_accelerator_graph_capture_health_check", "_cuda_graph_capture_health_check")


@patch_function
@requires_import("torch_musa")
def _check_captured_steps():
    import torch

    optimizer = torch.optim.Optimizer
    for name in _CHECKS:
        if name in vars(optimizer):
            current().set_attr(optimizer, name, _checking(torch), area=AREA)


def _checking(torch):
    def check(self):
        """Refuse to capture, and warn once of capturable=True where nothing is captured.

        RuntimeError: a capture is under way and capturable is False.
        """
        if torch.compiler.is_compiling():
            return
        capturing = torch.cuda.is_current_stream_capturing()
        capturable = all(group["capturable"] for group in self.param_groups)
        if capturing and not capturable:
            raise RuntimeError(
                "Attempting CUDA graph capture of step() for an instance of "
                f"{type(self).__name__} but param_groups' capturable is False."
            )
        if capturable and not capturing:
            _warn_once(self)

    return check


def _warn_once(optimizer):
    if not getattr(optimizer, "_warned_capturable_if_run_uncaptured", False):
        warnings.warn(
            f"{type(optimizer).__name__} has capturable=True, but step() is running without CUDA "
            "graph capture. If nothing will be captured, capturable=False is faster.",
            stacklevel=4,
        )
        optimizer._warned_capturable_if_run_uncaptured = True
