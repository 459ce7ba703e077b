"""The part of a cache's keys that names the installed Triton.

Triton reads and hashes all of itself for it, 400 MB, in each process that launches a kernel. Names, sizes and times of
the files tell as much.
"""

import functools
import hashlib
import os

import triton


@functools.lru_cache()
def _triton_key():
    root = os.path.dirname(os.path.abspath(triton.__file__))
    content = hashlib.sha256()
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted(each for each in names if each.endswith((".py", ".so"))):
            path = os.path.join(folder, name)
            about = os.stat(path)
            content.update(f"{path}-{about.st_size}-{about.st_mtime_ns}\n".encode())
    return f"{triton.__version__}-{content.hexdigest()}"


def replace_triton_key():
    """Replaces Triton's function for all backends of this process: it hashes 400 MB, ours only names, sizes and times."""
    from triton.runtime import cache

    if not hasattr(cache, "triton_key"):
        raise RuntimeError(
            f"Triton {triton.__version__} has no triton.runtime.cache.triton_key, which the simulated GPU replaces"
        )
    cache.triton_key = _triton_key
