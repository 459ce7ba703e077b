"""Writes a tiny ESRGAN with random weights as a safetensors file, and a picture for it to enlarge.

python -m musa_programs.tiny_esrgan MODEL.safetensors PICTURE.ppm    # from tools/
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np

CHANNELS, FEATURES, GROWTH = 3, 64, 32
HEIGHT, WIDTH = 24, 40


def convolutions():
    """The name, inputs and outputs of each: one block, then the picture is doubled once."""
    yield "conv_first", CHANNELS, FEATURES
    for dense in (1, 2, 3):
        for step in range(1, 6):
            inputs = FEATURES + (step - 1) * GROWTH
            yield f"body.0.rdb{dense}.conv{step}", inputs, GROWTH if step < 5 else FEATURES
    yield "conv_body", FEATURES, FEATURES
    yield "conv_up1", FEATURES, FEATURES
    yield "conv_hr", FEATURES, FEATURES
    yield "conv_last", FEATURES, CHANNELS


def weights() -> dict:
    """Random ones of a fixed seed; values keep their size from layer to layer, and the last are about 0.5."""
    random = np.random.default_rng(11)
    named = {}
    for name, inputs, outputs in convolutions():
        scale = (2.0 / (9 * inputs)) ** 0.5
        last = name == "conv_last"
        kernel = random.standard_normal((outputs, inputs, 3, 3)) * (scale / 4 if last else scale)
        named[f"{name}.weight"] = kernel.astype("<f2")
        named[f"{name}.bias"] = np.full(outputs, 0.5 if last else 0.0, "<f4")
    return named


def write_model(path: Path) -> None:
    """The format: the length of a header, the header as JSON, the values one after the other."""
    header, values, place = {}, [], 0
    for name, value in weights().items():
        values.append(value.tobytes())
        end = place + len(values[-1])
        dtype = {"<f2": "F16", "<f4": "F32"}[value.dtype.str]
        header[name] = {"dtype": dtype, "shape": value.shape, "data_offsets": (place, end)}
        place = end
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(values))


def write_picture(path: Path) -> None:
    """Waves in three colours, HEIGHT x WIDTH pixels, as a PPM."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    waves = [np.sin(rows / (3 + color) + columns / (5 - color)) for color in range(CHANNELS)]
    pixels = np.stack(waves, axis=-1) * 100 + 128
    head = f"P6 {WIDTH} {HEIGHT} 255\n".encode()
    path.write_bytes(head + pixels.astype(np.uint8).tobytes())


def main() -> int:
    """Write both files."""
    model, picture = map(Path, sys.argv[1:])
    write_model(model)
    write_picture(picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
