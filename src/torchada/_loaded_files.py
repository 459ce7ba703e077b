"""The shared libraries of this process, as the kernel lists them."""

from typing import Iterator


def loaded_files() -> Iterator[str]:
    """Paths of the shared libraries in this process, sorted."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        paths = {line.split(maxsplit=5)[-1].rstrip("\n") for line in maps if ".so" in line}
    yield from sorted(path for path in paths if path.startswith("/"))
