"""Headers of CUDA in the folders that a program compiled at run time is given, ported with its source."""

import hashlib
import os
from typing import Dict, List, NamedTuple, Optional


class Ported(NamedTuple):
    """The source that goes with the ported headers, where to look for these, and all texts as they were."""

    source: bytes
    folders: List[str]
    texts: Dict[str, bytes]


def port(words: List[str], name: str, source: bytes) -> Optional[Ported]:
    """Port what the source includes from folders among mcc's words; None where it takes nothing from them.

    The copies lie in the build folder of extensions.
    """
    from .._extensions import excluded, project, toolchain
    from .._extensions.sources import collect, is_below

    foreign = [*toolchain.foreign_folders(), *excluded.folders()]
    folders = [os.path.abspath(folder) for folder in project.folders_in(words)]
    own = [folder for folder in folders if not is_below(folder, foreign)]
    if not own:
        return None
    from torch.utils import cpp_extension

    from .._extensions.lock import locked

    key = hashlib.blake2b(b"\0".join([source, *map(os.fsencode, own)]), digest_size=16).hexdigest()
    build = cpp_extension._get_build_directory(f"nvrtc_{key}", False)
    program = os.path.join(build, "program.cu")
    with locked(build, name):
        with open(program, "wb") as file:
            file.write(source)
        texts = collect([program], own, foreign, excluded.names())
        if len(texts) == 1:
            return None
        done = project.port([program], own, build, os.path.join(build, "musa"), name)
        with open(done.sources[0], "rb") as file:
            # Behind the line that names the file.
            ported = file.read().partition(b"\n")[2]
    del texts[program]
    return Ported(ported, done.folders, texts)
