"""The .mu files of an extension: mcc makes objects of them, which PyTorch's builder links."""

import os
import shlex
import subprocess
import sysconfig
import threading
import uuid
from concurrent import futures
from typing import Iterable, List

import torch

_ENDINGS = (".mu", ".muh")
_HEADERS = ("torch/types.h", "musa.h", "musa_runtime.h")


def is_musa_file(path) -> bool:
    """Whether only mcc compiles it."""
    return os.path.splitext(str(path))[1] in _ENDINGS


def split(sources: Iterable) -> tuple:
    """(the .mu files, the others) of a list of sources or of one."""
    listed = [sources] if isinstance(sources, (str, os.PathLike)) else list(sources)
    return [str(one) for one in listed if is_musa_file(one)], [
        str(one) for one in listed if not is_musa_file(one)
    ]


def macros(extension) -> List[str]:
    """The flags of what an extension defines and undefines."""
    defined = [
        f"-D{name}" if value is None else f"-D{name}={value}"
        for name, value in extension.define_macros
    ]
    return [*defined, *(f"-U{name}" for name in extension.undef_macros)]


def _standard(flags) -> List[str]:
    if any(flag.startswith("-std=") for flag in flags):
        return []
    # PyTorch's own builder says which one its headers need.
    version = tuple(int(part) for part in torch.__version__.split(".")[:2])
    return ["-std=c++20" if version >= (2, 12) else "-std=c++17"]


def _is_up_to_date(target: str, command: List[str]) -> bool:
    """Whether the same command made it of what is there now."""
    try:
        with open(target + ".command") as file:
            if file.read() != shlex.join(command):
                return False
        with open(target + ".d") as file:
            read = file.read().replace("\\\n", " ").partition(":")[2].split()
        return os.path.getmtime(target) > max(os.path.getmtime(name) for name in read)
    except (OSError, ValueError):
        return False


def compile_sources(mcc, name, sources, folder, includes, flags) -> List[str]:
    """The objects of the .mu files, in the folder. RuntimeError: what the compiler says."""
    os.makedirs(folder, exist_ok=True)
    common = [*mcc, "-c", "-fPIC", f"-DTORCH_EXTENSION_NAME={name}"]
    common += ["-DTORCH_API_INCLUDE_EXTENSION_H", *_standard(flags), *flags]
    common += [f"-I{path}" for path in [*includes, sysconfig.get_paths()["include"]]]
    targets, commands = [], {}
    for index, source in enumerate(sources):
        stem = os.path.splitext(os.path.basename(source))[0]
        target = os.path.abspath(os.path.join(folder, f"{stem}.{index}.mu.o"))
        targets.append(target)
        language = [] if is_musa_file(source) else ["-x", "musa"]
        command = [*common, *language, os.path.abspath(source)]
        if not _is_up_to_date(target, command):
            commands[target] = command
    _compile_all(commands)
    return targets


def _compile_all(commands) -> None:
    """Run the commands of {target: command}, MAX_JOBS at a time; after an error none is begun."""
    failed = threading.Event()

    def compile_one(item):
        if failed.is_set():
            return
        try:
            _compile(item[1], item[0])
        except RuntimeError:
            failed.set()
            raise

    with futures.ThreadPoolExecutor(int(os.environ.get("MAX_JOBS") or os.cpu_count() or 1)) as pool:
        list(pool.map(compile_one, commands.items()))


def _compile(command, target) -> None:
    unfinished = f"{target}.{uuid.uuid4().hex}"
    whole = [*command, "-o", unfinished, "-MD", "-MF", target + ".d"]
    done = subprocess.run(whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"this command failed: {' '.join(whole)}\n{done.stdout}")
    os.replace(unfinished, target)
    _write(target + ".command", shlex.join(command))


def write_source(folder, texts) -> str:
    """A .mu file of these texts, written only when it changes."""
    os.makedirs(folder, exist_ok=True)
    headers = "".join(f"#include <{name}>\n" for name in _HEADERS)
    text = headers + "\n".join([texts] if isinstance(texts, str) else texts)
    path = os.path.join(folder, "musa.mu")
    _write(path, text)
    return path


def _write(path, text) -> None:
    """Builds depend on the file's time: it stays when it says that already."""
    if os.path.exists(path):
        with open(path) as file:
            if file.read() == text:
                return
    with open(path, "w") as file:
        file.write(text)


def empty_source(folder) -> str:
    """A C++ source for a builder that wants one."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "no_source_of_cpp.cpp")
    _write(path, "// All sources are .mu files.\n")
    return path
