"""Command lines written for nvcc and CUDA's libraries, as mcc and MUSA's want them."""

import os
import re
import shlex
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

from .._names import names

# nvcc's options, without their dashes (it takes one or two): first those with a value, behind `=` or
# as the next word.
_WITH_VALUE = frozenset(
    "gencode generate-code arch gpu-architecture code gpu-code ccbin compiler-bindir threads t "
    "Xptxas ptxas-options Xcompiler compiler-options Xcudafe Xlinker linker-options Xnvlink "
    "nvlink-options Xfatbin fatbin-options Xarchive archive-options diag-suppress diag-error "
    "diag-warn cudart cudadevrt maxrregcount default-stream prec-div prec-sqrt ftz fmad rdc "
    "relocatable-device-code keep-dir split-compile opt-info dopt compress-mode machine std "
    "brief-diagnostics brief-diag static-global-template-stub".split()
)
_ALONE = frozenset(
    "allow-unsupported-compiler resource-usage res-usage source-in-ptx src-in-ptx restrict "
    "extra-device-vectorization dlink-time-opt dlto lto gen-opt-lto extensible-whole-program ewp "
    "forward-unknown-to-host-compiler forward-unknown-to-host-linker forward-unknown-opts "
    "no-compress keep-device-functions display-error-number err-no no-display-error-number "
    "expt-extended-lambda extended-lambda Wno-deprecated-gpu-targets Wdefault-stream-launch "
    "Wmissing-launch-bounds Wext-lambda-captures-this".split()
)
# The language is named for each file anyway.
_LANGUAGES = ("cu", "musa")
_FOR_HOST = ("Xcompiler", "compiler-options")
_ERRORS_OF_NVCC = frozenset(
    "cross-execution-space-call default-stream-launch missing-launch-bounds "
    "ext-lambda-captures-this".split()
)
# Flags of nvcc, without dashes, whose counterpart the tables only describe. Empty: mcc needs no flag for it.
_OTHER_FLAGS: Dict[str, List[str]] = {
    # nvcc's fast mathematics knows infinities and NaN, as masks of attention are.
    "use_fast_math": ["-ffast-math", "-fno-finite-math-only"],
    "lineinfo": ["-g1"],
    "generate-line-info": ["-g1"],
    "ftz=true": ["-fdenormal-fp-math=preserve-sign"],
    "ftz=false": ["-fdenormal-fp-math=ieee"],
    "fmad=true": ["-ffp-contract=fast"],
    "fmad=false": ["-ffp-contract=off"],
    "rdc=true": ["-fgpu-rdc"],
    "relocatable-device-code=true": ["-fgpu-rdc"],
    "dc": ["-fgpu-rdc"],
    "device-c": ["-fgpu-rdc"],
    "rdc=false": [],
    "relocatable-device-code=false": [],
    "G": ["-g"],
    "device-debug": ["-g"],
    "disable-warnings": ["-w"],
    "Werror=all-warnings": ["-Werror"],
}
VERSION = "TORCHADA_CUDA_VERSION"
_VERSION_OF_NVCC = ("__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__")
_MACRO = re.compile(r"-[DU]\s*(\w+)")
_FILE = re.compile(r"lib(.+)\.(?:a|so(?:\.\d+)*)")
# PyTorch's own libraries for CUDA; those of torch_musa are linked in their place.
_TORCH_CUDA = frozenset(("c10_cuda", "torch_cuda", "torch_cuda_cu", "torch_cuda_cpp"))


class Translated(NamedTuple):
    """Words for mcc, and (a word that was left out, why)."""

    words: List[str]
    dropped: List[Tuple[str, str]]


def of_environment() -> Tuple[List[str], List[str]]:
    """The flags that nvcc reads from the environment, before and behind its command line."""
    before, behind = (os.environ.get(f"NVCC_{place}_FLAGS", "") for place in ("PREPEND", "APPEND"))
    return shlex.split(before), shlex.split(behind)


def macros_of_cuda(words: Iterable[str] = ()) -> List[str]:
    """CUDA's version as TORCHADA_CUDA_VERSION names it, for guards of sources, unless `words` have it.

    They belong before `words`. Nothing without the variable.
    """
    version = _version()
    if version is None:
        return []
    number = 1000 * version[0] + 10 * version[1]
    defined = _defined(words)
    names_of_version = ("CUDA_VERSION", "CUDART_VERSION")
    return [f"-D{name}={number}" for name in names_of_version if name not in defined]


def macros_of_nvcc(words: Iterable[str] = ()) -> List[str]:
    """The same with nvcc's own version, of which one half alone would make a version that nobody named."""
    words = list(words)
    version = _version()
    if version is None:
        return []
    if not _defined(words).isdisjoint(_VERSION_OF_NVCC):
        return macros_of_cuda(words)
    own = [f"-D{name}={number}" for name, number in zip(_VERSION_OF_NVCC, version)]
    return [*own, *macros_of_cuda(words)]


def _defined(words: Iterable[str]) -> Set[str]:
    """The macros that command lines define, by -DNAME or -D NAME, or undefine."""
    found, before = set(), ""
    for word in words:
        match = _MACRO.match(before + word)
        if match is not None:
            found.add(match[1])
        before = word if word in ("-D", "-U") else ""
    return found


def _version() -> Optional[Tuple[int, int]]:
    wanted = os.environ.get(VERSION)
    if not wanted:
        return None
    match = re.fullmatch(r"(\d+)\.(\d+)", wanted)
    if match is None:
        raise ValueError(f"{VERSION} is {wanted!r}; expected a version of CUDA, as 11.8")
    return int(match[1]), int(match[2])


def for_mcc(words: Iterable[str]) -> Translated:
    """nvcc's words as mcc's; what mcc needs no counterpart of is left out."""
    result = Translated([], [])
    for flag, value in _options(list(words)):
        bare = flag.lstrip("-")
        known = _OTHER_FLAGS.get(f"{bare}={value}" if value else bare)
        if bare in _FOR_HOST:
            result.words.extend(_host_words(value))
        elif bare in ("Xlinker", "linker-options"):
            continue
        elif known is not None:
            result.words.extend(known)
        elif bare in ("std", "Werror") and value and value not in _ERRORS_OF_NVCC:
            result.words.append(f"-{bare}={value}")
        else:
            _by_table(flag, value, result)
    return result


def _by_table(flag: str, value: str, result: Translated) -> None:
    row = names().translate(flag, "flag") or names().translate(f"{flag}={value}", "flag")
    whole = f"{flag} {value}".strip()
    bare = flag.lstrip("-")
    if row is not None and row.status == "unsupported":
        result.dropped.append((whole, row.why))
    elif row is None and (bare in _WITH_VALUE or bare in _ALONE or value in _ERRORS_OF_NVCC):
        result.dropped.append((whole, "only nvcc has this flag"))
    else:
        result.words.append(flag if row is None else row.musa)
        result.words.extend([value] if value else [])


def _options(words: List[str]) -> Iterator[Tuple[str, str]]:
    """(flag, value) pairs: nvcc takes most values behind `=` or as the next word."""
    index = 0
    while index < len(words):
        word, index = words[index], index + 1
        after = words[index] if index < len(words) else ""
        head, sign, value = word.partition("=")
        bare = head.lstrip("-")
        if word in ("-x cu", "-x musa"):
            continue
        if word == "-x":
            index += 1
            yield from [] if after in _LANGUAGES else [(word, after)]
        elif not word.startswith("-"):
            yield word, ""
        elif sign and (bare in _WITH_VALUE or bare == "Werror"):
            yield head, value
        elif bare in _WITH_VALUE or (bare == "Werror" and after and not after.startswith("-")):
            index += 1
            yield word, after
        else:
            yield word, ""


def _host_words(value: str) -> List[str]:
    """The options that nvcc hands to the host's compiler: separated by commas, quoted once more by PyTorch."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    return [word for part in value.split(",") for word in part.split()]


def library(name: str) -> Tuple[str, str]:
    """MUSA's name for -l, and the reason where it has none; one of the two is empty."""
    if name in _TORCH_CUDA:
        return "", "torch_musa's libraries replace it"
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
    """A linker's words with MUSA's libraries; one that is named by its path is searched for."""
    result = Translated([], [])
    for word in words:
        name = word[2:] if word.startswith("-l") else _library_at(word)
        if name:
            found, dropped = libraries([name])
            result.words.extend(f"-l{one}" for one in found)
            result.dropped.extend(dropped)
        else:
            result.words.append(word)
    return result


def _library_at(path: str) -> str:
    """cudart for .../libcudart.so.12; empty where the library is not CUDA's."""
    match = _FILE.fullmatch(os.path.basename(path))
    if match is None or path.startswith("-"):
        return ""
    name = match.group(1)
    return "" if library(name)[0] == name else name
