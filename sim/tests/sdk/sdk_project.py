"""A user's CMake project in a folder, for the tests of the SDK's modules."""

import os
import re
import shutil
import sys

import pytest
from support.mcc_tool import HOME, run

GENERATORS = ("Ninja", "Unix Makefiles")
# A kernel and a function that runs it.
KERNEL = """
#include <musa_runtime.h>
__global__ void add_{name}(int* x) {{ *x += {amount}; }}
int {name}() {{
  int* value = nullptr;
  musaMallocManaged(&value, sizeof(int));
  *value = 1;
  add_{name}<<<1, 1>>>(value);
  musaDeviceSynchronize();
  return *value;
}}
"""
MAIN = """
#include <cstdio>
int value();
int main() {{ std::printf("{text}%d\\n", value()); }}
"""
HEAD = """
cmake_minimum_required(VERSION 3.20)
project(demo LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "$ENV{MUSA_HOME}/cmake")
"""


def tool(name):
    """The path of cmake or ninja: the environment's, which need not be on PATH."""
    folders = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    found = shutil.which(name, path=folders)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def kernel(name="value", amount="4"):
    return KERNEL.format(name=name, amount=amount)


def main(text=""):
    return MAIN.format(text=text)


class Project:
    """Files and what CMake made of them."""

    def __init__(self, folder, generator="Ninja"):
        self.folder = folder
        self.generator = generator
        self.build_folder = folder / "build"

    def write(self, **files):
        """Each name is a path: `__` stands for a slash, the last `_` for the dot."""
        for name, text in files.items():
            path = self.folder / ".".join(name.replace("__", "/").rsplit("_", 1))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self

    def lists(self, text, folder="."):
        (self.folder / folder).mkdir(parents=True, exist_ok=True)
        head = HEAD if folder == "." else ""
        (self.folder / folder / "CMakeLists.txt").write_text(head + text)
        return self

    def configure(self, *options, env=None):
        """CMake's process, which may have failed."""
        command = [tool("cmake"), "-G", self.generator, "-S", self.folder, "-B", self.build_folder]
        if self.generator == "Ninja":
            command.append(f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}")
        else:
            tool("make")
        environment = {"MUSA_HOME": str(HOME), "MUSA_PATH": None, "CXXFLAGS": None, **(env or {})}
        return run(*command, *options, env=environment)

    def configured(self, *options, env=None):
        """What CMake printed."""
        done = self.configure(*options, env=env)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def build(self, *options):
        done = run(tool("cmake"), "--build", self.build_folder, *options)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def output(self, program):
        done = run(self.build_folder / program)
        assert done.returncode == 0, done
        return done.stdout

    def messages(self, text):
        """What the project's message(STATUS "> ...") lines say."""
        return re.findall(r"^-- > (.*)$", text, re.MULTILINE)


def commands(project):
    """The commands that compile, as `cmake --build --verbose` shows them."""
    return [line for line in project.build("--verbose").splitlines() if " -c " in line]
