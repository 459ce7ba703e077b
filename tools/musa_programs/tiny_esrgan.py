"""Writes a tiny ESRGAN with random weights (safetensors, the names of BasicSR), and an image of random pixels.

python -m musa_programs.tiny_esrgan MODEL.safetensors IMAGE.png    # from tools/; needs safetensors, Pillow
"""

import sys

import numpy as np
from PIL import Image
from safetensors.numpy import save_file

BLOCKS, WIDTH, GROWTH, PIXELS = 1, 64, 32, 24


def weights() -> dict:
    """Weight and bias of each convolution, (out, in, 3, 3) and (out,)."""
    random = np.random.default_rng(7)
    shapes = {"conv_first": (WIDTH, 3)}
    for block in range(BLOCKS):
        for dense in (1, 2, 3):
            for step in range(5):
                out = WIDTH if step == 4 else GROWTH
                shapes[f"body.{block}.rdb{dense}.conv{step + 1}"] = (out, WIDTH + step * GROWTH)
    shapes.update(
        {name: (WIDTH, WIDTH) for name in ("conv_body", "conv_up1", "conv_up2", "conv_hr")}
    )
    shapes["conv_last"] = (3, WIDTH)
    tensors = {}
    for name, (rows, columns) in shapes.items():
        values = random.standard_normal((rows, columns, 3, 3)) * (9 * columns) ** -0.5
        tensors[f"{name}.weight"] = values.astype(np.float32)
        # The last bias lifts the picture into the middle of its range.
        tensors[f"{name}.bias"] = np.full(rows, 0.5 * (name == "conv_last"), np.float32)
    return tensors


if __name__ == "__main__":
    save_file(weights(), sys.argv[1])
    pixels = np.random.default_rng(8).integers(0, 256, (PIXELS, PIXELS, 3), np.uint8)
    Image.fromarray(pixels).save(sys.argv[2])
