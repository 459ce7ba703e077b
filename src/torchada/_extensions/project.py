"""One extension's files, ported: its sources, where their headers are now, whether it is MUSA's."""

import os
from typing import Collection, Iterable, List, Mapping, NamedTuple, Optional, Sequence

import torchada

from . import excluded, ninja, ported, sources, toolchain


class Project(NamedTuple):
    """The sources to compile, and the include folders to search, in order."""

    sources: List[str]
    folders: List[str]
    is_changed: bool


def port(
    listed: Sequence[str],
    folders: Iterable[str],
    base: str,
    output: str,
    what: str,
    own_names: Optional[Mapping[str, str]] = None,
    told: Collection[str] = (),
) -> Project:
    """Port the sources and the headers that they include from the project's folders.

    `own_names` are translated beside torchada's. Of the files `told`, the user knows what
    needs hand work. What cannot be read is left to the builder, which says so.
    """
    wanted = [_as_ported(os.path.abspath(source)) for source in listed]
    folders = list(dict.fromkeys(map(os.path.abspath, folders)))
    own = [path for path in wanted if path.endswith(sources.C_FAMILY) and os.path.isfile(path)]
    foreign = [*toolchain.foreign_folders(), *excluded.folders()]
    files = sources.collect(own, folders, foreign, excluded.names())
    root = sources.common_folder(files, base) if files else base
    done = ported.write(files, root, output, what, own_names or {}, told)
    twins = dict(sources.twins(folders, root, output, files))
    searched: List[str] = []
    for folder in folders:
        searched += [twins[folder], folder] if folder in twins else [folder]
    if done.has_ptx:
        searched.append(ptx_folder())
    return Project([done.paths.get(source, source) for source in wanted], searched, done.is_changed)


def ptx_folder() -> str:
    """The folder of torchada/ptx.h; of an editable torchada it lies beside what was built, not the sources."""
    places = [os.path.join(place, "include", "ptx") for place in torchada.__path__]
    return next(place for place in places if os.path.isdir(place))


def _as_ported(path: str) -> str:
    """The path, or that of its .mu file: a ported project has those where its setup.py says .cu."""
    renamed = path[: -len(".cu")] + ".mu"
    is_renamed = path.endswith(".cu") and not os.path.exists(path) and os.path.isfile(renamed)
    return renamed if is_renamed else path


def all_for_device(done: Project, output: str) -> Project:
    """The same with C++ sources that mcc compiles, too."""
    compiled = [
        (
            source
            if ninja.is_device_source(source) or not source.startswith(output)
            else ported.for_device(source)
        )
        for source in done.sources
    ]
    return done._replace(sources=compiled)


def is_for_device(listed: Iterable[str]) -> bool:
    """True when one of the sources has device code."""
    return any(map(ninja.is_device_source, listed))


def folders_in(words: Iterable[str]) -> List[str]:
    """The include folders among a compiler's words."""
    found, takes = [], False
    for word in words:
        if takes:
            found.append(word)
            takes = False
        elif word in ("-I", "-isystem", "-iquote"):
            takes = True
        elif word.startswith("-I"):
            found.append(word[2:])
    return found
