"""Generates greedily with llama-cpp-python; prints a line of JSON: the device of the layers, and the tokens.

python -m musa_programs.generate MODEL.gguf LAYERS_ON_GPU [flash]    # from tools/
"""

import json
import sys

import llama_cpp

PROMPT = list(b"The GPU says:")
COUNT = 64


def main() -> int:
    """Generate COUNT tokens after PROMPT."""
    path, layers, *options = sys.argv[1:]
    model = llama_cpp.Llama(
        path,
        n_gpu_layers=int(layers),
        n_ctx=256,
        flash_attn="flash" in options,
        offload_kqv=layers != "0",
        op_offload=layers != "0",
        verbose=True,
    )
    prompt = [1] + [3 + byte for byte in PROMPT]
    tokens = []
    for token in model.generate(prompt, temp=0.0, top_k=1):
        tokens.append(int(token))
        if len(tokens) == COUNT:
            break
    print(json.dumps(tokens))
    return 0


if __name__ == "__main__":
    sys.exit(main())
