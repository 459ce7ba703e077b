"""The part of a cache's keys that names the installed Triton.

Triton reads and hashes all of itself for it, 400 MB, in each process that launches a kernel. Names, sizes and times of
the files tell as much.
"""

import functools
import hashlib
import os

import triton


@functools.lru_cache()
def _key():
    root = os.path.dirname(os.path.abspath(triton.__file__))
    content = hashlib.sha256()
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each != "__pycache__")
        for name in sorted(each for each in names if each.endswith((".py", ".so"))):
            path = os.path.join(folder, name)
            about = os.stat(path)
            content.update(f"{path}-{about.st_size}-{about.st_mtime_ns}\n".encode())
    return f"{triton.__version__}-{content.hexdigest()}"


def name_triton_by_its_files():
    """Have keys made from files' times from now on."""
    from triton.runtime import cache

    cache.triton_key = _key
