"""Which identifiers are CUDA's: the tables of data/, and a definition of its own for the rest."""

import functools
import re

from torchada._names import names

# What begins as the names of CUDA and its libraries do.
LOOKS = re.compile(
    r"(?:cuda(?=[A-Z_\d])|CUDA(?=[A-Z_])|CUDART_|__cuda|__CUDA"
    r"|(?:cublas|cudnn|curand|cufft|cusparse|cusolver|cupti|cufile|nccl|nvtx|nvrtc|nvml|nvjpeg|nvshmem)"
    r"(?=[A-Z_])|nv[A-Z]+Link|__nv_|nv_(?:half|bfloat|fp8|fp6|fp4)"
    r"|(?:CUBLAS|CUDNN|CURAND|CUFFT|CUSPARSE|CUSOLVER|CUPTI|NCCL|NVRTC|NVTX|NVML|NVJPEG|NVSHMEM)(?=[A-Z_])"
    r"|cu[A-Z][a-z]|CU_|CU(?:device|stream|event|context|module|function|result|array|texref|tensor))"
)
# Numbers of architectures and versions.
GUARD = re.compile(
    r"(?:__CUDA_ARCH__|__CUDA_ARCH_\w+__|CUDA_VERSION|CUDART_VERSION|__CUDACC_VER_\w+|__CUDA_API_VERSION"
    r"|__CUDART_API_VERSION|(?:CUDNN|CUBLAS|CUSPARSE|CUSOLVER|CUFFT|CURAND|CUPTI|NCCL|THRUST|CUB|CUTENSOR)"
    r"_(?:VERSION(?:_CODE)?|VER_(?:MAJOR|MINOR|PATCH)|MAJOR|MINOR|PATCH|PATCHLEVEL))$"
)
# Classes of the table of symbols that are no names of CUDA's own (programs' names, PTX, headers),
# unless its last column says that CUDA's manuals have the name.
_NO_NAMES = (
    "name-with",
    "nv-name",
    "ptx",
    "launch",
    "class",
    "include",
    "other::",
    "nvother",
    "device",
)


def symbols_in(path):
    """The identifiers of a table of symbols (symbol, ..., class in the fourth column, known in the last)."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:])
    return frozenset(
        row[0]
        for row in rows
        if row[0].isidentifier() and (row[7] == "1" or not row[3].startswith(_NO_NAMES))
    )


@functools.lru_cache(maxsize=None)
def _translation(name, domain):
    return names().translate(name, domain)


def translation(name, domain="identifier"):
    """What the tables make of a name; None where they say nothing."""
    return _translation(name, domain)


class Judge:
    """Says what an identifier is: `table`, `rule`, `looks`, or nothing."""

    def __init__(self, symbols=frozenset()):
        self._symbols = symbols
        self._known = {}

    def kind(self, word):
        """The kind of a word (bytes)."""
        known = self._known
        if word not in known:
            plain = word.isascii() and b"$" not in word  # as all names of CUDA are
            known[word] = self._ask(word.decode()) if plain else None
        return known[word]

    def _ask(self, name):
        if GUARD.match(name):
            return "guard"
        found = translation(name)
        if found is not None and found.status == "kept":
            return None
        if found is not None and found.musa != name:
            return "table" if found.known else "rule"
        if found is not None and found.status == "unsupported":
            return "looks"
        if translation(name, "member") is not None:
            return None
        return "looks" if LOOKS.match(name) or name in self._symbols else None
