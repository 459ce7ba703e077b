"""stable-diffusion-cpp-python: pictures by stable-diffusion.cpp (ggml's MUSA backend)."""

from failures import last_line

SOURCE = "vendor/stable-diffusion.cpp"
OPTIONS = (
    "SD_MUSA=ON",
    "MUSA_ARCHITECTURES={arch}",
    # llama-cpp-python has the same kernels of flash attention, which take half of the time of a build.
    "GGML_CUDA_FA=OFF",
)
TARGETS = ("sd-cli",)
MODELS = {"S5000": "0.4.7"}
COMPARED = "the picture that a tiny ESRGAN with random weights makes of a small one (`sd-cli -M upscale`), against that of the CPU backend"
TOLERANCE = 2  # of a pixel's 255 steps


def checks(place):
    """Pixels of an enlarged picture."""
    model, picture = place.build / "tiny.safetensors", place.build / "small.ppm"
    done = place.run_module("tiny_esrgan", model, picture)
    if done.returncode:
        yield "model", "none", last_line(done)
        return
    yield ("pixels", *_compare(place, model, picture))


def _compare(place, model, picture):
    # Imported here: only who runs programs needs it.
    import numpy as np
    from PIL import Image

    found = {}
    for device, words in (("GPU", {}), ("CPU", {"MUSA_VISIBLE_DEVICES": ""})):
        large = place.build / f"{device}.png"
        large.unlink(missing_ok=True)
        command = ("bin/sd-cli", "-M", "upscale", "--upscale-model", model)
        done = place.run(*command, "-i", picture, "-o", large, "-v", **words)
        if done.returncode or not large.exists():
            return "none", last_line(done)
        if ("Using CPU backend" in done.stdout + done.stderr) != (device == "CPU"):
            return "none", f"it did not run on the {device}"
        found[device] = np.asarray(Image.open(large)).astype(int)
    return _hold(found["GPU"], found["CPU"])


def _hold(found, wanted):
    if wanted.std() < 10:
        return "none", "the picture has one colour"
    if found.shape != wanted.shape:
        return "none", f"the GPU's picture has the shape {found.shape}, the CPU's {wanted.shape}"
    largest = int(abs(found - wanted).max())
    words = f"{found.shape[1]} x {found.shape[0]}, within {largest} of 255"
    return words, "" if largest <= TOLERANCE else "their pixels differ"
