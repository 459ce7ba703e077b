"""llama-cpp-python: large language models by llama.cpp (ggml's MUSA backend, flash attention)."""

import json
import re

from failures import last_line

SOURCE = "vendor/llama.cpp"
OPTIONS = (
    "GGML_MUSA=ON",
    "MUSA_ARCHITECTURES={arch}",
    "LLAMA_CURL=OFF",
    "LLAMA_BUILD_TESTS=ON",
    "LLAMA_BUILD_EXAMPLES=OFF",
    "LLAMA_BUILD_TOOLS=OFF",
    "LLAMA_BUILD_SERVER=OFF",
)
TARGETS = ("test-backend-ops", "llama")
# Later kernels are for GPUs with warps of 32 (github.com/ggml-org/llama.cpp/pull/29193). In 0.3.35, the host and the
# device choose tiles of quantized products by different macros on MUSA (mmq.cuh). From 0.3.34 on, the operators have
# lightning_indexer, whose billions of shuffles take the simulator an hour.
MODELS = {"S4000": "0.3.33", "S5000": "0.3.36"}
COMPARED = (
    "its own test of operators (`test-backend-ops test -b MUSA0`), which holds each against the CPU backend; 64 tokens that a tiny Llama with "
    "random weights generates greedily through the Python package, all layers on the GPU, with and without flash attention, in two types of "
    "weights, against those of the CPU backend"
)


def checks(place):
    """The operators of its own test, and tokens of a tiny model."""
    yield ("operators", *_operators(place))
    for weights in ("F32", "F16"):
        yield (f"tokens ({weights})", *_tokens(place, weights))


def _operators(place):
    done = place.run("bin/test-backend-ops", "test", "-b", "MUSA0")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout).splitlines()
    passed = sum(line.endswith(": OK") for line in lines)
    failed = [line.strip() for line in lines if line.endswith(": FAIL")]
    if done.returncode or failed:
        return f"{passed} OK, {len(failed)} FAIL", (failed or [last_line(done)])[0]
    return f"{passed} OK, 0 FAIL", "" if passed else "no operator was tested"


def _tokens(place, weights):
    model = place.build / f"tiny-{weights}.gguf"
    done = place.run_module("tiny_llama", model, weights)
    if done.returncode:
        return "none", last_line(done)
    words = {"PYTHONPATH": str(place.sdist), "LLAMA_CPP_LIB_PATH": str(place.build / "bin")}
    found = {}
    for device, arguments in (
        ("the CPU", ["0"]),
        ("the GPU", ["99"]),
        ("the GPU with flash attention", ["99", "flash"]),
    ):
        done = place.run_module("generate", model, *arguments, **words)
        if done.returncode:
            return "none", last_line(done)
        if device != "the CPU" and not re.search(r"offloaded (\d+)/\1 layers to GPU", done.stderr):
            return "none", f"not all layers are on {device}"
        found[device] = json.loads(done.stdout.splitlines()[-1])
    wanted = found["the CPU"]
    wrong = [device for device, tokens in found.items() if tokens != wanted]
    return f"{len(wanted)} equal", f"{wrong[0]} gives other tokens" if wrong else ""
