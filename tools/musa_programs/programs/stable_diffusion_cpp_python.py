"""stable-diffusion-cpp-python: images by stable-diffusion.cpp (ggml's MUSA backend)."""

import numpy as np
from PIL import Image

from .. import program

SOURCE = "vendor/stable-diffusion.cpp"
OPTIONS = ("SD_MUSA=ON", "MUSA_ARCHITECTURES={arch}", "SD_WEBP=OFF", "SD_WEBM=OFF")
TARGETS = ("sd-cli",)
MODELS = ("S5000",)
COMPARED = (
    "an image of random pixels, made four times as large by a tiny ESRGAN with random weights (`sd-cli -M upscale`), against that of the CPU "
    "backend"
)
TOLERANCE = 1  # of a pixel's 255


def checks(place):
    """The image of the GPU against that of the CPU."""
    model, image = place.build / "tiny.safetensors", place.build / "small.png"
    done = place.run_module("tiny_esrgan", model, image)
    if done.returncode:
        yield "image", "none", program.last_line(done)
        return
    images = {}
    for device, devices in (("GPU", "0"), ("CPU", "")):
        path = place.build / f"{device}.png"
        command = [
            "bin/sd-cli",
            "-v",
            "-M",
            "upscale",
            "--upscale-model",
            model,
            "-i",
            image,
            "-o",
            path,
        ]
        done = place.run(*command, MUSA_VISIBLE_DEVICES=devices)
        if done.returncode:
            yield "image", "none", program.last_line(done)
            return
        if ("Using CPU backend" in done.stdout + done.stderr) != (device == "CPU"):
            yield "image", "none", f"it did not run on the {device}"
            return
        images[device] = np.asarray(Image.open(path)).astype(int)
    found, wanted = images["GPU"], images["CPU"]
    largest = int(np.abs(found - wanted).max())
    words = f"{wanted.size} values within {largest} of 255"
    clear = largest <= TOLERANCE and wanted.std() > TOLERANCE
    yield "image", words, "" if clear else "the image of the GPU differs from that of the CPU"
