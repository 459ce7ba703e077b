"""Version and dependencies of musasim, from the torch that it is built against.

Version 2.13.1 is release 1 of musasim, built for torch 2.13: C++ classes of PyTorch change from one
minor version to the next, and pip chooses the musasim that fits the torch that is there.
"""

import importlib.util
import os
import re
import sysconfig

# A source distribution is made without torch and named for the newest; it installs only beside
# that torch.
NEWEST_TORCH = (2, 13)
OLDEST_TORCH = (2, 7, 1)


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
        found = re.search(r"^__version__ = '(\d+)\.(\d+)\.(\d+)", file.read(), re.MULTILINE)
    if not found:
        raise RuntimeError(f"musasim: {path} names no version of torch")
    version = tuple(map(int, found.groups()))
    if version < OLDEST_TORCH:
        raise RuntimeError(
            f"musasim needs torch {'.'.join(map(str, OLDEST_TORCH))} or newer to be built against, "
            f"{path} is of torch {'.'.join(map(str, version))}"
        )
    return version[:2]


def dynamic_metadata(field, settings=None, project=None):
    """The value of a metadata field, as scikit-build-core asks for it."""
    major, minor = torch_minor()
    if field == "version":
        return f"{major}.{minor}.{settings['release']}"
    oldest = ",>=2.7.1" if (major, minor) == OLDEST_TORCH[:2] else ""
    return ["scipy-openblas32>=0.3.27", f"torch=={major}.{minor}.*{oldest}"]
