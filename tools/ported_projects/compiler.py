"""Checks translation units for syntax and types, with the simulator's headers and PyTorch's."""

import collections
import os
import re
import shlex
import subprocess
import sysconfig
import threading
from pathlib import Path
from typing import List, NamedTuple

from .passed import Passed

# Three views of a source: what a C++ compiler is given, and the host's and a kernel's side of a .mu file.
CPP, HOST, KERNEL = "cpp", "host", "kernel"
_INCLUDED_BY_MCC = "musasim/device_language.h"
# How PyTorch's libraries export names; the ported headers need them under MUSA's names.
_EXPORTS = ("-DTORCH_MUSA_CPP_API=", "-DTORCH_MUSA_CU_API=")
# What PyTorch's builder passes to nvcc, under MUSA's names.
_NO_HALF_OPERATORS = (
    "-D__MUSA_NO_HALF_OPERATORS__",
    "-D__MUSA_NO_HALF_CONVERSIONS__",
    "-D__MUSA_NO_HALF2_OPERATORS__",
    "-D__MUSA_NO_BFLOAT16_CONVERSIONS__",
)
_WITHOUT_PTX = "#pragma GCC poison asm __asm__\n"
_DIAGNOSTIC = re.compile(
    r"(?P<path>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<level>[\w ]+): (?P<text>.*)"
)
_PLACE = re.compile(r"(?:In file included from |\s+from |)(?P<path>[^:\n]+):(?P<line>\d+)")


class Error(NamedTuple):
    """A compiler's error: where it is, and the places that led there, all as (path, line)."""

    path: str
    line: int
    text: str
    via: tuple


class Result(NamedTuple):
    """What became of a translation unit."""

    errors: List[Error]
    included: frozenset


class Mode(NamedTuple):
    """How a file is looked at: a view, whether PyTorch's headers come first, and whether the operators of
    half precision are there, which PyTorch's builder takes away unless the project wants them.
    """

    view: str
    torch: bool
    half_operators: bool = False

    @property
    def name(self) -> str:
        """A name for files."""
        return "_".join(
            [self.view] + [word for word in ("torch", "half_operators") if getattr(self, word)]
        )

    @property
    def prelude(self) -> str:
        """What such a file is given first."""
        torch = "#include <torch/extension.h>\n" if self.torch else ""
        if self.view == CPP:
            return torch
        return f"#include <{_INCLUDED_BY_MCC}>\n{torch}{_WITHOUT_PTX}"

    @property
    def options(self) -> List[str]:
        """The macros that it is compiled with."""
        if self.view == CPP:
            return []
        arch = ["-D__MUSA_ARCH__=220"] if self.view == KERNEL else []
        return arch if self.half_operators else [*arch, *_NO_HALF_OPERATORS]


class Compiler:
    """A compiler of C++ that looks at sources as mcc would; keeps precompiled headers in a folder."""

    def __init__(self, folder: Path, sim_include: Path, overlay: Path, torch_include: Path):
        self._folder = folder
        self._command = shlex.split(os.environ.get("CXX", "g++"))
        api = torch_include / "torch" / "csrc" / "api" / "include"
        places = [overlay, sim_include, torch_include, api, sysconfig.get_paths()["include"]]
        self._common = ["-std=c++17", "-w", "-fmax-errors=200", "-fdiagnostics-color=never"]
        self._common += [
            *_EXPORTS,
            "-fopenmp",
            "-DTORCH_API_INCLUDE_EXTENSION_H",
            "-DTORCH_EXTENSION_NAME=ported",
        ]
        self._system = [f"-isystem{place}" for place in places]
        self._passed = Passed(folder / "passed")
        self._ready: set = set()
        self._locks: dict = collections.defaultdict(threading.Lock)

    def _prelude(self, mode: Mode) -> Path:
        """The header that is read first, precompiled unless it is up to date."""
        path = self._folder / f"{mode.name}.h"
        with self._locks[mode]:
            if mode not in self._ready and not self._is_up_to_date(path, mode):
                self._precompile(path, mode)
            self._ready.add(mode)
        return path

    @staticmethod
    def _is_up_to_date(path, mode):
        made, read = Path(f"{path}.gch"), Path(f"{path}.d")
        if not made.exists() or not read.exists() or path.read_text() != mode.prelude:
            return False
        names = read.read_text().replace("\\\n", " ").partition(":")[2].split()
        times = [Path(name).stat().st_mtime for name in names if Path(name).exists()]
        return len(times) == len(names) and made.stat().st_mtime > max(times)

    def _precompile(self, path, mode):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mode.prelude)
        unfinished = f"{path}.{os.getpid()}"
        command = [*self._options(mode), "-x", "c++-header", str(path), "-o", unfinished]
        command += ["-MD", "-MF", f"{path}.d"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{shlex.join(command)}\n{done.stderr}")
        os.replace(unfinished, f"{path}.gch")

    def _options(self, mode):
        return [*self._command, *self._common, *self._system, *mode.options]

    def check(self, path: Path, mode: Mode, includes, defines) -> Result:
        """Look at one file."""
        own = [f"-I{folder}" for folder in includes] + [f"-D{name}" for name in defines]
        command = [*self._options(mode), "-include", str(self._prelude(mode)), *own]
        command += ["-H", "-fsyntax-only", "-x", "c++", str(path)]
        known = self._passed.files_read(command)
        if known is not None:
            return Result([], frozenset(known))
        # Without a language, names are quoted in ASCII.
        plain = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=plain)
        read = re.findall(r"^(?:\.+|!) (.*)$", done.stderr, re.MULTILINE)
        included = frozenset(os.path.realpath(one) for one in (*read, path))
        errors = parse_errors(done.stderr)
        if done.returncode and not errors:
            raise RuntimeError(f"{shlex.join(command)}\n{done.stderr[-2000:]}")
        if not errors:
            self._passed.add(command, included)
        return Result(errors, included)


def parse_errors(output: str) -> List[Error]:
    """The errors among a compiler's messages, each with the places named before and after it."""
    errors: List[Error] = []
    before: list = []
    for line in output.splitlines():
        found = _DIAGNOSTIC.match(line)
        if found and found["level"] in ("error", "fatal error"):
            errors.append(Error(found["path"], int(found["line"]), found["text"], tuple(before)))
            before = []
        elif found and "required from" not in line:
            continue
        else:
            place = _PLACE.match(line)
            if place and ("from" in line or "In " in line):
                before.append((place["path"].strip(), int(place["line"])))
    return errors
