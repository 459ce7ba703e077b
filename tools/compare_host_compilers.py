"""Compiles the ported corpus by mcc twice, with g++ and with clang++ as the host's compiler, and compares.

python tools/compare_host_compilers.py SCRATCH                        # all projects; hours on two cores
python tools/compare_host_compilers.py SCRATCH torch-scatter nerfacc  # some of them
python tools/compare_host_compilers.py SCRATCH --sample 100           # so many sources, drawn by --seed

Projects are those of tools/port_corpus.txt, ported by torchada-port; each of their .mu files is compiled with
-fsyntax-only. Their builds are not run, so many sources miss a header that a build makes or fetches: then
neither compiler is content, and that counts as agreement. Needs musasim, torch, both compilers, and what
port_corpus.py needs. Prints each source on which they disagree, with the first error. Exit status 1 for any.
"""

import argparse
import collections
import concurrent.futures
import functools
import os
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import port_corpus
from failures import first_error

PROGRAMS = Path(sys.executable).parent
COMPILERS = {"g++": "g++", "clang++": "clang++-16"}
HEADERS = (".h", ".hpp", ".muh", ".inl")
AGREEMENT = {"both", "neither"}
TIMEOUT = 600  # s, for a source


def main() -> int:
    """Port, compile, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=Path)
    parser.add_argument("project", nargs="*", help="names of tools/port_corpus.txt")
    parser.add_argument("--sample", type=int, help="so many sources of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clang", default=COMPILERS["clang++"], help="the command of clang++")
    parser.add_argument("--verbose", action="store_true", help="show why neither compiles a source")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_intermixed_args()
    scratch = arguments.scratch.resolve()
    sources = []
    for name in arguments.project or port_corpus.projects():
        top = ported(scratch, name)
        sources += [(name, top, path) for path in sorted(top.rglob("*.mu"))]
    if arguments.sample:
        sources = random.Random(arguments.seed).sample(sources, min(arguments.sample, len(sources)))
    compilers = {**COMPILERS, "clang++": arguments.clang}
    command = mcc_command()
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        compared = pool.map(lambda one: compare(command, one[1], one[2], compilers), sources)
        for (name, top, path), errors in zip(sources, compared):
            state = verdict(errors)
            counts[state] += 1
            if state not in AGREEMENT or (arguments.verbose and any(errors.values())):
                print(f"{name}: {path.relative_to(top)}: {state}", flush=True)
                print(*(f"  {error}" for error in filter(None, errors.values())), sep="\n")
    print(", ".join(f"{state}: {count}" for state, count in sorted(counts.items())))
    return 1 if counts.keys() - AGREEMENT else 0


def ported(scratch: Path, name: str) -> Path:
    """The folder of the ported project, which is made once."""
    place = scratch / "ported" / name
    if not place.is_dir():
        original = port_corpus.fetch(scratch / "corpus", name)
        place.parent.mkdir(parents=True, exist_ok=True)
        command = [PROGRAMS / "torchada-port", original, "-o", place, "--quiet"]
        # 1 says that places need hand work.
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode > 1:
            raise RuntimeError(f"{name} could not be ported")
    return place


def mcc_command() -> list:
    """The simulator's mcc, with the headers of PyTorch, torch_musa and MUSA that torch_musa's builder passes."""
    home = subprocess.check_output([PROGRAMS / "musasim", "home"], text=True).strip()
    text = "from torch_musa.utils.musa_extension import include_paths; print(*include_paths(True))"
    environment = {**os.environ, "MUSASIM": "1"}
    folders = subprocess.check_output([sys.executable, "-c", text], env=environment, text=True)
    command = [Path(home, "bin", "mcc"), "-fsyntax-only", "-w", "-std=c++17"]
    command += ["--offload-arch=mp_31", "-DNDEBUG", "-DTORCH_EXTENSION_NAME=ported"]
    headers = [*folders.split(), sysconfig.get_paths()["include"]]
    return command + [f"-isystem{folder}" for folder in headers]


def compare(mcc: list, top: Path, source: Path, compilers: dict) -> dict:
    """The first error of each compiler, empty where it is content."""
    command = [*mcc, *(f"-I{folder}" for folder in own_folders(top)), source]
    found = {}
    for name, compiler in compilers.items():
        environment = {**os.environ, "CXX": compiler, "LC_ALL": "C"}
        try:
            done = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            found[name] = f"longer than {TIMEOUT} s"
            continue
        found[name] = first_error(done.stderr) if done.returncode else ""
    return found


@functools.lru_cache(maxsize=None)
def own_folders(top: Path) -> list:
    """Where a project's headers may be looked for: its folders that hold some, and those above them."""
    with_headers = {path.parent for path in top.rglob("*") if path.suffix in HEADERS}
    above = {
        parent for folder in with_headers for parent in folder.parents if top in parent.parents
    }
    return sorted(with_headers | above, key=lambda folder: (len(folder.parts), folder))


def verdict(errors: dict) -> str:
    """Whom the source suits: both, neither, or the name of one compiler."""
    content = [name for name, error in errors.items() if not error]
    if len(content) == len(errors):
        return "both"
    return f"only {content[0]}" if content else "neither"


if __name__ == "__main__":
    sys.exit(main())
