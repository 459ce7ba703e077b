"""Runs mcc, the compiler of .mu files, for tests."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import musasim

HOME = Path(musasim.home())
MCC = HOME / "bin" / "mcc"
# What most programs of the tests begin with: values on the device, and errors that end the program.
CHECK = """
#include <cstdio>
#include <musa_runtime.h>
template <class T> struct Device {
  T* at; int n;
  explicit Device(int count, T first = T()) : n(count) { musaMallocManaged(&at, n * sizeof(T)); for (int i = 0; i < n; ++i) at[i] = first; }
  ~Device() { musaFree(at); }
};
#define SYNC() do { musaError_t e = musaDeviceSynchronize(); if (e != musaSuccess) { printf("%s\\n", musaGetErrorString(e)); return 1; } } while (0)
"""


# What nobody chose is mcc's own choice: tests of that take these away.
NO_CHOICE = {"CXX": None, "MUSASIM_CXX": None}


def clang():
    """The path of an installed clang++; the test is skipped where none is."""
    names = ["clang++", *(f"clang++-{version}" for version in range(30, 13, -1))]
    found = next(filter(None, map(shutil.which, names)), None)
    return found or pytest.skip("clang++ is not installed: apt install clang")


def run(*command, cwd=None, env=None):
    """The finished process; variables set to None are taken away."""
    environment = {k: v for k, v in {**os.environ, **(env or {})}.items() if v is not None}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def mcc(*arguments, cwd=None, env=None):
    """mcc with these arguments."""
    return run(MCC, *arguments, cwd=cwd, env=env)


def mcc_fails(*arguments, cwd=None, env=None):
    """What mcc says when it refuses."""
    done = mcc(*arguments, cwd=cwd, env=env)
    assert done.returncode == 1, done
    return done.stderr


def program(folder, source, *options):
    """A program of one .mu file."""
    (folder / "program.mu").write_text(source)
    done = mcc("-O1", *options, "program.mu", "-o", "program", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "program"


def output(folder, source, *options, env=None):
    """What such a program prints."""
    done = run(program(folder, source, *options), cwd=folder, env=env)
    assert done.returncode == 0, done
    return done.stdout


KERNEL = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n"
HOST = "void launch(int* p) { k<<<1, 32>>>(p); }\n"


@pytest.fixture(name="folder")
def folder_with_a_source(tmp_path):
    """A folder with a.mu, which includes a header."""
    (tmp_path / "k.muh").write_text("#pragma once\n" + KERNEL)
    (tmp_path / "a.mu").write_text('#include "k.muh"\n' + HOST)
    return tmp_path


def compiled(folder, *arguments, env=None):
    """mcc in the folder, which must succeed."""
    done = mcc(*arguments, cwd=folder, env=env)
    assert done.returncode == 0, done.stderr
    return done
