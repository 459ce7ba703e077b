"""Lowering of a model that PyTorch's export quantization (pt2e) prepared.

PyTorch after 2.9 has no torch.ao.quantization.pt2e, so there this function raises an error.
"""

import sys

import torch

from .._on_import import when_imported


def lower_pt2e_quantized_to_x86(
    model: torch.fx.GraphModule, example_inputs: "tuple[torch.Tensor, ...]"
) -> torch.fx.GraphModule:
    """Replace quantized patterns by PyTorch's CPU operators, which the simulated device computes with.

    Raises NotImplementedError if this PyTorch has no pt2e.
    """
    try:
        from torch.ao.quantization.pt2e import lowering
    except ModuleNotFoundError as error:
        raise NotImplementedError(
            f"lower_pt2e_quantized_to_x86: torch {torch.__version__} has no "
            "torch.ao.quantization.pt2e"
        ) from error
    return lowering.lower_pt2e_quantized_to_x86(model, example_inputs)


def apply_lowering_patch():
    """Install lower_pt2e_quantized_to_x86 in torch.ao.quantization.pt2e, once that is imported."""
    when_imported("torch.ao.quantization.pt2e", _replace)


def _replace():
    pt2e = sys.modules["torch.ao.quantization.pt2e"]
    pt2e.lower_pt2e_quantized_to_x86 = lower_pt2e_quantized_to_x86
