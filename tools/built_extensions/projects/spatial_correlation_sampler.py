"""spatial-correlation-sampler: correlations of the patches of two images, as FlowNet has them."""

import torch

from . import extension, normal, on_both

COMPARED = (
    "correlations of four shapes and their gradients, in two types, against its CPU implementation"
)
TOLERANCES = {torch.float32: 1e-5, torch.float64: 1e-12}
SHAPES = (
    {"kernel_size": 1, "patch_size": 9},
    {"kernel_size": 3, "patch_size": 5, "stride": 2, "padding": 1},
    {"kernel_size": 3, "patch_size": 3, "padding": 2, "dilation": 2, "dilation_patch": 2},
    {"kernel_size": (1, 3), "patch_size": (3, 5), "padding": (0, 1)},
)


def results():
    module = extension("Correlation_Module/spatial_correlation_sampler_backend")
    for dtype, tolerance in TOLERANCES.items():
        for number, shape in enumerate(SHAPES):
            words = _words(**shape)
            images = [normal(seed, 2, 7, 13, 17, dtype=dtype) for seed in (1, 2)]
            ((found, wanted),) = on_both(module.forward, *images, *words)
            yield f"correlation {number} {dtype}", found, wanted, tolerance
            gradient = normal(3, *wanted.shape, dtype=dtype)
            pairs = on_both(module.backward, *images, gradient, *words)
            for what, pair in zip(("first", "second"), pairs):
                yield f"gradient of the {what} {number} {dtype}", *pair, tolerance


def _words(kernel_size, patch_size, stride=1, padding=0, dilation=1, dilation_patch=1):
    """The order of the extension's arguments, each for height and width."""
    words = (kernel_size, patch_size, padding, dilation, dilation_patch, stride)
    return [each for word in words for each in (word if isinstance(word, tuple) else (word, word))]
