"""C libraries that programs open by their bare names, which on a MUSA machine the loader finds."""

import os


def load_mtml() -> None:
    """mthreads-ml-py opens libmtml.so.2; the loader takes one of that name that is loaded already.

    Without it that package says itself what it lacks: musasim may be built for PyTorch alone.
    """
    import ctypes
    from importlib.util import find_spec

    native = find_spec("musasim._MUSAC")
    folder = os.path.join(os.path.dirname(native.origin), "home", "lib") if native else ""
    path = os.path.join(folder, "libmtml.so.2")
    if os.path.exists(path):
        ctypes.CDLL(path)
