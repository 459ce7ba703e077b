"""pywhispercpp: recognition of speech by whisper.cpp (ggml's MUSA backend)."""

import json

from failures import last_line

SOURCE = "whisper.cpp"
OPTIONS = (
    "GGML_MUSA=ON",
    "MUSA_ARCHITECTURES={arch}",
    # llama-cpp-python has the same kernels of flash attention, which take half of the time of a build.
    "GGML_CUDA_FA=OFF",
    "WHISPER_BUILD_TESTS=OFF",
)
TARGETS = ("whisper-cli",)
MODELS = {"S5000": "1.5.1"}
COMPARED = (
    "the tokens that a tiny Whisper with random weights hears in its own sample (`whisper-cli`, greedy) and their probabilities, against those "
    "of the CPU backend"
)
TOLERANCE = 1e-3  # of probabilities


def checks(place):
    """Tokens and their probabilities."""
    model = place.build / "tiny.bin"
    source = place.sdist / SOURCE
    done = place.run_module("tiny_whisper", source / "models" / "for-tests-ggml-tiny.bin", model)
    if done.returncode:
        yield "model", "none", last_line(done)
        return
    yield ("tokens", *_compare(place, model, source / "samples" / "jfk.wav"))


def _compare(place, model, sample):
    heard = {}
    for device, option in (("GPU", ()), ("CPU", ("-ng",))):
        place_of_json = place.build / device
        command = ("bin/whisper-cli", "-m", model, "-f", sample, "-l", "en", "-ojf", *option)
        greedy = ("-nfa", "-nf", "-bs", 1, "-bo", 1)
        done = place.run(*command, *greedy, "-of", place_of_json)
        if done.returncode:
            return "none", last_line(done)
        if ("using MUSA0 backend" in done.stderr) != (device == "GPU"):
            return "none", f"it did not run on the {device}"
        heard[device] = _tokens(place_of_json.with_suffix(".json"))
    return _hold(heard["GPU"], heard["CPU"])


def _tokens(path):
    said = json.loads(path.read_text(errors="replace"))["transcription"]
    return [(token["id"], token["p"]) for segment in said for token in segment["tokens"]]


def _hold(found, wanted):
    if [token for token, _ in found] != [token for token, _ in wanted]:
        return "none", "the GPU hears other tokens than the CPU"
    largest = max((abs(a - b) for (_, a), (_, b) in zip(found, wanted)), default=0.0)
    words = f"{len(wanted)} equal, probabilities within {largest:.0e}"
    return words, "" if wanted and largest <= TOLERANCE else "their probabilities differ"
