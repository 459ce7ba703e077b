"""Version and dependencies of musasim, from the torch that it is built against.

Version 2.13.1 is release 1 of musasim, built for torch 2.13: C++ classes of PyTorch change from one
minor version to the next, and pip chooses the musasim that fits the torch that is there.
"""

import importlib.util
import os
import re
import sysconfig

# A source distribution is made without torch.
NEWEST_TORCH = (2, 13)
OLDEST_TORCH = (2, 7)


def torch_folder():
    """The folder of torch: as this Python finds it, else in the environment's own site-packages.

    The second is for isolated builds, which see none of the environment's packages (torch.cmake does
    the same).
    """
    spec = importlib.util.find_spec("torch")
    if spec is not None and spec.origin:
        return os.path.dirname(spec.origin)
    return os.path.join(sysconfig.get_path("platlib"), "torch")


def torch_minor():
    """(major, minor) of that torch; the newest supported one where there is none."""
    path = os.path.join(torch_folder(), "version.py")
    if not os.path.isfile(path):
        return NEWEST_TORCH
    with open(path, encoding="utf-8") as file:
        found = re.search(r"^__version__ = '(\d+)\.(\d+)", file.read(), re.MULTILINE)
    if not found:
        raise RuntimeError(f"musasim: {path} names no version of torch")
    minor = (int(found[1]), int(found[2]))
    if minor < OLDEST_TORCH:
        raise RuntimeError(
            f"musasim needs torch {'.'.join(map(str, OLDEST_TORCH))} or newer to be built against, "
            f"{path} is of torch {'.'.join(map(str, minor))}"
        )
    return minor


def dynamic_metadata(field, settings=None, project=None):
    """What scikit-build-core asks for: the value of a field of the metadata."""
    major, minor = torch_minor()
    if field == "version":
        return f"{major}.{minor}.{settings['release']}"
    return ["scipy-openblas32>=0.3.27", f"torch=={major}.{minor}.*"]
