"""Inductor's Triton templates: those for CUDA have configurations for MUSA too, where torch_musa registers none."""

from typing import Any

from .._ledger import Ledger

AREA = "compile"


def offer(ledger: Ledger, module: Any) -> None:
    """In torch._inductor.template_heuristics, whose modules register CUDA's when they are imported.

    A configuration that torch_musa registers later replaces ours.
    """
    registry = getattr(module, "registry", None)
    classes = getattr(registry, "_TEMPLATE_HEURISTIC_REGISTRY", None)
    if not isinstance(classes, dict):
        ledger.skip(AREA, module.__name__, "this version of PyTorch has no registry there")
        return
    for (template, device, operator), kind in list(classes.items()):
        key = (template, "musa", operator)
        if device == "cuda" and template.startswith("triton::") and key not in classes:
            ledger.set_item(
                classes, key, kind, target=f"inductor's configurations: {key}", area=AREA
            )
