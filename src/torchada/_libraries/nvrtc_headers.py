"""Headers of CUDA in the folders that a program compiled at run time is given, ported with its source."""

import hashlib
import os
import re
from typing import Dict, List, NamedTuple, Optional

_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)', re.MULTILINE)


class Ported(NamedTuple):
    """A ported source, its headers, the folders of further ported headers, and the texts of those as they were."""

    source: bytes
    headers: Dict[str, bytes]  # those given in memory, by their new names
    folders: List[str]
    texts: Dict[str, bytes]


def port(words: List[str], name: str, source: bytes, headers: Dict[str, bytes]) -> Optional[Ported]:
    """Port what the source, or a header in memory, includes from folders among mcc's words; None where nothing.

    The copies lie in the build folder of extensions. The compiler looks for the headers in memory first.
    """
    from .._extensions import excluded, project, toolchain
    from .._extensions.sources import C_FAMILY, collect, is_below

    foreign = [*toolchain.foreign_folders(), *excluded.folders()]
    folders = [os.path.abspath(folder) for folder in project.folders_in(words)]
    own = [folder for folder in folders if not is_below(folder, foreign)]
    if not own:
        return None
    from .._extensions.lock import locked

    build = _build_folder(source, headers, own)
    memory, program = os.path.join(build, "headers"), os.path.join(build, "program.cu")
    listed = [header for header in headers if header.endswith(C_FAMILY) and _is_plain(header)]
    given = [program, *(os.path.join(memory, *header.split("/")) for header in listed)]
    searched, output = [memory, *own], os.path.join(build, "musa")
    with locked(build, name):
        for path, text in zip(given, [source, *map(headers.__getitem__, listed)]):
            _write(path, text)
        texts = collect(given, searched, foreign, excluded.names())
        found = {path: text for path, text in texts.items() if path not in given}
        if not found:
            return None
        done = project.port(given, searched, build, output, name, told=given)
        ported = list(map(_text_of, done.sources))
    names = map(_renamed, listed, done.sources[1:])
    # The headers in memory are the compiler's own: it names their lines by what the program calls them.
    folders = done.folders[done.folders.index(memory) + 1 :]
    return Ported(ported[0], dict(zip(names, ported[1:])), folders, found)


def beside(name: str, texts: List[bytes]) -> List[str]:
    """The option for the folder of the program's name, where one of the texts includes a file of it."""
    folder = os.path.dirname(name) or "."
    included = (found for text in texts for found in _INCLUDED.findall(text))
    there = any(os.path.isfile(os.path.join(folder, os.fsdecode(file))) for file in included)
    return [f"-I{folder}"] if there else []


def _is_plain(header: str) -> bool:
    """False for a name that leads elsewhere, which the compiler refuses."""
    return not os.path.isabs(header) and ".." not in header.split("/")


def _renamed(header: str, path: str) -> str:
    return os.path.join(os.path.dirname(header), os.path.basename(path))


def _write(path: str, text: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text)


def _text_of(path: str) -> bytes:
    """The text behind the line that names the original."""
    with open(path, "rb") as file:
        return file.read().partition(b"\n")[2]


def _build_folder(source: bytes, headers: Dict[str, bytes], folders: List[str]) -> str:
    from torch.utils import cpp_extension

    digest = hashlib.blake2b(digest_size=16)
    names = (part for header in headers.items() for part in (os.fsencode(header[0]), header[1]))
    for part in (source, *names, b"", *map(os.fsencode, folders)):
        digest.update(b"%d\0%s" % (len(part), part))
    folder = cpp_extension._get_build_directory(f"nvrtc_{digest.hexdigest()}", False)
    return os.path.abspath(folder)
