"""Writes a tiny Llama with random weights as a GGUF file: two layers, a vocabulary of bytes.

python -m musa_programs.tiny_llama FILE [F32|Q8_0]    # from tools/; needs gguf
"""

import sys

import gguf
import numpy as np

LAYERS, WIDTH, HEADS, KV_HEADS, INNER, CONTEXT = 2, 128, 4, 2, 256, 256
SPECIAL = [b"<unk>", b"<s>", b"</s>"]


def write(path: str, quantization: gguf.GGMLQuantizationType) -> None:
    """Write the model; matrices are stored in the given type, vectors as float."""
    tokens = SPECIAL + [b"<0x%02X>" % byte for byte in range(256)]
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * 2 + [gguf.TokenType.BYTE] * 256
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    for name, value in _weights(len(tokens)):
        if value.ndim > 1:
            value = gguf.quantize(value, quantization)
            writer.add_tensor(name, value, raw_dtype=quantization)
        else:
            writer.add_tensor(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _weights(vocabulary):
    random = np.random.default_rng(7)

    def matrix(rows, columns, scale=None):
        scale = scale or columns**-0.5  # values keep their size from layer to layer
        return (random.standard_normal((rows, columns)) * scale).astype(np.float32)

    ones = np.ones(WIDTH, np.float32)
    keys = WIDTH // HEADS * KV_HEADS
    yield "token_embd.weight", matrix(vocabulary, WIDTH, 1.0)
    yield "output_norm.weight", ones
    # Far apart, so that no rounding decides which token is the likeliest.
    yield "output.weight", matrix(vocabulary, WIDTH, 1.0)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        yield f"{block}.attn_norm.weight", ones
        yield f"{block}.attn_q.weight", matrix(WIDTH, WIDTH)
        yield f"{block}.attn_k.weight", matrix(keys, WIDTH)
        yield f"{block}.attn_v.weight", matrix(keys, WIDTH)
        yield f"{block}.attn_output.weight", matrix(WIDTH, WIDTH)
        yield f"{block}.ffn_norm.weight", ones
        yield f"{block}.ffn_gate.weight", matrix(INNER, WIDTH)
        yield f"{block}.ffn_up.weight", matrix(INNER, WIDTH)
        yield f"{block}.ffn_down.weight", matrix(WIDTH, INNER)


if __name__ == "__main__":
    write(sys.argv[1], gguf.GGMLQuantizationType[(sys.argv[2:] or ["F32"])[0]])
