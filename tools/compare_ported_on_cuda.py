"""Holds ported projects against their originals on an NVIDIA GPU: the same calls, the same numbers.

python tools/compare_ported_on_cuda.py --prepare FOLDER [--corpus CORPUS]    # needs torchada-port, PyPI
python tools/compare_ported_on_cuda.py --tokens FOLDER                      # needs PyTorch for CUDA, no GPU
python tools/compare_ported_on_cuda.py --build FOLDER                       # needs nvcc as well
python tools/compare_ported_on_cuda.py --run FOLDER                         # needs the GPU
python tools/compare_ported_on_cuda.py ... FOLDER torch-scatter nerfacc     # some of the projects

Steps can be given together. The projects of tools/ported_on_cuda/projects.py are ported and then compiled
twice, from the original sources and from the ported ones, these through the headers of
tools/back_to_cuda.py. --tokens only preprocesses them, and compares what the compiler would read. Each runs in a process of its own: the calls of tools/ported_on_cuda/calls/, and the
project's own tests where its sdist has some. Results are compared bit for bit; where threads add in any
order, with a tolerance. Exit status 1 when any differ.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import back_to_cuda
from ported_on_cuda import comparison, tokens
from ported_on_cuda.builder import VARIANTS, Builder
from ported_on_cuda.projects import PROJECTS

SHIM = "back_to_cuda"


def prepare(folder, corpus, projects, port):
    """Fetch, copy what is needed, port it, and write the headers."""
    import port_corpus

    for project in projects:
        original, ported = (folder / project.name / variant for variant in VARIANTS)
        shutil.rmtree(folder / project.name, ignore_errors=True)
        top = port_corpus.top(port_corpus.fetch(corpus, project.name))
        for pattern in project.keep:
            for path in top.glob(pattern):
                copy = shutil.copytree if path.is_dir() else shutil.copy
                original.mkdir(parents=True, exist_ok=True)
                copy(path, original / path.name)
        done = subprocess.run([port, "--quiet", str(original), "-o", str(ported)])
        if done.returncode == 2:
            raise SystemExit(f"{port} failed on {original}")
    shutil.rmtree(folder / SHIM, ignore_errors=True)
    back_to_cuda.write(folder / SHIM, [folder / one.name / "ported" for one in projects])


def main() -> int:
    """Do the steps that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("project", nargs="*", help=f"default: {', '.join(PROJECTS)}")
    parser.add_argument("--prepare", action="store_true", help="fetch and port")
    parser.add_argument("--tokens", action="store_true", help="compare both variants preprocessed")
    parser.add_argument("--build", action="store_true", help="compile both variants")
    parser.add_argument("--run", action="store_true", help="compare on the GPU")
    parser.add_argument("--corpus", type=pathlib.Path, help="where sdists are unpacked")
    parser.add_argument("--port", default="torchada-port", help="the porting tool")
    parser.add_argument("--architecture", default="90", help="of the GPU; 90 is Hopper")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    projects = [PROJECTS[name] for name in arguments.project or PROJECTS]
    failed = 0
    if arguments.prepare:
        prepare(folder, arguments.corpus or folder / "corpus", projects, arguments.port)
    if arguments.tokens or arguments.build:
        builder = Builder(folder, folder / SHIM, arguments.architecture)
    if arguments.tokens:
        failed += tokens.compare(builder, projects, arguments.jobs)
    if arguments.build:
        failed += builder.build(projects, arguments.jobs)
    if arguments.run:
        failed += comparison.run(folder, projects, arguments.jobs)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
