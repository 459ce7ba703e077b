"""Command lines written for nvcc and CUDA's libraries, as mcc and MUSA's want them."""

from typing import Dict, Iterable, Iterator, List, NamedTuple, Tuple

from .._names import names

# nvcc's options whose value may be the next word.
_WITH_VALUE = frozenset(
    "-gencode --generate-code -arch --gpu-architecture -code --gpu-code -ccbin --compiler-bindir "
    "--threads -t -Xptxas --ptxas-options -Xcompiler --compiler-options -Xcudafe -Xlinker "
    "--linker-options -Xnvlink -Xfatbin -diag-suppress --diag-suppress -diag-error --diag-error "
    "-cudart --cudart -maxrregcount --maxrregcount --default-stream -default-stream".split()
)
# Of these the tables say nothing.
_UNKNOWN_TO_TABLES = frozenset(
    "-t -maxrregcount --maxrregcount --default-stream -default-stream -diag-suppress -diag-error "
    "--diag-error -Xnvlink -Xfatbin --compiler-bindir --gpu-code".split()
)
# The language is named for each file anyway.
_LANGUAGES = ("cu", "musa")
_FOR_HOST = ("-Xcompiler", "--compiler-options")
# What the tables only describe. Empty: mcc needs no flag for it.
_OTHER_FLAGS: Dict[str, List[str]] = {
    "-lineinfo": ["-g1"],
    "--generate-line-info": ["-g1"],
    "--ftz=true": ["-fdenormal-fp-math=preserve-sign"],
    "--ftz=false": ["-fdenormal-fp-math=ieee"],
    "-ftz=true": ["-fdenormal-fp-math=preserve-sign"],
    "-ftz=false": ["-fdenormal-fp-math=ieee"],
    "-rdc=true": ["-fgpu-rdc"],
    "--relocatable-device-code=true": ["-fgpu-rdc"],
    "-dc": ["-fgpu-rdc"],
    "-rdc=false": [],
    "--relocatable-device-code=false": [],
    "-G": ["-g"],
    "--device-debug": ["-g"],
    "-Xlinker": [],
}
# PyTorch's own libraries for CUDA; those of torch_musa are linked in their place.
_TORCH_CUDA = frozenset(("c10_cuda", "torch_cuda", "torch_cuda_cu", "torch_cuda_cpp"))


class Translated(NamedTuple):
    """Words for mcc, and (a word that was left out, why)."""

    words: List[str]
    dropped: List[Tuple[str, str]]


def for_mcc(words: Iterable[str]) -> Translated:
    """nvcc's words as mcc's; what mcc needs no counterpart of is left out."""
    result = Translated([], [])
    for flag, value in _options(words):
        if flag in _FOR_HOST:
            result.words.extend(_host_words(value))
        elif flag in _OTHER_FLAGS:
            result.words.extend(_OTHER_FLAGS[flag])
        else:
            _by_table(flag, value, result)
    return result


def _by_table(flag: str, value: str, result: Translated) -> None:
    row = names().translate(flag, "flag")
    whole = f"{flag} {value}".strip()
    if row is not None and row.status == "unsupported":
        result.dropped.append((whole, row.why))
    elif row is None and flag in _WITH_VALUE:
        result.dropped.append((whole, "it is a flag of nvcc"))
    else:
        result.words.append(flag if row is None else row.musa)
        result.words.extend([value] if value else [])


def _options(words: Iterable[str]) -> Iterator[Tuple[str, str]]:
    """(flag, value) pairs: nvcc takes most values behind `=` or as the next word."""
    waiting = iter(words)
    for word in waiting:
        head, sign, value = word.partition("=")
        if word in ("-x cu", "-x musa"):
            continue
        if word == "-x":
            yield from _language(next(waiting, ""))
        elif word in _WITH_VALUE:
            yield word, next(waiting, "")
        elif sign and (head in _FOR_HOST or head in _UNKNOWN_TO_TABLES):
            yield head, value
        else:
            yield word, ""


def _language(value: str) -> Iterator[Tuple[str, str]]:
    if value not in _LANGUAGES:
        yield "-x", value


def _host_words(value: str) -> List[str]:
    """What nvcc hands to the host's compiler: separated by commas, quoted once more by PyTorch."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    return [word for part in value.split(",") for word in part.split()]


def library(name: str) -> Tuple[str, str]:
    """(MUSA's name for -l, why there is none); one of the two is empty."""
    if name in _TORCH_CUDA:
        return "", "torch_musa's libraries take its place"
    row = names().translate(name, "library")
    if row is None:
        return name, ""
    return ("", row.why) if row.status == "unsupported" else (row.musa, "")


def libraries(listed: Iterable[str]) -> Tuple[List[str], List[Tuple[str, str]]]:
    """The libraries that MUSA has, by its names, and (the others, why)."""
    found, dropped = [], []
    for name in listed:
        musa, why = library(name)
        if musa:
            found.append(musa)
        elif name not in _TORCH_CUDA:
            dropped.append((f"-l{name}", why))
    return found, dropped


def for_linker(words: Iterable[str]) -> Translated:
    """A linker's words with MUSA's libraries."""
    result = Translated([], [])
    for word in words:
        if word.startswith("-l") and len(word) > 2:
            found, dropped = libraries([word[2:]])
            result.words.extend(f"-l{name}" for name in found)
            result.dropped.extend(dropped)
        else:
            result.words.append(word)
    return result
