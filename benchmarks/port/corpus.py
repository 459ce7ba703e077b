"""The CUDA sources of a folder of projects, samples of them, and trees to port."""

import dataclasses
import hashlib
import re
import shutil
from pathlib import Path

# What ours, hipify and upstream's torchada all take for sources.
SUFFIXES = frozenset((".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp"))
CUDA_SUFFIXES = frozenset((".cu", ".cuh"))
CUDA_WORDS = re.compile(rb"cuda|__global__|__device__", re.IGNORECASE)
ENOUGH = 20_000_000  # bytes; with less there is no verdict


@dataclasses.dataclass(frozen=True)
class Corpus:
    """Files below `folder`, as relative paths, and their bytes in all."""

    folder: Path
    paths: tuple
    size: int

    def is_enough(self):
        return self.size >= ENOUGH

    def as_json(self):
        return {"files": len(self.paths), "bytes": self.size}

    def sample(self, size):
        """About so many bytes of it, always the same files, spread over all projects."""
        paths, total = [], 0
        for path in sorted(self.paths, key=lambda path: hashlib.sha256(path.encode()).digest()):
            if total >= size:
                break
            paths.append(path)
            total += (self.folder / path).stat().st_size
        return Corpus(self.folder, tuple(sorted(paths)), total)

    def write_list(self, path):
        path.write_text("".join(f"{self.folder / each}\n" for each in self.paths))

    def copy_to(self, folder):
        """A tree with these files only."""
        for path in self.paths:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.folder / path, target)


def is_cuda_source(path, data):
    """Whether a file with that suffix is CUDA's, or speaks of CUDA; hipify wants UTF-8."""
    if path.suffix not in CUDA_SUFFIXES and not CUDA_WORDS.search(data):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def find(folder):
    """The CUDA sources below a folder; of files with the same text only the first."""
    seen, paths, size = set(), [], 0
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES or path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        digest = hashlib.sha256(data).digest()
        if digest in seen or not is_cuda_source(path, data):
            continue
        seen.add(digest)
        paths.append(str(path.relative_to(folder)))
        size += len(data)
    return Corpus(folder, tuple(paths), size)
