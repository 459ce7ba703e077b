"""Compares what a compiler reads of the original and of the ported sources: no GPU and no nvcc needed."""

import concurrent.futures
import difflib
import re
import subprocess

from .builder import VARIANTS

# What nvcc defines in each of its two passes over a source.
_NVCC = ["-x", "c++", "-D__NVCC__", "-D__CUDACC__", "-D__CUDACC_VER_MAJOR__=13"]
_NVCC += ["-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88", "-include", "cuda_runtime.h"]
_PASSES = {".cpp": [[]], ".cu": [_NVCC, [*_NVCC, "-D__CUDA_ARCH__=900"]]}
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\w+|[^\w\s]')


def compare(builder, projects, jobs):
    """Compare every source in every pass; print what differs, and return how many sources did."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        differences = list(pool.map(lambda one: _compare_units(builder, one), projects))
    return sum(differences)


def _compare_units(builder, project):
    different = 0
    pairs = list(zip(*(builder.units(project, variant) for variant in VARIANTS)))
    for original, ported in pairs:
        suffix = ".cpp" if original[1].name.endswith(".cpp.o") else ".cu"
        for flags in _PASSES[suffix]:
            texts = [_preprocessed(one[0], flags) for one in (original, ported)]
            different += _report(project, original[1].stem, *map(_tokens, texts))
    print(f"{project.name}: {len(pairs)} sources, {different} differ when preprocessed", flush=True)
    return different


def _preprocessed(command, flags):
    # Of the compiler's command, what the preprocessor needs: definitions, folders, forced includes.
    kept, words = [], iter(command)
    for word in words:
        if word == "-isystem":
            path = next(words)
            # nvcc looks for Thrust and CUB there by itself.
            kept += [word, path, word, f"{path}/cccl"]
        elif word == "-include":
            kept += [word, next(words)]
        elif word.startswith(("-I", "-D", "-U", "-std=")):
            kept.append(word)
    # The forced include of CUDA's runtime comes first, as nvcc has it.
    done = subprocess.run(
        ["g++", "-E", "-P", "-w", *flags, *kept, command[-1]], stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"{command[-1]} cannot be preprocessed")
    return done.stdout


def _tokens(text):
    lines = (line for line in text.splitlines() if not re.match(r"#pragma p\w+_macro", line))
    # __FILE__ differs by the names of folders and suffixes.
    plain = "\n".join(lines).replace("/ported/", "/unported/")
    return _TOKEN.findall(re.sub(r"\.mu(h?\\?\")", r".cu\1", plain))


def _report(project, source, original, ported):
    if original == ported:
        return 0
    # A run of equal tokens at both ends is cut off first: difflib is slow on long lists.
    first = next(
        (i for i, (a, b) in enumerate(zip(original, ported)) if a != b),
        min(len(original), len(ported)),
    )
    around = slice(max(first - 8, 0), first + 40)
    lines = difflib.unified_diff(original[around], ported[around], lineterm="", n=3)
    print(f"{project.name} {source}:", *lines, sep="\n  ", flush=True)
    return 1
