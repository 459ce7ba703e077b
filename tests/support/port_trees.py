"""Trees for the tests of torchada-port on disk, and what is in them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.processes import run_command

PORT = Path(sys.executable).parent / "torchada-port"
COMMANDS = {"python": [sys.executable, "-m", "torchada", "port"], "binary": [str(PORT)]}
OWN = ".torchada-port"

KERNEL = '#include "part{0}.cuh"\n#include <cuda_runtime.h>\ncudaError_t e{0} = cudaFree(0);\n'
PART = "// version {1}\ninline cudaStream_t s{0}() {{ return cudaStreamPerThread; }}\n"


@pytest.fixture(params=list(COMMANDS))
def command(request):
    """Runs `torchada port` and torchada-port with arguments; modules that import it have it."""

    def run(*arguments, **options):
        return run_command([*COMMANDS[request.param], *arguments], musasim=False, **options)

    return run


def make_project(root, count, version=1):
    """Files of all kinds: renamed, changed, copied, linked, in folders; `count` of the first."""
    for number in range(count):
        folder = root / f"folder{number % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"kernel{number}.cu").write_text(KERNEL.format(number))
        (folder / f"part{number}.cuh").write_text(PART.format(number, version))
        (folder / f"plain{number}.h").write_text(PART.format(number, version))
    (root / "setup.py").write_text(f"version = {version}\n")
    (root / f"only{version}.cu").write_text(KERNEL.format(0))
    (root / "link.cu").symlink_to("folder0/kernel0.cu")
    return root


def tree_of(root):
    """Every path but our own: bytes of files, targets of links, None for folders."""
    tree = {}
    for folder, folders, names in os.walk(root):
        if OWN in folders:
            folders.remove(OWN)
        for name in folders + names:
            path = Path(folder, name)
            key = os.fsencode(path.relative_to(root))
            if path.is_symlink():
                tree[key] = os.readlink(path)
            else:
                tree[key] = path.read_bytes() if path.is_file() else None
    return tree


def files_of(root):
    """The same without folders."""
    return {path: what for path, what in tree_of(root).items() if what is not None}


def copy_tree(source, target):
    """A copy that torchada-port cannot tell from the original; no source, no target."""
    shutil.rmtree(target, ignore_errors=True)
    if source.exists():
        shutil.copytree(source, target, symlinks=True)


def run_port(*arguments, check=True, program=PORT, **options):
    """Run the program; a failure of its own fails the test unless check is False."""
    done = subprocess.run(
        [program, *arguments, "-q"], stderr=subprocess.PIPE, timeout=120, text=True, **options
    )
    assert done.returncode in ((0, 1) if check else (0, 1, 2)), done.stderr
    return done


def ported(project, target, *options):
    """What a run without any disturbance gives."""
    run_port(project, "-o", target, *options)
    return files_of(target)


def assert_tidy(target):
    """Nothing is left of runs that did not end."""
    own = Path(target, OWN)
    assert list((own / "tmp").iterdir()) == []
    assert not (own / "journal").exists() and not (own / "commit").exists()
