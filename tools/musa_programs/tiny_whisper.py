"""Writes a tiny Whisper with random weights in whisper.cpp's format: one layer, the vocabulary of another model.

python -m musa_programs.tiny_whisper VOCABULARY.bin FILE    # from tools/
"""

import struct
import sys
from pathlib import Path

import numpy as np

MAGIC = 0x67676D6C
# In the order of the file: vocabulary, audio (context, width, heads, layers), text (the same), mels, type.
PARAMETERS = 11
WIDTH, HEADS, LAYERS = 128, 2, 1
FLOAT32, FLOAT16 = 0, 1


def write(vocabulary: Path, path: Path) -> None:
    """Write a model with the vocabulary and the mel filters of a file of whisper.cpp's tests."""
    data = vocabulary.read_bytes()
    magic, *parameters = struct.unpack_from(f"<{PARAMETERS + 1}i", data)
    if magic != MAGIC:
        raise ValueError(f"{vocabulary} is no model of whisper.cpp")
    tokens, audio, _, _, _, text, _, _, _, mels, _ = parameters
    parameters = (tokens, audio, WIDTH, HEADS, LAYERS, text, WIDTH, HEADS, LAYERS, mels, FLOAT16)
    with path.open("wb") as file:
        file.write(struct.pack(f"<{PARAMETERS + 1}i", MAGIC, *parameters))
        file.write(data[4 * (PARAMETERS + 1) : _end_of_words(data)])
        for name, value in _weights(tokens, audio, text, mels):
            # Matrices are half: the CPU's convolutions take nothing else. The fastest dimension comes first.
            half = name.endswith(".weight") and value.ndim > 1
            shape = value.shape[::-1]
            file.write(struct.pack("<3i", len(shape), len(name), FLOAT16 if half else FLOAT32))
            file.write(struct.pack(f"<{len(shape)}i", *shape) + name.encode())
            file.write(value.astype("<f2" if half else "<f4").tobytes())


def _end_of_words(data):
    """Where the vocabulary ends: behind the filters and as many words as it says."""
    place = 4 * (PARAMETERS + 1)
    rows, columns = struct.unpack_from("<2i", data, place)
    place += 8 + 4 * rows * columns
    (count,) = struct.unpack_from("<i", data, place)
    place += 4
    for _ in range(count):
        place += 4 + struct.unpack_from("<I", data, place)[0]
    return place


def _weights(tokens, audio, text, mels):
    random = np.random.default_rng(7)

    def normal(*shape, scale=None):
        scale = scale or np.prod(shape[1:]) ** -0.5  # values keep their size from layer to layer
        return random.standard_normal(shape) * scale

    def norm(name):
        yield f"{name}.weight", np.ones(WIDTH)
        yield f"{name}.bias", np.zeros(WIDTH)

    def linear(name, rows, columns, bias=True):
        yield f"{name}.weight", normal(rows, columns)
        if bias:
            yield f"{name}.bias", normal(rows, scale=0.1)

    def attention(name):
        yield from norm(f"{name}_ln")
        yield from linear(f"{name}.query", WIDTH, WIDTH)
        yield from linear(f"{name}.key", WIDTH, WIDTH, bias=False)
        yield from linear(f"{name}.value", WIDTH, WIDTH)
        yield from linear(f"{name}.out", WIDTH, WIDTH)

    def block(name, *attentions):
        for each in attentions:
            yield from attention(f"{name}.{each}")
        yield from norm(f"{name}.mlp_ln")
        yield from linear(f"{name}.mlp.0", 4 * WIDTH, WIDTH)
        yield from linear(f"{name}.mlp.2", WIDTH, 4 * WIDTH)

    yield "encoder.positional_embedding", normal(audio, WIDTH)
    for number, channels in ((1, mels), (2, WIDTH)):
        yield f"encoder.conv{number}.weight", normal(WIDTH, channels, 3)
        yield f"encoder.conv{number}.bias", np.zeros((WIDTH, 1))
    yield from norm("encoder.ln_post")
    for layer in range(LAYERS):
        yield from block(f"encoder.blocks.{layer}", "attn")
    yield "decoder.positional_embedding", normal(text, WIDTH, scale=1.0)
    # Also the last layer: its values are far apart, so that no rounding decides which token is the likeliest.
    yield "decoder.token_embedding.weight", normal(tokens, WIDTH, scale=1.0)
    yield from norm("decoder.ln")
    for layer in range(LAYERS):
        yield from block(f"decoder.blocks.{layer}", "attn", "cross_attn")


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
