"""Projects with CUDA sources for tests, and a toolkit whose mcc is g++ and keeps a list of its calls.

Kernels need the simulator's mcc; what is built by this one is plain C++ in files that say CUDA.
"""

import os
import sys
from pathlib import Path

from .processes import run_command

_COMPILER = """#!/bin/sh
echo "$0 $*" >> "$COMPILER_CALLS"
for word in "$@"; do
  shift
  case "$word" in
    --offload-arch=*|-fgpu-rdc) ;;
    -dlink) set -- "$@" -r ;;
    musa) set -- "$@" c++ ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec g++ "$@"
"""
SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CppExtension, CUDAExtension
setup(
    name="project",
    ext_modules=[{extension}],
    cmdclass={{"build_ext": {command}}},
)
"""


class Builds:
    """Writes a project into a folder, and builds it in processes of their own."""

    def __init__(self, folder: Path, home: str):
        self.folder = folder / "project"
        self.folder.mkdir()
        self._calls = folder / "calls"
        toolkit = folder / "musa"
        (toolkit / "bin").mkdir(parents=True)
        for name in ("include", "lib"):
            (toolkit / name).symlink_to(os.path.join(home, name))
        for name in ("mcc", "c++"):
            (toolkit / "bin" / name).write_text(_COMPILER)
            (toolkit / "bin" / name).chmod(0o755)
        self.mcc = str(toolkit / "bin" / "mcc")
        self.environment = {
            "MUSA_HOME": str(toolkit),
            "CXX": str(toolkit / "bin" / "c++"),
            "COMPILER_CALLS": str(self._calls),
            "MTGPU_TARGET": "mp_22",
            "MAX_JOBS": "2",
            "TORCH_NO_COMPILER_WRAPPER": "1",
            "TORCH_EXTENSIONS_DIR": str(folder / "cache"),
        }

    def write(self, files) -> None:
        """{path: text}; a path may lead out of the project."""
        for path, text in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)

    def setup(self, extension: str, command: str = "BuildExtension") -> None:
        """A setup.py with this extension."""
        self.write({"setup.py": SETUP.format(extension=extension, command=command)})

    def run(self, *arguments, check=True, **environment):
        """Run Python in the project's folder."""
        done = run_command(
            [sys.executable, *arguments],
            env={**self.environment, **environment},
            cwd=str(self.folder),
            timeout=600,
        )
        assert not check or done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done

    def build(self, **options):
        """setup.py build_ext --inplace."""
        return self.run("setup.py", "build_ext", "--inplace", **options)

    def calls(self):
        """The compilers' command lines since the last time this was asked."""
        if not self._calls.exists():
            return []
        lines = self._calls.read_text().splitlines()
        self._calls.unlink()
        # PyTorch asks for versions first.
        return [line for line in lines if "-o" in line.split()]

    def call_for(self, file):
        """The one command line that has a word that ends with this."""
        (found,) = [
            line for line in self.calls() if any(word.endswith(file) for word in line.split())
        ]
        return found.split()
